import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import {
  launchBrowser,
  type MapInstallation,
  openMapInstallation,
  openWindow,
} from '../map-browser/installation.ts';
import { answerTrend, type Density } from './trend-answers.ts';

const loads = Number(process.env['BENCH_LOADS'] ?? 5);

interface TrendCase {
  name: string;
  sites: number;
  /** The rest of the address. */
  query: string;
  density: Density;
}

const year = 'period=2025-01-01..2025-12-31&step=hour';
const cases: TrendCase[] = [
  { name: 'a year by hour of 8 sites, all 8 × 8,760 points', sites: 8, query: year, density: 'all' },
  { name: 'a year by hour of 8 sites, as sent', sites: 8, query: year, density: 'asked' },
  {
    name: 'a week of minutes of 4 sites, as sent',
    sites: 4,
    query: 'period=2025-06-02..2025-06-08&step=minute',
    density: 'asked',
  },
];

/** What a load or a gesture took in the page, in milliseconds. */
interface Spent {
  /** From the last byte of the response to the finished drawing. */
  elapsed: number;
  /** Processor time of the page's main thread, which depends little on the load of the machine. */
  processor: number;
}

interface Gesture {
  /** Between two frames: median and longest. */
  median: number;
  longest: number;
  /** Processor time of the main thread for each frame. */
  processor: number;
}

/** Measures the screen of trends in a real browser: from data to drawing, and frames while zooming and moving. */
export async function measureTrendScreen(
  executablePath: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const ground = await openMapInstallation(8);
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const browser = await launchBrowser(executablePath, 'canvas');
  try {
    for (const one of cases) await printCase(browser, ground, one, print);
  } finally {
    await browser.close();
    await server.stop();
    await ground.close();
  }
}

async function printCase(
  browser: Browser,
  ground: MapInstallation,
  one: TrendCase,
  print: (line: string) => void,
): Promise<void> {
  const spent: Spent[] = [];
  const gestures: Record<'zoom' | 'move', Gesture[]> = { zoom: [], move: [] };
  // The very first load is not counted, because the browser compiles the code during it.
  for (let round = 0; round <= loads; round++) {
    const context = await openWindow(browser, benchOrigin, ground.tokens.all);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const load = await measureLoad(page, session, one);
    const zoom = await measureGesture(page, session, { ctrlKey: true });
    const move = await measureGesture(page, session, { shiftKey: true });
    await context.close();
    if (round === 0) continue;
    spent.push(load);
    gestures.zoom.push(zoom);
    gestures.move.push(move);
  }
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  const write = (values: number[]) => median(values).toFixed(0).padStart(4);
  print(one.name);
  print(
    `  drawn after the data         ${write(spent.map(({ elapsed }) => elapsed))} ms, ${write(spent.map(({ processor }) => processor))} ms of processor   (bar 300 ms; median of ${loads})`,
  );
  for (const [name, found] of Object.entries(gestures)) {
    print(
      `  frames while it is ${name === 'zoom' ? 'zoomed' : 'moved '}    ${write(found.map((gesture) => gesture.median))} ms, longest ${write(found.map(({ longest }) => longest))} ms, ${write(found.map(({ processor }) => processor))} ms of processor   (bar 33 and 50 ms)`,
    );
  }
}

/** Counts drawing calls of the chart. Text, because the browser's types are unknown here. */
const probe = `(() => {
  window.benchDrawn = 0;
  for (const name of ['stroke', 'fill']) {
    const plain = CanvasRenderingContext2D.prototype[name];
    CanvasRenderingContext2D.prototype[name] = function (...given) {
      window.benchDrawn = performance.now();
      return plain.apply(this, given);
    };
  }
})()`;

/** The data comes when the page has nothing else to do, so that only its own work is measured. */
async function measureLoad(
  page: Page,
  session: CDPSession,
  { sites, query, density }: TrendCase,
): Promise<Spent> {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.addInitScript({ content: probe });
  await page.route(
    (url) => url.pathname === '/prod-api/data/trend',
    async (route) => {
      const body = answerTrend(route.request().url(), density);
      asked.resolve();
      await held.promise;
      await route.fulfill({ body, contentType: 'application/json' });
    },
  );
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const ids = Array.from({ length: sites }, (_, n) => n + 1).join();
  await page.goto(`${benchOrigin}/data/trend?sites=${ids}&channels=PM2.5&${query}`);
  await asked.promise;
  await wait(1500);
  const before = await readProcessor(session);
  held.resolve();
  await page.locator('canvas').first().waitFor();
  await wait(1500);
  const elapsed = await page.evaluate<number>(
    `benchDrawn - performance.getEntriesByType('resource').find(({ name }) => name.includes('/prod-api/data/trend?')).responseEnd`,
  );
  return { elapsed, processor: (await readProcessor(session)) - before };
}

/** Turns the wheel with a key once for each frame and measures the frames; the finer data comes when it rests. */
async function measureGesture(
  page: Page,
  session: CDPSession,
  keys: { ctrlKey?: true; shiftKey?: true },
): Promise<Gesture> {
  const before = await readProcessor(session);
  const frames = await page.evaluate<number[]>(`new Promise((done) => {
    const canvas = document.querySelector('canvas');
    const { left, top, width } = canvas.getBoundingClientRect();
    const turn = (deltaY) => canvas.dispatchEvent(new WheelEvent('wheel', {
      ...${JSON.stringify(keys)}, deltaY, bubbles: true, cancelable: true,
      clientX: left + width / 2, clientY: top + 150,
    }));
    const times = [];
    const step = (now) => {
      times.push(now);
      if (times.length > 60) return done(times.slice(1).map((time, n) => time - times[n]));
      turn(times.length % 20 < 12 ? -1 : 1);
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  })`);
  const processor = ((await readProcessor(session)) - before) / frames.length;
  const sorted = frames.toSorted((a, b) => a - b);
  await wait(800);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, longest: sorted.at(-1) ?? 0, processor };
}

async function readProcessor(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}
