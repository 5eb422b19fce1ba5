/**
 * Names that readers would take for the installation itself; seeded rows have the authors `system` and `demo`.
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

/** Letters with a stroke, which NFD does not decompose. */
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

/** Whether the skeleton of a name is reserved, also with accents, separators or look-alike letters. */
export function isReservedName(skeleton: string): boolean {
  return reservedKeys.has(foldName(skeleton));
}

function foldName(name: string): string {
  return (
    name
      .normalize('NFD')
      .replace(/[\p{M}._-]/gu, '')
      .replace(/\P{ASCII}/gu, (letter) => strokeLetters[letter] ?? letter)
      // Repeated from the skeleton: the characters removed above may have separated the pair.
      .replaceAll('rn', 'm')
      .replaceAll('vv', 'w')
      .replaceAll('cl', 'd')
      .replace(/[013457l]/g, (letter) => digitLetters[letter] ?? letter)
  );
}
