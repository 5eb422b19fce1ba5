import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, Page } from '@playwright/test';
import { reportSites } from '../http/map.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { type Memory, readMemory } from './memory.ts';
import {
  addProbe,
  type PageObservations,
  readObservations,
  waitForDrawn,
  waitForMarkers,
} from './page-probe.ts';
import {
  firstWatchedValue,
  type Listener,
  listenBaseline,
  type ReportFeed,
  startFeed,
} from './report-feed.ts';
import { type ScriptTime, traceScripts } from './script-trace.ts';

/** 10,000 sites that report once a minute are 167 a second. */
const perSecond = 1000;
/** All sites of the country, with a list in the order of what is watched. */
const address = `${benchOrigin}/home?by=PM2.5&at=112.5,32.5,5`;
const restMs = 10_000;
/** The page renews all values once a minute: the trace holds one renewal. */
const traceMs = 75_000;

/** Milliseconds since the value was stored. */
interface Delay {
  p50: number;
  p95: number;
}

interface LiveFigures {
  seconds: number;
  /** Site reports that were stored, and the updates that a plain socket and the page have received. */
  reports: number;
  newsBaseline: number;
  newsShown: number;
  /** Until a plain socket has received a value, and until the page shows it. */
  delayBaseline: Delay;
  delayShown: Delay;
  /** Values of the watched site, one a second: how many were stored, and how many the page has shown. */
  values: number;
  valuesShown: number;
  /** How often the map has been rendered completely. */
  drawn: number;
  /** The share of the time that the page spent in tasks above 50 ms. */
  longTaskShare: number;
  /** Scripts after the markers of a page that is opened while stations report. */
  scripts: ScriptTime;
  /** Before the first report, at intervals, and after the reports have stopped. */
  memory: { at: string; memory: Memory }[];
}

/** Measures a page that shows all sites while they report six times as often as usual. */
export async function measureLive(
  ground: MapInstallation,
  executablePath: string | undefined,
  minutes: number,
): Promise<LiveFigures> {
  const server = await startServerProcess(ground.dataDir, ground.connection);
  const browser = await launchBrowser(executablePath);
  try {
    await reportSites(ground.gateway, ground.sites, 1, ground.sites);
    await wait(3000);
    const context = await openWindow(browser, benchOrigin, ground.tokens.all);
    const scripts = await traceOpening(ground, browser, await context.newPage());
    const page = await context.newPage();
    await addProbe(page);
    await page.goto(address);
    await waitForDrawn(page);
    await wait(restMs);
    return { scripts, ...(await watch(ground, browser, page, minutes * 60)) };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Opens the map while stations report, and closes it again. */
async function traceOpening(ground: MapInstallation, browser: Browser, page: Page): Promise<ScriptTime> {
  const feed = startFeed(ground, perSecond);
  await addProbe(page);
  const open = async () => {
    await page.goto(address);
    await waitForMarkers(page);
    await wait(traceMs);
  };
  const scripts = await traceScripts(browser, page, open, 'map-sites');
  await page.close();
  await feed.end();
  return scripts;
}

async function watch(
  ground: MapInstallation,
  browser: Browser,
  page: Page,
  seconds: number,
): Promise<Omit<LiveFigures, 'scripts'>> {
  const memory: LiveFigures['memory'] = [];
  const remember = async (at: string) => memory.push({ at, memory: await readMemory(browser, page) });
  await remember('before');
  const before = await readObservations(page);
  const listener = await listenBaseline(ground);
  const feed = startFeed(ground, perSecond);
  const start = performance.now();
  for (const share of [0.1, 0.5, 1]) {
    await wait(Math.max(0, start + share * seconds * 1000 - performance.now()));
    await remember(`${Math.round(share * seconds)} s`);
  }
  await feed.end();
  const after = await readObservations(page);
  await wait(restMs);
  await remember('at rest');
  listener.end();
  return { seconds, ...compare(feed, listener, before, await readObservations(page), after), memory };
}

function compare(
  feed: ReportFeed,
  listener: Listener,
  before: PageObservations,
  rest: PageObservations,
  after: PageObservations,
) {
  const shownAt = new Map(rest.first.map(({ value, at }) => [value, at]));
  const values = [...feed.sentAt.keys()];
  const seconds = values.length;
  return {
    reports: feed.reports(),
    newsBaseline: listener.updates(),
    newsShown: rest.news - before.news,
    delayBaseline: spread(feed.sentAt, listener.receivedAt),
    delayShown: spread(feed.sentAt, shownAt),
    values: seconds,
    valuesShown: values.filter((value) => value >= firstWatchedValue && shownAt.has(value)).length,
    drawn: after.drawn.length - before.drawn.length,
    longTaskShare: (after.longTasks - before.longTasks) / (seconds * 1000),
  };
}

function spread(sentAt: ReadonlyMap<number, number>, seenAt: ReadonlyMap<number, number>): Delay {
  const delays = [...sentAt].flatMap(([value, at]) => {
    const seen = seenAt.get(value);
    return seen === undefined ? [] : [seen - at];
  });
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95) };
}
