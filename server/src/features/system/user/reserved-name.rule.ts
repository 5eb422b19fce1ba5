/**
 * Names that speak for the installation instead of a person: rows of the program are marked `system` and `demo`, and a reader
 * would believe the others.
 */
const reservedNames = [
  'admin',
  'administrador',
  'administrateur',
  'administrator',
  'anonymous',
  'daemon',
  'demo',
  'everybody',
  'everyone',
  'limpid',
  'nobody',
  'null',
  'postgres',
  'root',
  'superadmin',
  'superuser',
  'sysadmin',
  'sysop',
  'system',
  'systeme',
  'undefined',
  'webmaster',
  '匿名',
  '系统',
  '系统管理员',
  '管理员',
  '超级管理员',
];

const digitLetters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  l: 'i',
};

/** Letters with a stroke, which Unicode does not take apart. */
const strokeLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'i',
  ŧ: 't',
  ħ: 'h',
  ɨ: 'i',
  ʉ: 'u',
};

const reservedKeys = new Set(reservedNames.map(foldName));

/** Whether a name is reserved, also written with accents, separators or look-alikes for letters. Takes its skeleton. */
export function isReservedName(skeleton: string): boolean {
  return reservedKeys.has(foldName(skeleton));
}

function foldName(name: string): string {
  return (
    name
      .normalize('NFD')
      .replace(/[\p{M}._-]/gu, '')
      .replace(/\P{ASCII}/gu, (letter) => strokeLetters[letter] ?? letter)
      // As in the skeleton: what was removed above may have stood between the two.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('cl', 'd')
      .replace(/[013457l]/g, (letter) => digitLetters[letter] ?? letter)
  );
}
