import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../server/src/config.ts';
import { addProvider, issueCode } from '../server/src/features/system/identity.service.ts';
import { openApp } from '../server/src/roles/app.ts';
import { serveWeb } from '../server/src/roles/web.ts';
import { readConnection } from './database.ts';

interface SecondServer {
  origin: string;
  /** The address that another login would send the owner of a phone to. */
  vouchFor(subject: string): Promise<string>;
  close(): Promise<void>;
}

const mute = () => undefined;
const silent = {
  level: 'silent',
  fatal: mute,
  error: mute,
  warn: mute,
  info: mute,
  debug: mute,
  trace: mute,
  silent: mute,
  child: () => silent,
};

/** Another process's worth of server on the same database, with a login of someone else's connected to it. */
export async function openSecondServer(): Promise<SecondServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-second-'));
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0' });
  const { app, close } = await openApp({
    config,
    connection: readConnection(),
    log: silent,
  });
  addProvider(app, 'test');
  await serveWeb(app.http);
  const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    origin,
    async vouchFor(subject) {
      const { page, code } = await issueCode(app, { provider: 'test', subject });
      return `${origin}${page}?code=${code}`;
    },
    async close() {
      await close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
