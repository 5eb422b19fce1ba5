import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import pino from 'pino';
import { WebSocket } from 'ws';
import { type LiveFrame, livePath, liveProtocol } from '../../contract/src/live.ts';
import { readConfig } from '../../server/src/config.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { benchOrigin, startServerProcess } from '../http/requests.ts';
import { launchBrowser, openWindow } from '../map-browser/installation.ts';
import { fillGatewaySites } from '../shared/app.ts';
import { type StationLoad, startStations } from './stations.ts';

const perSecond = 1000;
const samples = Number(process.env['BENCH_SAMPLES'] ?? 100);
/** Between two samples: not a multiple of the intervals at which anything is looked at. */
const everyMs = 731;
const longestMs = 20_000;
const gatewayPort = Number(new URL(benchOrigin).port) + 5;
const measured = 12;
const watchedLimit = 500;
const nameOf = (station: number) => `BENCH${station}`;

/** Measures from a frame on the socket of a station to the notification in a page, while 1,000 frames a second arrive. */
export async function measureAlarmNotification(
  executablePath: string | undefined,
  print: (line: string) => void,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-alarm-'));
  const { connection, ...database } = await startEmbedded({ dataDir });
  try {
    await prepareDatabase(connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
    const { token, codes } = await fillInstallation(dataDir, connection);
    const settings = { BENCH_ROLES: 'all', GATEWAY_PORT: String(gatewayPort) };
    const server = await startServerProcess(dataDir, connection, settings);
    const browser = await launchBrowser(executablePath, 'canvas');
    try {
      const context = await openWindow(browser, benchOrigin, token);
      const page = await context.newPage();
      await page.addInitScript({ content: probe });
      await page.goto(`${benchOrigin}/alarm/log`);
      await page.locator('table').first().waitFor();
      const listener = await listenForAlarms(token);
      const load = await startStations(gatewayPort, perSecond, nameOf, codes);
      const sentAt = await exceedInTurn(load, page);
      await load.stop();
      listener.end();
      for (const line of describe(load, sentAt, listener.heardAt, await readShown(page))) print(line);
    } finally {
      await browser.close();
      await server.stop();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** 10,000 sites with 20 rules each, one of which the samples exceed; their alarms last, so that only starts are shown. */
async function fillInstallation(dataDir: string, connection: object) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  const { app, services, close } = await openApp({ config, connection, log: pino({ level: 'error' }) });
  try {
    await fillGatewaySites(app.pool);
    await app.pool.query(
      `insert into alarm_rule (rule_name, alarm_type, severity, target, device_type_id, dept_id, channel_id, compare,
         threshold, basis, interval, clear_seconds)
       select 'rule ' || n, 'limit', 'minor', 'deviceType', 90, 100, c.channel_id, 'gt',
         case when n = 0 then ${watchedLimit} else 2000 + n end, case n % 2 when 0 then 'realtime' else 'minute' end, 0, 3600
       from generate_series(0, 19) n
       join (select channel_id, row_number() over (order by slot) - 1 as place from basic_channel order by slot limit 16) c
         on c.place = n % 16`,
    );
    // The first of them is the channel of the first rule.
    const channels = services.ingest.directory.channels().toSorted((a, b) => a.slot - b.slot);
    const codes = channels.slice(0, measured).map(({ gbCode }) => gbCode);
    const client = { address: '127.0.0.1', browser: '', os: '' };
    return { token: await openSession(app.db, systemClock, 1, client), codes };
  } finally {
    await close();
  }
}

/** Notes when a notification is in the document, and closes it: the page shows three at a time. */
const probe = `(() => {
  window.benchShown = [];
  const look = (node) => {
    for (const notice of node.querySelectorAll?.('[role="status"]') ?? []) {
      const name = /BENCH\\d+/.exec(notice.textContent)?.[0];
      if (!name || window.benchShown.some((shown) => shown.name === name)) continue;
      window.benchShown.push({ name, at: Date.now() });
      setTimeout(() => notice.querySelector('button')?.click(), 100);
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes, target } of changes) {
      look(target);
      addedNodes.forEach(look);
    }
  }).observe(document, { childList: true, subtree: true, characterData: true });
})()`;

async function readShown(page: Page): Promise<Map<string, number>> {
  const shown = await page.evaluate<{ name: string; at: number }[]>('window.benchShown');
  return new Map(shown.map(({ name, at }) => [name, at]));
}

/** Each station exceeds once, at most; returns when its frame was written. */
async function exceedInTurn(load: StationLoad, page: Page): Promise<Map<string, number>> {
  const sentAt = new Map<string, number>();
  // The first ones, while everything is compiled and cached, are not counted.
  const warmUp = 5;
  for (let n = 0; n < warmUp + samples; n++) {
    // Spread over the second, whichever stations report when.
    const station = (n * 7919) % perSecond;
    const written = await load.exceed(station);
    if (n >= warmUp) sentAt.set(nameOf(station), written);
    await wait(everyMs);
  }
  const deadline = Date.now() + longestMs;
  const isMissing = async () => {
    const shown = await readShown(page);
    return [...sentAt.keys()].some((name) => !shown.has(name));
  };
  while ((await isMissing()) && Date.now() < deadline) await wait(200);
  return sentAt;
}

/** The reference: a socket that subscribes to alarms and shows nothing. */
async function listenForAlarms(
  token: string,
): Promise<{ heardAt: ReadonlyMap<string, number>; end(): void }> {
  const address = `${benchOrigin.replace('http', 'ws')}/prod-api${livePath}100`;
  const socket = new WebSocket(address, [liveProtocol, token]);
  await once(socket, 'open');
  socket.send(JSON.stringify({ show: ['alarm'] }));
  const heardAt = new Map<string, number>();
  socket.on('message', (data) => {
    // The server writes its frames by the same contract.
    const frame = JSON.parse(data.toString()) as LiveFrame;
    if (frame.kind !== 'message' || frame.topic !== 'alarm' || !Array.isArray(frame.payload)) return;
    for (const item of frame.payload) if ('siteName' in item) heardAt.set(item.siteName ?? '', Date.now());
  });
  return { heardAt, end: () => socket.terminate() };
}

function describe(
  load: StationLoad,
  sentAt: ReadonlyMap<string, number>,
  heardAt: ReadonlyMap<string, number>,
  shownAt: ReadonlyMap<string, number>,
): string[] {
  const storedAt = new Map([...load.storedAt].map(([station, at]) => [nameOf(station), at]));
  const shown = [...sentAt.keys()].filter((name) => shownAt.has(name)).length;
  return [
    `alarm in a page, ${perSecond.toLocaleString('en')} frames/s: ${spread(sentAt, shownAt)} from the socket of the station to the notification   (bar 2 s; ${shown} of ${sentAt.size} shown; load ${loadavg()[0]?.toFixed(1)})`,
    `  a bare socket has it after ${spread(sentAt, heardAt)}; the frame is stored and acknowledged after ${spread(sentAt, storedAt)}`,
    `  ${load.acknowledged().toLocaleString('en')} of ${load.frames().toLocaleString('en')} frames acknowledged`,
  ];
}

function spread(sentAt: ReadonlyMap<string, number>, seenAt: ReadonlyMap<string, number>): string {
  const delays = [...sentAt].flatMap(([name, at]) => {
    const seen = seenAt.get(name);
    return seen === undefined ? [] : [seen - at];
  });
  delays.sort((a, b) => a - b);
  const at = (share: number) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  return `p50 ${at(0.5) ?? '-'} ms, p95 ${at(0.95) ?? '-'} ms`;
}
