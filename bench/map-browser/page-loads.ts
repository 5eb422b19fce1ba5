import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { reportSites } from '../http/map.ts';
import { benchOrigin, otherOrigin, startServerProcess } from '../http/requests.ts';
import { launchBrowser, type MapInstallation, openWindow, type Viewer } from './installation.ts';
import { addProbe, waitForDrawn, waitForMarkers } from './page-probe.ts';

/** Medians, in milliseconds from the navigation. */
interface Load {
  /** Until the sites have been received. */
  responded: number;
  /** Until markers are on the screen; for an empty map until it is idle, for an earlier version until it is complete. */
  shown: number;
  /** Until everything has been rendered. */
  drawn: number;
  /** The slowest of all loads until then. */
  worst: number;
}

interface LoadCase {
  name: string;
  viewer: Viewer;
  /** Shows the map where an earlier case of the round has opened it. */
  at: string | undefined;
  origin: string;
}

export interface LoadFigures {
  name: string;
  /** The first visit with a cold cache, and the next one. */
  uncached: Load;
  cached: Load;
}

type Once = Pick<Load, 'responded' | 'shown' | 'drawn'>;

const country = '112.5,32.5,5';
const city = '116.4,39.9,9.5';

/**
 * Measures from navigation to all markers, in turn: a city and the country, each beside an empty map of the same view.
 * `before` is the built console of an earlier version, measured in the same rounds.
 */
export async function measureLoads(
  ground: MapInstallation,
  executablePath: string | undefined,
  { rounds, before }: { rounds: number; before: string | undefined },
): Promise<LoadFigures[]> {
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const other =
    before &&
    (await startServerProcess(ground.dataDir, ground.connection, {
      PORT: new URL(otherOrigin).port,
      BENCH_WEB: before,
    }));
  const browser = await launchBrowser(executablePath);
  const cases = listCases(ground.sites, before !== undefined);
  const found = cases.map(() => ({ uncached: [] as Once[], cached: [] as Once[] }));
  try {
    // The very first load is not counted, because server and browser compile their code during it.
    for (let round = 0; round <= rounds; round++) {
      await reportSites(ground.gateway, ground.sites, 1, ground.sites);
      await wait(3000);
      for (const [n, load] of cases.entries()) {
        const [uncached, cached] = await loadTwice(browser, ground, load);
        if (round === 0) continue;
        found[n]?.uncached.push(uncached);
        found[n]?.cached.push(cached);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
    if (other) await other.stop();
  }
  return cases.map(({ name }, n) => ({
    name,
    uncached: sum(found[n]?.uncached ?? []),
    cached: sum(found[n]?.cached ?? []),
  }));
}

function listCases(sites: number, hasBefore: boolean): LoadCase[] {
  const origin = benchOrigin;
  const few: LoadCase = { name: 'a city of 60 sites', viewer: 'city', at: undefined, origin };
  const many: LoadCase = {
    name: `${sites.toLocaleString('en')} sites`,
    viewer: 'all',
    at: country,
    origin,
  };
  const cases: LoadCase[] = [
    few,
    { name: 'an empty map of the city', viewer: 'none', at: city, origin },
    many,
    { name: 'an empty map of the country', viewer: 'none', at: country, origin },
  ];
  const earlier = [few, many].map((one) => ({ ...one, name: `${one.name}, before`, origin: otherOrigin }));
  return hasBefore ? [...cases, ...earlier] : cases;
}

async function loadTwice(browser: Browser, ground: MapInstallation, load: LoadCase): Promise<[Once, Once]> {
  const context = await openWindow(browser, load.origin, ground.tokens[load.viewer]);
  const uncached = await loadOnce(context, load);
  const cached = await loadOnce(context, load);
  await context.close();
  return [uncached, cached];
}

async function loadOnce(context: BrowserContext, { viewer, at, origin }: LoadCase): Promise<Once> {
  const page = await context.newPage();
  await addProbe(page);
  await page.goto(`${origin}/home${at ? `?at=${at}` : ''}`);
  const drawn = await waitForDrawn(page);
  const shown = viewer === 'none' || origin !== benchOrigin ? drawn : await waitForMarkers(page);
  const lines = page.locator('section:has(search) li');
  // The list follows the markers.
  if (viewer !== 'none') await lines.first().waitFor({ state: 'attached' });
  else if ((await lines.count()) > 0) throw new Error('The list of an empty map has lines.');
  const responded = await page.evaluate<number>(
    `performance.getEntriesByType('resource').find(({ name }) => name.includes('/map/sites')).responseEnd`,
  );
  await page.close();
  return { responded, shown, drawn };
}

function sum(loads: readonly Once[]): Load {
  const sorted = (key: keyof Once) => loads.map((one) => one[key]).toSorted((a, b) => a - b);
  const median = (key: keyof Once) => sorted(key)[Math.floor(loads.length / 2)] ?? 0;
  return {
    responded: median('responded'),
    shown: median('shown'),
    drawn: median('drawn'),
    worst: sorted('drawn').at(-1) ?? 0,
  };
}
