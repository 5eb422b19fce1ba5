import { type Cipheriv, createCipheriv, createDecipheriv, type Decipheriv } from 'node:crypto';

/** SM4 encrypts complete blocks of this many bytes; a shorter rest stays plain. */
export const sm4Block = 16;
const algorithm = 'sm4-ecb';

export interface Sm4 {
  encrypt(plain: Uint8Array): Buffer;
  decrypt(sent: Uint8Array): Buffer;
}

/** SM4-ECB as in HJ 212-2025: complete blocks are encrypted, a rest of fewer than 16 bytes stays plain. */
export function createSm4(key: Uint8Array): Sm4 {
  if (key.length !== sm4Block) throw new RangeError(`key: ${key.length} bytes instead of ${sm4Block}`);
  // ECB keeps no state between blocks, so one object can be reused for every message.
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

/** The annex prints cipher text as `{0xE4,0x3E,…}` with the plain rest after it, and some devices send this notation. */
export function readPrinted(bytes: Uint8Array): Buffer | null {
  if (bytes[0] !== 0x7b || bytes[1] !== 0x30) return null;
  const text = Buffer.from(bytes).toString('latin1');
  const match = printed.exec(text);
  if (!match) return null;
  const blocks = Buffer.from((match[1] ?? '').replace(/0x|,/gi, ''), 'hex');
  return Buffer.concat([blocks, bytes.subarray(match[0].length)]);
}

/** Encrypted bytes are neither UTF-8 nor printable; a single damaged letter does not count as encryption. */
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

/** A weak CRC accepts one wrong key in 256, so a decrypted CP must also be readable text. */
export function readsAsText(bytes: Uint8Array): boolean {
  return !control.test(Buffer.from(bytes).toString('utf8'));
}
