import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { hashBytes } from './sha256.ts';

it('hashes bytes of any length like an independent implementation', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 1000, 100_000]) {
    const bytes = randomBytes(length);
    const expected = createHash('sha256').update(bytes).digest('hex');
    expect(Buffer.from(hashBytes(bytes)).toString('hex')).toBe(expected);
  }
});
