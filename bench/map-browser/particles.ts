import { setTimeout as wait } from 'node:timers/promises';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Browser, Page } from '@playwright/test';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { reportSites } from '../http/map.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { citySites, launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { addProbe, waitForDrawn } from './page-probe.ts';

const seconds = 15;

interface ScriptTime {
  /** The share of one core that scripts of the page took. */
  share: number;
  /** Animation frames per second. */
  frames: number;
}

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
      const found = await traceScripts(browser, page);
      await page.close();
      return found;
    };
    return { still: await measure('/home'), particles: await measure('/home?show=wind') };
  } finally {
    await browser.close();
    await server.stop();
  }
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

interface TraceEvent {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  pid: number;
  tid: number;
  args?: { name?: string };
}

/** Events of a trace during which a script runs. */
const scripts = new Set([
  'FireAnimationFrame',
  'FunctionCall',
  'TimerFire',
  'EvaluateScript',
  'EventDispatch',
]);

async function traceScripts(browser: Browser, page: Page): Promise<ScriptTime> {
  await browser.startTracing(page, { categories: ['devtools.timeline', '__metadata'] });
  await wait(seconds * 1000);
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const main = findMainThread(trace.traceEvents);
  const own = trace.traceEvents.filter(({ pid, tid, ph }) => `${pid} ${tid}` === main && ph === 'X');
  const ran = own.filter(({ name }) => scripts.has(name)).toSorted((a, b) => a.ts - b.ts);
  let [total, end] = [0, 0];
  // One event may contain others: only what extends beyond the last one counts.
  for (const { ts, dur = 0 } of ran) {
    total += Math.max(0, ts + dur - Math.max(ts, end));
    end = Math.max(end, ts + dur);
  }
  const frames = own.filter(({ name }) => name === 'FireAnimationFrame').length;
  return { share: total / 1e6 / seconds, frames: frames / seconds };
}

/** The main thread of the renderer that shows most animation frames. */
function findMainThread(events: readonly TraceEvent[]): string {
  const mains = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const count = (thread: string) =>
    events.filter(({ name, pid, tid }) => name === 'FunctionCall' && `${pid} ${tid}` === thread).length;
  const threads = mains.map(({ pid, tid }) => `${pid} ${tid}`).toSorted((a, b) => count(b) - count(a));
  return threads[0] ?? '';
}
