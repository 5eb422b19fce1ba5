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

/** An installation with many sites and two users: one sees all of them, the other none. */
export interface MapInstallation {
  sites: number;
  dataDir: string;
  connection: object;
  /** A process beside the server that stores reports of stations, like a gateway. */
  gateway: RunningApp;
  tokens: { all: string; none: string };
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
  await addUserWithoutSites(filler);
  await filler.close();
  // Opened again after the sites were added, so that it knows them.
  const gateway = await open();
  const client = { address: '127.0.0.1', browser: '', os: '' };
  const tokens = {
    all: await openSession(gateway.app.db, systemClock, 1, client),
    none: await openSession(gateway.app.db, systemClock, 2, client),
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

/** A user of a department without sites whose data scope reaches no other department. */
async function addUserWithoutSites({ app: { pool } }: RunningApp): Promise<void> {
  await pool.query(
    `insert into sys_dept (dept_id, parent_id, ancestors, dept_name) values (900, 100, '{0,100}', 'bench')`,
  );
  await pool.query(
    `insert into sys_user (user_id, dept_id, user_name, nick_name, password)
     select 2, 900, 'bench', 'bench', password from sys_user where user_id = 1`,
  );
  await pool.query(
    `insert into sys_role (role_id, role_name, role_key, data_scope) values (900, 'bench', 'bench', '3')`,
  );
  await pool.query(`insert into sys_role_menu select 900, menu_id from sys_menu`);
  await pool.query('insert into sys_user_role values (2, 900)');
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

/** Options of each new browser context: a cold cache and no animations. */
export async function openWindow(browser: Browser, origin: string, token: string) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    reducedMotion: 'reduce',
  });
  if (token) await context.addCookies([{ name: 'Admin-Token', value: token, url: origin }]);
  return context;
}
