import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { reportSites } from '../http/map.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { addProbe, waitForDrawn } from './page-probe.ts';

/** Medians, in milliseconds from the navigation. */
interface Load {
  /** Until the sites have been received. */
  responded: number;
  /** Until all markers, or the empty map, have been rendered. */
  drawn: number;
  /** The slowest of all loads. */
  worst: number;
}

interface LoadFigures {
  /** The first visit with a cold cache, and the next one. */
  uncached: { all: Load; none: Load };
  cached: { all: Load; none: Load };
}

interface Once {
  responded: number;
  drawn: number;
}

type Loads = Record<'all' | 'none', Once[]>;

/** Measures from navigation to all markers, alternating between a full and an empty map. */
export async function measureLoads(
  ground: MapInstallation,
  executablePath: string | undefined,
  loads: number,
): Promise<LoadFigures> {
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const browser = await launchBrowser(executablePath);
  const nothing = (): Loads => ({ all: [], none: [] });
  const found = { uncached: nothing(), cached: nothing() };
  try {
    // The very first load is not counted, because server and browser compile their code during it.
    for (let round = 0; round <= loads; round++) {
      await reportSites(ground.gateway, ground.sites, 1, ground.sites);
      await wait(3000);
      for (const who of ['none', 'all'] as const) {
        const [uncached, cached] = await loadTwice(browser, ground.tokens[who], who === 'all');
        if (round === 0) continue;
        found.uncached[who].push(uncached);
        found.cached[who].push(cached);
      }
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return { uncached: sumBoth(found.uncached), cached: sumBoth(found.cached) };
}

async function loadTwice(browser: Browser, token: string, hasSites: boolean): Promise<[Once, Once]> {
  const context = await openWindow(browser, benchOrigin, token);
  const uncached = await loadOnce(context, hasSites);
  const cached = await loadOnce(context, hasSites);
  await context.close();
  return [uncached, cached];
}

async function loadOnce(context: BrowserContext, hasSites: boolean): Promise<Once> {
  const page = await context.newPage();
  await addProbe(page);
  await page.goto(`${benchOrigin}/home`);
  const drawn = await waitForDrawn(page);
  const lines = await page.locator('section:has(search) li').count();
  if (lines > 0 !== hasSites) throw new Error(`The list has ${lines} lines.`);
  const responded = await page.evaluate<number>(
    `performance.getEntriesByType('resource').find(({ name }) => name.includes('/map/sites')).responseEnd`,
  );
  await page.close();
  return { responded, drawn };
}

const sumBoth = ({ all, none }: Loads) => ({ all: sum(all), none: sum(none) });

function sum(loads: readonly Once[]): Load {
  const sorted = (key: keyof Once) => loads.map((one) => one[key]).toSorted((a, b) => a - b);
  const median = (key: keyof Once) => sorted(key)[Math.floor(loads.length / 2)] ?? 0;
  return { responded: median('responded'), drawn: median('drawn'), worst: sorted('drawn').at(-1) ?? 0 };
}
