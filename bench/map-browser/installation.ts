import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import pino from 'pino';
import { browserArguments } from '../../e2e/browser-arguments.ts';
import { readConfig } from '../../server/src/config.ts';
import { openSession } from '../../server/src/platform/auth/sessions.store.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp, type RunningApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { fillSites } from '../http/map.ts';

/** The sites of one city, which the second user sees: an installation of the usual size. */
export const citySites = 60;

export type Viewer = 'all' | 'city' | 'none';

/** An installation with many sites and three users: one sees all of them, one those of a city, one none. */
export interface MapInstallation {
  sites: number;
  dataDir: string;
  connection: object;
  /** A process beside the server that stores reports of stations, like a gateway. */
  gateway: RunningApp;
  tokens: Record<Viewer, string>;
  close(): Promise<void>;
}

export async function openMapInstallation(sites: number): Promise<MapInstallation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-map-'));
  const { connection, ...database } = await startEmbedded({ dataDir });
  await prepareDatabase(connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
  const config = readConfig({ DATA_DIR: dataDir, ROLES: 'gateway' });
  const open = () => openApp({ config, connection, log: pino({ level: 'error' }), limited: false });
  const filler = await open();
  await fillSites(filler.app.pool, sites);
  await addUser(filler, { id: 2, deptId: 900 });
  await addUser(filler, { id: 3, deptId: 901 });
  await gatherCity(filler);
  await filler.close();
  // Opened again after the sites were added, so that it knows them.
  const gateway = await open();
  const client = { address: '127.0.0.1', browser: '', os: '' };
  const tokens = {
    all: await openSession(gateway.app.db, systemClock, 1, client),
    none: await openSession(gateway.app.db, systemClock, 2, client),
    city: await openSession(gateway.app.db, systemClock, 3, client),
  };
  return {
    sites,
    dataDir,
    connection,
    gateway,
    tokens,
    async close() {
      await gateway.close();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** A user of a department of their own whose data scope reaches no other department. */
async function addUser(
  { app: { pool } }: RunningApp,
  { id, deptId }: { id: number; deptId: number },
): Promise<void> {
  const name = `bench${id}`;
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values ($1, 100, '{0,100}', $2)`,
    [deptId, name],
  );
  await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
     select $1, $2, $3, $3, password from sys_user where user_id = 1`,
    [id, deptId, name],
  );
  await pool.query(
    `insert into sys_role (role_id, role_name, role_key, data_scope) values ($1, $2, $2, '3')`,
    [deptId, name],
  );
  await pool.query(`insert into sys_role_menu select $1, menu_id from sys_menu`, [deptId]);
  await pool.query('insert into sys_user_role values ($1, $2)', [id, deptId]);
}

/** Moves the first sites into one city and to the second user's department. */
async function gatherCity({ app: { pool } }: RunningApp): Promise<void> {
  await pool.query(
    `insert into site_entity (entity_id, entity_code, entity_name, dept_id) values (51, 'E51', '北京', 901)`,
  );
  await pool.query(
    `update site set entity_id = 51, longitude = 116.1 + random() * 0.6, latitude = 39.7 + random() * 0.4
     where site_id <= $1`,
    [citySites],
  );
}

const renderers = {
  map: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  canvas: ['--disable-gpu'],
};

/** The browser renders in software, as in the browser tests: maps with WebGL, charts without it, which is faster. */
export function launchBrowser(
  executablePath: string | undefined,
  shows: 'map' | 'canvas' = 'map',
): Promise<Browser> {
  return chromium.launch({
    ...(executablePath && { executablePath }),
    // Ctrl-C stops the whole measurement, not only the browser.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    args: [...browserArguments, ...renderers[shows]],
  });
}

/** A new browser context with a cold cache, without animations unless they are measured. */
export async function openWindow(
  browser: Browser,
  origin: string,
  token: string,
  reducedMotion: 'reduce' | 'no-preference' = 'reduce',
) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion,
  });
  if (token) await context.addCookies([{ name: 'Admin-Token', value: token, url: origin }]);
  return context;
}
