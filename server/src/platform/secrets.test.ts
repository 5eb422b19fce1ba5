import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openSecrets } from './secrets.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'limpid-secrets-'));
afterAll(() => rmSync(dataDir, { recursive: true }));
const file = join(dataDir, 'secret.key');

describe('a sealed secret', () => {
  const secretKey = 'a key that somebody has written down';

  it('is opened by the same key, in any process', () => {
    const sealed = openSecrets({ secretKey, dataDir }).seal('密码 é');
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(openSecrets({ secretKey, dataDir }).open(sealed)).toBe('密码 é');
  });

  it('is different each time', () => {
    const { seal } = openSecrets({ secretKey, dataDir });
    expect(seal('x')).not.toBe(seal('x'));
  });

  it.each(['', 'v1.', 'v1.AAAA', 'plain text'])('is not %j', (text) => {
    expect(() => openSecrets({ secretKey, dataDir }).open(text)).toThrow('secret.unreadable');
  });

  it('is refused by another key, and when any of it was changed', () => {
    const sealed = openSecrets({ secretKey, dataDir }).seal('x');
    expect(() => openSecrets({ secretKey: `${secretKey}!`, dataDir }).open(sealed)).toThrow(
      'secret.unreadable',
    );
    for (let at = 3; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => openSecrets({ secretKey, dataDir }).open(changed)).toThrow('secret.unreadable');
    }
  });
});

describe('the key file', () => {
  it('is created once, readable only by its owner, and reused', () => {
    const sealed = openSecrets({ secretKey: undefined, dataDir }).seal('x');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(openSecrets({ secretKey: undefined, dataDir }).open(sealed)).toBe('x');
    expect(openSecrets({ secretKey: text.trim(), dataDir: '/nowhere' }).open(sealed)).toBe('x');
    expect(readdirSync(dataDir)).toEqual(['secret.key']);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('is not replaced if it is empty, because its secrets would be lost', () => {
    writeFileSync(file, '');
    expect(() => openSecrets({ secretKey: undefined, dataDir })).toThrow('is damaged');
  });
});
