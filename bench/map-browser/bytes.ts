import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Browser, Page } from '@playwright/test';
import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { serveWeb } from '../../server/src/roles/web.ts';
import { reportSites } from '../http/map.ts';
import { launchBrowser, type MapInstallation, openWindow } from './installation.ts';
import { addProbe, waitForDrawn, waitForMarkers } from './page-probe.ts';

/** Which of the heavy parts a page has downloaded. */
interface Parts {
  page: string;
  map: boolean;
  charts: boolean;
}

/** Bytes on the wire by kind, headers included. */
type ByKind = Record<string, number>;

interface ByteFigures {
  /** Until the first marker is shown, and until the tiles in view are loaded and drawn; an empty map only has the latter. */
  all: { markers: ByKind; drawn: ByKind };
  city: { markers: ByKind; drawn: ByKind };
  none: { markers: ByKind; drawn: ByKind };
  /** The largest of the files that the city downloads. */
  largest: [path: string, bytes: number][];
  parts: Parts[];
}

const kinds: [RegExp, string][] = [
  [/maplibre.*\.js$/, 'engine of the map'],
  [/\.js$/, 'other scripts'],
  [/\.css$/, 'styles'],
  [/\.pmtiles$/, 'tiles'],
  [/\/map\/sites$/, 'sites'],
  [/^\/prod-api\//, 'other responses'],
];
const rest = 'page, pictures';

/** Waits for a state of a page. */
type Step = (page: Page) => Promise<unknown>;

/** Measures what the map home costs a first visitor, and that other pages do not load the map. */
export async function measureBytes(
  ground: MapInstallation,
  executablePath: string | undefined,
): Promise<ByteFigures> {
  await reportSites(ground.gateway, ground.sites, 1, ground.sites);
  const config = readConfig({ DATA_DIR: ground.dataDir, PORT: '0' });
  const log = pino({ level: 'error' });
  const running = await openApp({ config, connection: ground.connection, log, limited: false });
  await serveWeb(running.app);
  const origin = await running.app.http.listen({ port: 0, host: '127.0.0.1' });
  const sent = countSent(running.app.http.server);
  const browser = await launchBrowser(executablePath);
  const { all, city, none } = ground.tokens;
  const visit = (path: string, token: string, isOver: Step) =>
    visitCold(browser, { origin, path, token }, sent, isOver);
  const shows = (selector: string) => (page: Page) =>
    page.locator(selector).first().waitFor({ timeout: 60_000 });
  const visitMap = async (token: string, isShown: Step) => {
    let markers = new Map<string, number>();
    const drawn = await visit('/home', token, async (page) => {
      await isShown(page);
      markers = new Map(sent);
      await waitForDrawn(page);
    });
    return { markers, drawn };
  };
  try {
    const full = await visitMap(all, waitForMarkers);
    const few = await visitMap(city, waitForMarkers);
    const empty = await visitMap(none, waitForDrawn);
    return {
      all: groupSteps(full),
      city: groupSteps(few),
      none: groupSteps(empty),
      largest: [...few.markers].toSorted(([, a], [, b]) => b - a).slice(0, 12),
      parts: [
        findParts('/login', await visit('/login', '', shows('input[type=password]'))),
        findParts('/system/user', await visit('/system/user', all, shows('tbody tr[data-row-key]'))),
        findParts('/home', full.drawn),
        findParts('/home?site=1', await visit('/home?site=1', all, drawsChart)),
      ],
    };
  } finally {
    await browser.close();
    await running.close();
  }
}

async function drawsChart(page: Page): Promise<void> {
  await waitForDrawn(page);
  await page.locator('figure canvas').first().waitFor({ state: 'attached', timeout: 60_000 });
}

/** Bytes by path that the server has sent since the last reset, to pages and workers alike. */
function countSent(server: Server): Map<string, number> {
  const sent = new Map<string, number>();
  server.on('request', ({ url = '', socket }: IncomingMessage, response: ServerResponse) => {
    const before = socket.bytesWritten;
    const path = url.split('?', 1)[0] ?? '';
    response.once('finish', () => sent.set(path, (sent.get(path) ?? 0) + socket.bytesWritten - before));
  });
  return sent;
}

async function visitCold(
  browser: Browser,
  { origin, path, token }: { origin: string; path: string; token: string },
  sent: Map<string, number>,
  isOver: Step,
): Promise<Map<string, number>> {
  sent.clear();
  const context = await openWindow(browser, origin, token);
  const page = await context.newPage();
  await addProbe(page);
  await page.goto(origin + path);
  await isOver(page);
  const found = new Map(sent);
  await context.close();
  return found;
}

type Sent = ReadonlyMap<string, number>;

const groupSteps = ({ markers, drawn }: { markers: Sent; drawn: Sent }) => ({
  markers: groupByKind(markers),
  drawn: groupByKind(drawn),
});

function groupByKind(sent: Sent): ByKind {
  const grouped = Object.fromEntries([...kinds.map(([, kind]) => kind), rest].map((kind) => [kind, 0]));
  for (const [path, bytes] of sent) {
    const kind = kinds.find(([pattern]) => pattern.test(path))?.[1] ?? rest;
    grouped[kind] = (grouped[kind] ?? 0) + bytes;
  }
  return grouped;
}

function findParts(page: string, sent: ReadonlyMap<string, number>): Parts {
  const paths = [...sent.keys()];
  const has = (pattern: RegExp) => paths.some((path) => pattern.test(path));
  return { page, map: has(/\/maplibre|\.pmtiles$/), charts: has(/\/engine-[^/]*\.js$/) };
}
