import { randomInt } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Without look-alikes, because a person reads the password from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/**
 * A fast hash for generated passwords of hundreds of users. Stretching protects passwords that people choose; 20 random
 * characters have 115 bits, more than stretching adds, so a hash of one millisecond is as secure.
 */
const quickCost = { memoryCost: 256, timeCost: 1, parallelism: 1 };
const quickMark = `$m=${quickCost.memoryCost},`;

export async function makeOneTimePassword(): Promise<{ password: string; hash: string }> {
  const password = generatePassword(20);
  return { password, hash: await hash(password, quickCost) };
}

export async function verifyPassword(stored: string, password: string): Promise<boolean> {
  // A fast hash must not respond sooner: the time would reveal which accounts are new.
  if (stored.includes(quickMark)) await hashPassword(password);
  return verify(stored, password);
}

export function generatePassword(length = 16): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
