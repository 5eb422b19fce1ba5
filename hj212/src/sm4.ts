import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto';

/** SM4 encrypts whole blocks of this many bytes; what is shorter stays clear. */
export const sm4Block = 16;
const algorithm = 'sm4-ecb';

export interface Sm4 {
  encrypt(plain: Uint8Array): Buffer;
  decrypt(sent: Uint8Array): Buffer;
}

/** SM4-ECB as HJ 212-2025 uses it: whole blocks are encrypted, the last bytes (fewer than 16) stay clear. */
export function createSm4(key: Uint8Array): Sm4 {
  if (key.length !== sm4Block) throw new RangeError(`key: ${key.length} bytes instead of ${sm4Block}`);
  // ECB keeps no state between blocks, so one object serves every message.
  const encipher = createCipheriv(algorithm, key, null).setAutoPadding(false);
  const decipher = createDecipheriv(algorithm, key, null).setAutoPadding(false);
  return {
    encrypt: (plain) => applyCipher(encipher, plain),
    decrypt: (sent) => applyCipher(decipher, sent),
  };
}

function applyCipher(cipher: Cipheriv | Decipheriv, bytes: Uint8Array): Buffer {
  const whole = bytes.length - (bytes.length % sm4Block);
  return Buffer.concat([cipher.update(bytes.subarray(0, whole)), bytes.subarray(whole)]);
}

const printed = /^\{((?:0x[0-9a-f]{2},?)+)\}/i;

/** The annex prints cipher text as `{0xE4,0x3E,…}` and the clear tail after it; some send it so. */
export function readPrinted(bytes: Uint8Array): Buffer | null {
  if (bytes[0] !== 0x7b || bytes[1] !== 0x30) return null;
  const text = Buffer.from(bytes).toString('latin1');
  const match = printed.exec(text);
  if (!match) return null;
  const blocks = Buffer.from((match[1] ?? '').replace(/0x|,/gi, ''), 'hex');
  return Buffer.concat([blocks, bytes.subarray(match[0].length)]);
}

/** Encrypted bytes are neither UTF-8 nor printable; a damaged letter in a text is not yet a cipher. */
export function looksEncrypted(bytes: Uint8Array): boolean {
  if (readPrinted(bytes)) return true;
  const whole = bytes.length - (bytes.length % sm4Block);
  let odd = 0;
  for (let at = 0; at < whole; at++) {
    const code = bytes[at] ?? 0;
    if (code < 32 || code > 126) odd++;
  }
  return odd * 4 > whole && !readsAsText(bytes);
}

const control = /[^\P{Cc}\t\r\n]|\ufffd/u;

/** A cheap CRC accepts one wrong key in 256: only text may be taken for the plain CP. */
export function readsAsText(bytes: Uint8Array): boolean {
  return !control.test(Buffer.from(bytes).toString('utf8'));
}
