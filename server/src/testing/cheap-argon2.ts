import { createRequire } from 'node:module';
import type argon2 from '@node-rs/argon2';

/**
 * Stands in for `@node-rs/argon2` in the database tier (vitest.config.ts): the same algorithm at the lowest cost. Tests
 * log in thousands of times, which took a third of their processor time. The pure tier tests the real cost.
 */
const original = createRequire(import.meta.url)('@node-rs/argon2') as typeof argon2;
const cost = { memoryCost: 64, timeCost: 1, parallelism: 1 };

export const hash: typeof argon2.hash = (password) => original.hash(password, cost);
/** @public Imported under the name of the package. */
export const verify: typeof argon2.verify = (stored, password) => original.verify(stored, password);
