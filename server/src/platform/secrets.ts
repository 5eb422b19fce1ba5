import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '@limpid/contract/errors';
import { type Config, SettingError } from '../config.ts';

/** Encrypts short texts, so that access to the database alone does not reveal them. */
export interface Secrets {
  seal(text: string): string;
  /** Decrypts the text; refuses a text that was sealed with another key. */
  open(sealed: string): string;
}

const cipher = 'aes-256-gcm';
const version = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;
/** In the data folder; a backup names it and does not contain it. */
export const keyFile = 'secret.key';

/** Whether a text was sealed; some columns have older texts that were not. */
export const isSealed = (text: string) => text.startsWith(version);

export function openSecrets({ secretKey, dataDir }: Pick<Config, 'secretKey' | 'dataDir'>): Secrets {
  const key = deriveKey(secretKey ?? readKeyFile(join(dataDir, keyFile)));
  return {
    seal(text) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv(cipher, key, nonce);
      const bytes = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
      return version + Buffer.concat([nonce, sealing.getAuthTag(), bytes]).toString('base64url');
    },
    open: (sealed) => unseal(key, sealed),
  };
}

function unseal(key: Buffer, sealed: string): string {
  const bytes = Buffer.from(sealed.slice(version.length), 'base64url');
  if (!sealed.startsWith(version) || bytes.length < nonceBytes + tagBytes) fail('secret.unreadable');
  const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
  opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
  const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
  try {
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    // Decryption fails only with another key or changed bytes.
    return fail('secret.unreadable');
  }
}

/** Derives the bytes of a key from a text of any length. */
function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'limpid at-rest secrets', 32));
}

/** Created at the first start. Processes that start together get the same key, because a link is created only once. */
function readKeyFile(file: string): string {
  try {
    if (!existsSync(file)) makeKeyFile(file);
    const key = readFileSync(file, 'utf8').trim();
    if (key.length >= 32) return key;
  } catch (error) {
    throw new SettingError(`The key file ${file} cannot be used (${String(error)}).`);
  }
  throw new SettingError(`The key file ${file} is damaged: restore it from a copy, or set SECRET_KEY.`);
}

function makeKeyFile(file: string): void {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Another process was faster: its key is used.
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
