import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('generates long, unique passwords without look-alikes', () => {
  const made = Array.from({ length: 200 }, () => generatePassword());
  expect(new Set(made).size).toBe(200);
  for (const password of made) expect(password).toMatch(/^[^\W_0OolI1i]{16}$/);
});
