import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { serveWeb } from '../../server/src/roles/web.ts';

/** Bytes on the wire until a first visitor sees the login page, headers included. */
export async function measureLoginBytes(executablePath: string | undefined): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-bytes-'));
  const { connection, ...database } = await startEmbedded({ dataDir, durable: false });
  await prepareDatabase(connection, { adminPassword: 'Correct-horse-1', demo: false }, () => {});
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0' });
  const running = await openApp({ config, connection, log: pino({ level: 'error' }) });
  await serveWeb(running.app);
  const address = await running.app.http.listen({ port: 0, host: '127.0.0.1' });
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  let bytes = 0;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
  await page.goto(`${address}/login`, { waitUntil: 'networkidle' });
  await browser.close();
  await running.close();
  await database.stop();
  rmSync(dataDir, { recursive: true, force: true });
  return bytes;
}
