import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** No look-alikes, for a password that is read from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

export function verifyPassword(stored: string, password: string): Promise<boolean> {
  return verify(stored, password);
}

export function generatePassword(length = 16): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
