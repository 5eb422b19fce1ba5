import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../root.ts';

/** The same thing in two workspaces that may not import each other. */
const shared = new Set(['MINUTE_MS', 'HOUR_MS', 'DAY_MS', 'App', 'hasPermission', 'generatePassword']);

it('an exported name has one meaning in the repository', () => {
  const files = globSync('{aqi,bench,cli,contract,e2e,hj212,scripts,server,simulator,web}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: (path) => /node_modules|dist/.test(path),
  });
  const places = new Map<string, string[]>();
  for (const file of files) {
    const source = readFileSync(join(root, file), 'utf8');
    const pattern = /^export (?:async )?(?:function\*?|const|class|type|interface) (\w+)/gm;
    // An overloaded function stands several times in one file.
    for (const name of new Set([...source.matchAll(pattern)].map((match) => match[1] ?? ''))) {
      places.set(name, [...(places.get(name) ?? []), file]);
    }
  }
  expect(places.size).toBeGreaterThan(2000);
  const repeated = [...places].filter(([name, found]) => found.length > 1 && !shared.has(name));
  expect(repeated.map(([name, found]) => `${name}: ${found.join(', ')}`)).toEqual([]);
});
