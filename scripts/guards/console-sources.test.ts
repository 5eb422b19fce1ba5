import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { consoleSources } from '../build.ts';
import { root } from '../root.ts';

it('rebuilds the console when one of its sources or its own packages changes', () => {
  const covered = new Set(globSync(consoleSources, { cwd: root }));
  const { dependencies } = JSON.parse(readFileSync(join(root, 'web/package.json'), 'utf8'));
  const packages = Object.keys(dependencies).flatMap((name) => /^@limpid\/(.+)/.exec(name)?.[1] ?? []);
  expect(packages).toContain('aqi');
  const needed = [
    ...packages.flatMap((name) => globSync(`${name}/src/**/*.ts`, { cwd: root })),
    ...readdirSync(join(root, 'web'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['dist', 'node_modules'].includes(entry.name))
      .flatMap(({ name }) => globSync(`web/${name}/**/*.{ts,tsx,css}`, { cwd: root })),
  ];
  expect(needed.length).toBeGreaterThan(500);
  expect(needed.filter((path) => !covered.has(path))).toEqual([]);
});
