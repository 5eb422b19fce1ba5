import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** No look-alikes, for a password that is read from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * For hundreds of people at once. Stretching protects passwords that people choose; 20 random characters are 115 bits,
 * more than any stretching adds, so a hash that takes a millisecond keeps them as well.
 */
const quickCost = { memoryCost: 256, timeCost: 1, parallelism: 1 };
const quickMark = `$m=${quickCost.memoryCost},`;

export async function makeOneTimePassword(): Promise<{ password: string; hash: string }> {
  const password = generatePassword(20);
  return { password, hash: await hash(password, quickCost) };
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  // The answer must not come sooner for a quick hash: it would tell strangers which accounts are new.
  if (stored.includes(quickMark)) await hashPassword(password);
  return verify(stored, password);
}

export function generatePassword(length = 16): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
