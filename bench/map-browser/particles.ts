import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Page } from '@playwright/test';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { reportSites } from '../http/map.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { citySites, launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { addProbe, waitForDrawn } from './page-probe.ts';
import { type ScriptTime, traceScripts } from './script-trace.ts';

const seconds = 15;

interface ParticleFigures {
  /** With the wind as particles, and the same map without wind. */
  particles: ScriptTime;
  still: ScriptTime;
}

/** Measures the scripts of a map of 1440 × 900 with wind particles, from a trace: rasterising runs elsewhere. */
export async function measureParticles(
  ground: MapInstallation,
  executablePath: string | undefined,
): Promise<ParticleFigures> {
  await reportSites(ground.gateway, ground.sites, 1, ground.sites);
  await reportWinds(ground);
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const browser = await launchBrowser(executablePath);
  try {
    await wait(3000);
    const context = await openWindow(browser, benchOrigin, ground.tokens.city, 'no-preference');
    const measure = async (address: string) => {
      const page = await context.newPage();
      await addProbe(page);
      await page.goto(benchOrigin + address);
      await waitForDrawn(page);
      await wait(5000);
      if (address.includes('wind') && !(await isWindDrawn(page))) throw new Error('The map shows no wind.');
      const found = await traceScripts(browser, page, () => wait(seconds * 1000));
      await page.close();
      return found;
    };
    return { still: await measure('/home'), particles: await measure('/home?show=wind') };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Whether there is a pixel above the map. */
function isWindDrawn(page: Page): Promise<boolean> {
  return page.evaluate<boolean>(`(() => {
    const canvas = document.querySelector('canvas[aria-hidden]');
    const pixels = canvas?.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data ?? [];
    return pixels.some((part) => part > 0);
  })()`);
}

/** A wind that differs from site to site. */
async function reportWinds({ gateway }: MapInstallation): Promise<void> {
  const { rows } = await gateway.app.pool.query<{ slot: number; code: string }>(
    `select slot, channel_code as code from basic_channel
     where data_type = 'direction' or channel_code = 'WS' order by data_type = 'direction'`,
  );
  const [speed, direction] = rows;
  if (!speed || !direction) throw new Error('There are no channels of the wind.');
  const ts = Math.floor(Date.now() / 1000) * 1000 + 1000;
  const place = { kind: packetKind.realtime, ts, hour: ts - (ts % HOUR_MS), rank: ts * 2, marks: [] };
  const slots = [speed.slot, direction.slot];
  for (let siteId = 1; siteId <= citySites; siteId++) {
    const values = [2 + (siteId % 5), (siteId * 37) % 360];
    await new Promise<void>((done) =>
      gateway.services.ingest.pipeline.push({ ...place, siteId, slots, values }, () => done()),
    );
  }
}
