import { describe, expect, it } from 'vitest';
import { generatePassword, hashPassword, verifyPassword } from './passwords.ts';

describe('a password', () => {
  it('is stored as argon2id with its own salt, at the cost that OWASP recommends', async () => {
    const [one, two] = await Promise.all([hashPassword('Correct-horse-1'), hashPassword('Correct-horse-1')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(two);
  });

  it('matches itself and nothing else', async () => {
    const stored = await hashPassword('密码-é-1');
    expect(await verifyPassword(stored, '密码-é-1')).toBe(true);
    expect(await verifyPassword(stored, '密码-é-2')).toBe(false);
    expect(await verifyPassword(stored, '')).toBe(false);
  });

  it('is long, different each time and free of look-alikes if it is generated', () => {
    const made = Array.from({ length: 200 }, () => generatePassword());
    expect(new Set(made).size).toBe(200);
    for (const password of made) expect(password).toMatch(/^[^\W_0OolI1i]{16}$/);
  });
});
