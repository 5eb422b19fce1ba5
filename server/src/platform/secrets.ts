import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail } from '@limpid/contract/errors';
import { type Config, SettingError } from '../config.ts';

/** Keeps short texts so that the database alone does not tell them. */
export interface Secrets {
  seal(text: string): string;
  /** The text again; refuses what was sealed with another key. */
  open(sealed: string): string;
}

const cipher = 'aes-256-gcm';
const version = 'v1.';
const nonceBytes = 12;
const tagBytes = 16;
/** In the data folder; a backup names it and does not contain it. */
export const keyFile = 'secret.key';

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
    // The only way this fails: another key, or bytes that were changed.
    return fail('secret.unreadable');
  }
}

/** From a text of any length, as people write it, to the bytes of a key. */
function deriveKey(text: string): Buffer {
  return Buffer.from(hkdfSync('sha256', text, '', 'limpid at-rest secrets', 32));
}

/** Made at the first start. Processes that start together end up with one: a link is made once. */
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
    // Another process was quicker: its key is the key.
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(draft);
  }
}
