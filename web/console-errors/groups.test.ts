import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consoleErrors } from './groups.ts';

const root = join(import.meta.dirname, '../..');

function findGroups(pattern: string, keys: RegExp): Set<string> {
  const found = new Set<string>();
  for (const file of globSync(pattern, { cwd: root })) {
    if (file.includes('.test.')) continue;
    for (const [, group = ''] of readFileSync(join(root, file), 'utf8').matchAll(keys)) found.add(group);
  }
  return found;
}

it('has every group of errors that the console writes, in its own sources and by the problems of fields', () => {
  const ofSources = findGroups('web/src/**/*.{ts,tsx}', /['"`]errors\.(\w+)/g);
  const ofFields = findGroups('contract/src/**/*.ts', /problem: '(\w+)\./g);
  // What `patternProblem` names.
  const wanted = new Set([...ofSources, ...ofFields, 'field']);
  expect([...wanted].sort()).toEqual(consoleErrors);
});
