import { buildWeb } from './build.ts';
import { providePrograms } from './testing/programs.ts';
import { findBrowserTests, findUnitTests } from './testing/test-areas.ts';
import { finish, runBrowser, runStatic, runUnits } from './testing/test-parts.ts';
import type { Tier } from './testing/test-tiers.ts';

const tiers: readonly Tier[] = ['pure', 'database', 'ordeal'];
const [area] = process.argv.slice(2);

if (area === undefined) await testAll();
else await testArea(area);

async function testAll(): Promise<void> {
  const programs = await providePrograms();
  const checks = await runStatic();
  // Some unit tests read the built console and its map, and are skipped without them.
  await buildWeb();
  finish([programs, checks, await runUnits(tiers), await runBrowser()]);
}

/** The tests of one area: `npm test -- site`. Static checks read the whole repository and are left out. */
async function testArea(name: string): Promise<void> {
  const units = findUnitTests(name);
  const browser = findBrowserTests(name);
  if (units.length + browser.length === 0) {
    console.error(
      `No test belongs to "${name}". Name a folder or the beginning of a test's name, such as site.`,
    );
    process.exitCode = 1;
    return;
  }
  finish([
    await providePrograms(),
    ...(units.length > 0 ? [await runUnits(tiers, units)] : []),
    ...(browser.length > 0 ? [await runBrowser(browser)] : []),
  ]);
}
