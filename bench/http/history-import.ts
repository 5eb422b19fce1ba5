import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS, MINUTE_MS } from '../../contract/src/durations.ts';
import { openPool } from '../../server/src/platform/db/pool.ts';
import { startEmbedded } from '../../server/src/platform/embedded/embedded.ts';
import { prepareDatabase } from '../../server/src/roles/prepare.ts';
import { adminPassword, formatUrl } from '../../server/src/testing/connection.ts';
import { findPort, startProcess } from '../../server/src/testing/process.ts';

export interface HistoryImportFigures {
  megabytes: number;
  rows: number;
  seconds: number;
  /** Resident memory of the server in megabytes: before the import, and its maximum. */
  before: number;
  most: number;
  /** Maximum memory of the child processes of the server. */
  children: number;
  load: number;
}

const [sites, minutes] = [12, 30 * 1440];
const channels = ['PM2.5', 'PM10', 'SO2', 'NO2', 'CO', 'O3', 'PM1', 'NO', 'NOx', 'TEM', 'RH', 'WS'];

/** Imports a CSV file of 100 MB through the route, into a server that runs as a separate process. */
export async function measureHistoryImport(): Promise<HistoryImportFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'limpid-history-'));
  const database = await startEmbedded({ dataDir: join(folder, 'database') });
  await prepareDatabase(database.connection, { adminPassword, demo: false }, () => {});
  await addSites(database.connection);
  const port = await findPort();
  const server = startProcess({
    DATABASE_URL: formatUrl(database.connection),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    CAPTCHA_ENABLED: 'off',
  });
  try {
    await server.waitForOutput('Limpid is ready');
    return await importFile(folder, port, server.child.pid ?? 0);
  } finally {
    server.child.kill('SIGTERM');
    await server.ended;
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addSites(connection: Parameters<typeof openPool>[0]): Promise<void> {
  const pool = openPool({ ...connection, max: 1 });
  await pool.query(
    `with entity as (
       insert into site_entity (entity_code, entity_name, dept_id) values ('history', 'history', 100) returning entity_id
     )
     insert into site (site_code, site_name, entity_id, mn, device_type_id)
     select mn, mn, entity_id, mn, 1 from entity, unnest($1::text[]) mn`,
    [Array.from({ length: sites }, (_, site) => mnOf(site))],
  );
  await pool.end();
}

const mnOf = (site: number) => `HISTORY${String(site).padStart(3, '0')}`;

async function importFile(folder: string, port: number, pid: number): Promise<HistoryImportFigures> {
  const file = join(folder, 'history.csv');
  await pipeline(makeLines, createWriteStream(file));
  const ask = openClient(port);
  await ask.logIn();
  await wait(5000);
  const before = readMemory(pid).now;
  let children = 0;
  const timer = setInterval(() => {
    for (const child of listChildren(pid)) children = Math.max(children, readMemory(child).most);
  }, 50);
  const [load = 0] = loadavg();
  const started = performance.now();
  const { id } = await ask.upload(file);
  let state = 'running';
  while (state === 'running') {
    await wait(1000);
    // On a busy machine a response may time out; the import continues.
    state = await ask.stateOf(id).catch(() => state);
  }
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  if (state !== 'done') throw new Error(`the import ended as ${state}`);
  const megabytes = statSync(file).size / 1024 / 1024;
  return { megabytes, rows: sites * minutes, seconds, before, most: readMemory(pid).most, children, load };
}

/** A month of minute values of all sites, ordered by minute, up to yesterday. */
function* makeLines(): Generator<string> {
  yield `time,MN,${channels.join(',')}\n`;
  const end = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  for (let minute = 0; minute < minutes; minute++) {
    const time = new Date(end - (minutes - minute) * MINUTE_MS).toISOString().slice(0, 16).replace('T', ' ');
    let lines = '';
    for (let site = 0; site < sites; site++) {
      const values = channels.map((_, at) => (20 + Math.sin(minute / 300 + site + at) * 10).toFixed(10));
      lines += `${time},${mnOf(site)},${values.join(',')}\n`;
    }
    yield lines;
  }
}

function openClient(port: number) {
  let token = '';
  async function send(
    path: string,
    method: string,
    headers: Record<string, string>,
    body?: () => NodeJS.ReadableStream | string,
  ) {
    const sent = request({
      port,
      host: '127.0.0.1',
      method,
      path: `/prod-api${path}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
    });
    const content = body?.();
    if (typeof content === 'object') await pipeline(content, sent);
    else sent.end(content);
    const [response] = await once(sent, 'response');
    const envelope = JSON.parse(await text(response));
    if (envelope.code !== 200) throw new Error(envelope.msg);
    return envelope;
  }
  return {
    async logIn() {
      const body = JSON.stringify({ username: 'admin', password: adminPassword });
      token = (await send('/login', 'POST', { 'content-type': 'application/json' }, () => body)).token;
    },
    async upload(file: string): Promise<{ id: string }> {
      const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="history.csv"\r\n\r\n';
      const tail = '\r\n--b--\r\n';
      async function* parts() {
        yield Buffer.from(head);
        yield* createReadStream(file);
        yield Buffer.from(tail);
      }
      const size = head.length + statSync(file).size + tail.length;
      const type = 'multipart/form-data; boundary=b';
      const headers = { 'content-type': type, 'content-length': String(size) };
      return (await send('/data/history/import', 'POST', headers, () => Readable.from(parts()))).data;
    },
    stateOf: async (id: string): Promise<string> => (await send(`/common/work/${id}`, 'GET', {})).data.state,
  };
}

function readMemory(pid: number): { now: number; most: number } {
  const status = read(`/proc/${pid}/status`);
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  return { now: megabytes('VmRSS'), most: megabytes('VmHWM') };
}

function listChildren(pid: number): number[] {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number);
}

/** A process may have ended since it was listed. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
