import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './root.ts';

it('names tests in docs/security.md that exist', () => {
  const files = globSync('{server/{src,tests},scripts}/**/*.test.ts', { cwd: root });
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.test\.ts)`/g)].map((match) => match[1] ?? '');
  expect(named.length).toBeGreaterThan(30);
  const missing = named.filter(
    (name) => !files.some((file) => `/${file.replaceAll('\\', '/')}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
});
