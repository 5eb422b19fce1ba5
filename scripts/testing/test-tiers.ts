import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../root.ts';

export type Tier = 'pure' | 'database' | 'ordeal';

const tests = '{contract,hj212,aqi,modbus,simulator,cli,i18n,server,scripts,web}/**/*.test.{ts,tsx}';
/** Gives a test file a database of its own. */
const databaseFixture = 'server/src/testing/app.ts';

/**
 * Test files by tier. An ordeal kills, starts or starves processes and says so in its name (`*.ordeal.test.ts`); a test
 * that reaches the database fixture, directly or through other fixtures, belongs to the database tier.
 */
export function listTiers(): Record<Tier, string[]> {
  const tiers: Record<Tier, string[]> = { pure: [], database: [], ordeal: [] };
  const files = globSync(tests, { cwd: root, exclude: (path) => /node_modules|web\/dist/.test(path) });
  for (const file of files.map((path) => path.replaceAll('\\', '/'))) {
    if (file.includes('.ordeal.test.')) tiers.ordeal.push(file);
    else if (reaches(file, databaseFixture, new Set())) tiers.database.push(file);
    else tiers.pure.push(file);
  }
  return tiers;
}

function reaches(file: string, target: string, seen: Set<string>): boolean {
  if (file === target) return true;
  if (seen.has(file)) return false;
  seen.add(file);
  // Production code never imports fixtures, so the search stays within tests.
  if (!/\.(test|fixture)\.tsx?$|\/testing\//.test(file)) return false;
  const source = readFileSync(join(root, file), 'utf8');
  const imported = [...source.matchAll(/^(?:import|\}) ?.*from '(\.[^']+)'/gm)].map(([, from = '']) =>
    posix.normalize(posix.join(dirname(file), from)),
  );
  return imported.some((next) => reaches(next, target, seen));
}
