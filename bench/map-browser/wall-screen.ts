import { setTimeout as wait } from 'node:timers/promises';
import { reportSites } from '../http/map.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { type Memory, readMemory } from './memory.ts';
import { addProbe, readObservations, waitForDrawn } from './page-probe.ts';
import { startFeed } from './report-feed.ts';

/** 100,000 sites that report once a minute. */
const perSecond = 1700;

interface WallFigures {
  perSecond: number;
  /** Memory after garbage collection, after so many minutes. */
  memory: { minute: number; memory: Memory }[];
  /** Site updates that the page has received. */
  updates: number;
}

/** Measures the memory of a wall screen while stations report. */
export async function measureWall(
  ground: MapInstallation,
  executablePath: string | undefined,
  minutes: number,
): Promise<WallFigures> {
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const browser = await launchBrowser(executablePath);
  try {
    await reportSites(ground.gateway, ground.sites, 1, ground.sites);
    await wait(3000);
    const context = await openWindow(browser, benchOrigin, ground.tokens.all, 'no-preference');
    const page = await context.newPage();
    await addProbe(page);
    await page.goto(`${benchOrigin}/wall`);
    await waitForDrawn(page);
    const feed = startFeed(ground, perSecond);
    const start = performance.now();
    const memory: WallFigures['memory'] = [];
    for (const minute of [minutes / 5, minutes / 2, minutes]) {
      await wait(Math.max(0, start + minute * 60_000 - performance.now()));
      memory.push({ minute, memory: await readMemory(browser, page) });
    }
    await feed.end();
    const { news } = await readObservations(page);
    return { perSecond, memory, updates: news };
  } finally {
    await browser.close();
    await server.stop();
  }
}
