import { globSync } from 'node:fs';
import { root } from '../root.ts';
import { listTiers } from './test-tiers.ts';

/** Whether a test belongs to an area: it lies in a folder of that name, or its own name begins with it. */
export function isOfArea(file: string, area: string): boolean {
  const parts = file.split('/');
  const name = parts.pop() ?? '';
  return parts.includes(area) || name.startsWith(`${area}.`) || name.startsWith(`${area}-`);
}

export function findUnitTests(area: string): string[] {
  return Object.values(listTiers())
    .flat()
    .filter((file) => isOfArea(file, area));
}

export function findBrowserTests(area: string): string[] {
  return globSync('e2e/**/*.spec.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((file) => isOfArea(file, area));
}
