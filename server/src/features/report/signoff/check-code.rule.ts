/** Digits and letters without those that look alike (Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 26;
const groupLength = 5;

/** The bytes that a code is made of: 130 bits are used, so that codes cannot be guessed. */
export const checkCodeBytes = 17;

/** A check code of random bytes, in groups that people can type. */
export function makeCheckCode(random: Uint8Array): string {
  let bits = 0n;
  for (const byte of random) bits = (bits << 8n) | BigInt(byte);
  let code = '';
  for (let place = 0; place < codeLength; place += 1) {
    code += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return formatGroups(code);
}

function formatGroups(code: string): string {
  return (code.match(new RegExp(`.{1,${groupLength}}`, 'g')) ?? []).join('-');
}

/** The code that somebody typed, in the form in which it is stored; undefined if it cannot be one. */
export function readCheckCode(typed: string): string | undefined {
  const code = typed
    .toUpperCase()
    .replaceAll(/[\s-]+/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
  const isCode = code.length === codeLength && [...code].every((letter) => alphabet.includes(letter));
  return isCode ? formatGroups(code) : undefined;
}
