import { randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import pino from 'pino';
import { readConfig } from '../../server/src/config.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { openApp } from '../../server/src/roles/app.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';

const megabytes = 40;
const milliseconds = 4000;
const password = 'Correct-horse-1';

/**
 * Uploads of 40 MB from first byte to response, stored and flushed, compared with writing and flushing the same bytes.
 */
export async function measureUploads(): Promise<{ megabytesPerSecond: number; bare: number }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'limpid-uploads-'));
  const { connection, ...database } = await startEmbedded({ dataDir, durable: false });
  await prepareDatabase(connection, { adminPassword: password, demo: false }, () => {});
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', CAPTCHA_ENABLED: 'off' });
  const running = await openApp({ config, connection, log: pino({ level: 'error' }), limited: false });
  const port = Number(new URL(await running.app.http.listen({ port: 0, host: '127.0.0.1' })).port);
  const bytes = randomFillSync(Buffer.alloc(megabytes * 1024 * 1024));
  try {
    const token = await logIn(port);
    const send = () => upload(port, token, bytes);
    await send();
    const [megabytesPerSecond = 0, bare = 0] = await compareRates([send, () => write(dataDir, bytes)]);
    return { megabytesPerSecond, bare };
  } finally {
    await running.close();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

interface Sent {
  path: string;
  headers: Record<string, string>;
  parts: (string | Buffer)[];
}

/** Uses the plain HTTP client: one that handles forms and blobs would dominate the measurement. */
async function post(port: number, { path, headers, parts }: Sent): Promise<Record<string, unknown>> {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: `/prod-api${path}`,
    headers: { ...headers, 'content-length': length },
  });
  for (const part of parts) sent.write(part);
  sent.end();
  const [response] = await once(sent, 'response');
  const body = JSON.parse(await text(response));
  if (body.code !== 200) throw new Error(body.msg);
  return body;
}

async function logIn(port: number): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const parts = [JSON.stringify({ username: 'admin', password })];
  return String((await post(port, { path: '/login', headers, parts }))['token']);
}

async function upload(port: number, token: string, bytes: Buffer): Promise<void> {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="firmware.bin"\r\n\r\n';
  await post(port, {
    path: '/common/upload?purpose=package&lang=en',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    parts: [head, bytes, '\r\n--b--\r\n'],
  });
}

async function write(folder: string, bytes: Buffer): Promise<void> {
  const handle = await open(join(folder, 'bare'), 'w');
  await handle.writeFile(bytes);
  await handle.sync();
  await handle.close();
}

/** Alternates both, so that other load on the machine slows both alike; returns the median round of each. */
async function compareRates(works: (() => Promise<void>)[]): Promise<number[]> {
  const times = works.map((): number[] => []);
  const start = performance.now();
  while (performance.now() - start < milliseconds || (times[0]?.length ?? 0) < 3) {
    for (const [index, work] of works.entries()) {
      const before = performance.now();
      await work();
      times[index]?.push(performance.now() - before);
    }
  }
  return times.map((rounds) => {
    const middle = rounds.sort((a, b) => a - b)[Math.floor(rounds.length / 2)] ?? Number.POSITIVE_INFINITY;
    return Math.round(megabytes / (middle / 1000));
  });
}
