import { X509Certificate } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { HOUR_MS } from '@limpid/contract/durations';
import type { FetchReport, SourceTrial } from '@limpid/contract/reference/reference-source';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  certificate,
  serveTls as listenTls,
  serveHttp,
} from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { openTestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { soon } from '../../../testing/soon.ts';
import { openSource } from './ask-source.ts';
import { startReferenceFetch } from './fetch.job.ts';
import { findSource } from './source.store.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const path = '/analysis/referenceSource';
const sources = makeResourceClient(t, path, token);
const { pool } = t.app;

/** A source that may be asked although it is on this machine. */
async function serve(answer: RequestListener) {
  const server = await serveHttp(answer);
  t.app.outbound.allowOwnServer(server.port);
  return server;
}
async function serveTls(answer: RequestListener) {
  const server = await listenTls(answer);
  t.app.outbound.allowOwnServer(server.port);
  return server;
}

/** The label of an hour in the network's files: its end on the clock of Beijing. */
const labelOf = (end: number) => new Date(end + 8 * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ');
const station = (changes: object = {}, end = testHour) => ({
  StationCode: '1001A',
  PositionName: '万寿西宫',
  Area: '北京市',
  TimePoint: labelOf(end),
  Longitude: '116.3621',
  Latitude: '39.8784',
  AQI: '105',
  Quality: '轻度污染',
  PrimaryPollutant: '颗粒物(PM10)',
  PM2_5: '57',
  PM10: '131',
  SO2: '<3',
  NO2: '—',
  CO: '1.0',
  O3: '70',
  ...changes,
});
const send =
  (document: unknown): RequestListener =>
  (_, response) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(document));

let sourceId: number;
/** A source with these values; the network's own by default. */
async function addSource(values: object): Promise<void> {
  const body = { sourceName: 'CNEMC', kind: 'cnemc', ...values };
  expect(await sources.send('POST', '', body)).toMatchObject({ code: 200 });
  const { rows } = await pool.query('select max(source_id) as id from reference_source');
  sourceId = rows[0].id;
}

async function fetchNow(): Promise<FetchReport> {
  const { body } = await t.send('POST', `${path}/run/${sourceId}`, { token });
  const { id } = body['data'] as { id: string };
  const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running');
  const { report, problem } = await read();
  if (problem !== null) throw new Error(problem);
  return report as FetchReport;
}

const stored = async () =>
  (await pool.query('select * from reference_reading order by hour desc, station_code')).rows;
const readSource = async () =>
  (await pool.query('select * from reference_source where source_id = $1', [sourceId])).rows[0];

beforeEach(async () => {
  t.clock.pauses.length = 0;
});
afterEach(async () => {
  await pool.query('delete from reference_source');
  await pool.query('delete from reference_fetch');
  await pool.query('delete from reference_reading');
  await pool.query('delete from reference_station');
});

describe('a source', () => {
  it('is disabled until somebody enables it, and there is none after the installation', async () => {
    expect((await pool.query('select from reference_source')).rowCount).toBe(0);
    await addSource({ url: 'http://127.0.0.1:9/a/GetAllAQIPublishLive' });
    expect(await sources.list()).toMatchObject([{ status: '1', state: 'idle' }]);
  });

  it.each([
    ['url', { url: 'ftp://a.example' }, 'notify.url', {}],
    ['pollMinutes', { pollMinutes: '75' }, 'reference.poll_minutes', {}],
    ['zone', { zone: 'Asia/Atlantis' }, 'reference.zone', {}],
    ['caCertificate', { caCertificate: 'no' }, 'reference.certificate', {}],
    ['fingerprint', { fingerprint: 'ab:cd' }, 'reference.fingerprint', {}],
    ['pastUrl', { pastUrl: 'http://a.example/{{hour}}' }, 'reference.placeholder', { position: 18 }],
    ['codeField', { kind: 'json' }, 'field.required', {}],
    ['pollutants', { kind: 'json', codeField: 'c', timeField: 't' }, 'reference.mapping', {}],
    ['rowsPath', { kind: 'json', codeField: 'c', timeField: 't', rowsPath: 'a..b' }, 'reference.path', {}],
    [
      'pollutants',
      {
        kind: 'json',
        codeField: 'c',
        timeField: 't',
        pollutants: [{ pollutant: 'pm10', field: 'p', unit: 'ppb' }],
      },
      'reference.unit',
      { pollutant: 'PM10', unit: 'ppb' },
    ],
  ] as const)('is refused with a bad %s', async (field, values, key, params) => {
    const body = { sourceName: 'bad', kind: 'cnemc', url: 'http://a.example/x', ...values };
    const { msg } = await sources.send('POST', '', body);
    expect(msg).toBe(errorText(key, { label: `reference.source.fields.${field}`, ...params }));
  });

  it('keeps its key to itself, and loses it when it moves to another server', async () => {
    const url = 'https://a.example/data';
    await addSource({ kind: 'pm25in', url, apiKey: 'do-not-tell' });
    const { body } = await t.send('GET', `${path}/${sourceId}`, { token });
    expect(JSON.stringify(body)).not.toContain('do-not-tell');
    const row = body['data'] as object;
    await sources.send('PUT', '', { ...row, url: `${url}?x=1` });
    expect((await readSource()).api_key).toMatch(/^v1\./);
    await sources.send('PUT', '', { ...row, url: 'https://b.example/data' });
    expect((await readSource()).api_key).toBeNull();
  });

  it('loses its key when its past hours move to a third server', async () => {
    const url = 'https://a.example/data';
    const pastUrl = 'https://past.example/{{time}}';
    await addSource({ ...mapped, kind: 'json', url, pastUrl, apiKey: 'do-not-tell' });
    const row = (await t.send('GET', `${path}/${sourceId}`, { token })).body['data'] as object;
    for (const kept of [`${pastUrl}?x=1`, 'https://a.example/{{time}}', null]) {
      expect(await sources.send('PUT', '', { ...row, pastUrl: kept })).toMatchObject({ code: 200 });
      expect((await readSource()).api_key).toMatch(/^v1\./);
    }
    const moved = { ...row, pastUrl: 'https://b.example/{{time}}' };
    await sources.send('PUT', '', { ...moved, apiKey: 'another' });
    expect((await readSource()).api_key).toMatch(/^v1\./);
    await sources.send('PUT', '', { ...row, pastUrl });
    expect((await readSource()).api_key).toBeNull();
  });

  it('is tried without storing anything', async () => {
    const { port } = await serve(send([station()]));
    await addSource({ url: `http://127.0.0.1:${port}/GetAllAQIPublishLive` });
    const { body } = await t.send('POST', `${path}/try/${sourceId}`, { token });
    const trial = body['data'] as SourceTrial;
    expect(trial).toMatchObject({ problem: null, rows: 1, stations: 1 });
    expect(trial.sample).toEqual([
      {
        stationCode: '1001A',
        stationName: '万寿西宫',
        releasedAt: testHour,
        values: [57, 131, 1.5, null, 70, 1],
      },
    ]);
    expect(await stored()).toEqual([]);
  });
});

describe('a fetch of the national network', () => {
  it('stores the newest hour and asks again for the 23 hours before, spaced', async () => {
    const asked: string[] = [];
    const { port } = await serve(async (request, response) => {
      const date = new URLSearchParams(Buffer.concat(await request.toArray()).toString()).get('date');
      asked.push(`${request.method} ${request.url} ${date}`);
      const end = date === null ? testHour : Date.parse(`${date.replace(' ', 'T')}+08:00`);
      response.end(JSON.stringify(date === labelOf(testHour - 3 * HOUR_MS) ? [] : [station({}, end)]));
    });
    await addSource({ url: `http://127.0.0.1:${port}/HourChangesPublish/GetAllAQIPublishLive` });
    expect(await fetchNow()).toEqual({
      rows: 23,
      added: 23,
      revised: 0,
      unchanged: 0,
      skipped: [],
      problem: null,
      detail: '',
    });
    expect(asked).toHaveLength(24);
    expect(asked[0]).toBe('POST /HourChangesPublish/GetAllAQIPublishLive null');
    expect(asked[1]).toBe(
      `POST /HourChangesPublish/GetAQIHistoryByConditionHis ${labelOf(testHour - HOUR_MS)}`,
    );
    expect(t.clock.pauses.filter((ms) => ms >= 1500)).toHaveLength(23);
    expect((await stored())[0]).toMatchObject({
      station_code: '1001A',
      pm25: 57,
      so2: 1.5,
      no2: null,
      aqi: 105,
      level: '3',
      primary_pollutant: 'PM10',
      create_by: 'CNEMC',
    });
    expect(await readSource()).toMatchObject({ state: 'current', fail_count: 0, problem: null });
    expect(await fetchNow()).toMatchObject({ added: 0, revised: 0, unchanged: 23 });
    const { rows } = await t.send('GET', '/analysis/referenceFetch/list', { token }).then(({ body }) => body);
    expect(rows).toMatchObject([
      { outcome: 'done', reason: 'manual', unchanged: 23 },
      { outcome: 'done', reason: 'manual', added: 23 },
    ]);
  });

  it('keeps what an hour was before it was revised, twice', async () => {
    let document = [station({ SO2: '202' })];
    const { port } = await serve((_, response) => response.end(JSON.stringify(document)));
    const url = `http://127.0.0.1:${port}/a`;
    await addSource({ kind: 'json', ...mapped, url });
    await fetchNow();
    const [first] = await stored();
    expect(first.revised_at).toBeNull();
    document = [station({ SO2: '—' })];
    expect(await fetchNow()).toMatchObject({ added: 0, revised: 1, unchanged: 0 });
    document = [station({ SO2: '12' })];
    await fetchNow();
    // The same once more is not a revision.
    await fetchNow();
    const answer = await t.send('GET', `/analysis/nationalControl/revisions/${first.reading_id}`, { token });
    expect(answer.body['data']).toMatchObject({
      stationCode: '1001A',
      releasedAt: testHour,
      versions: [12, null, 202].map((so2) => ({
        seenFrom: 'CNEMC',
        values: [57, 131, so2, null, 1, 70],
      })),
    });
    const [shown] = (await t.send('GET', '/analysis/nationalControl/list', { token })).body[
      'rows'
    ] as object[];
    expect(shown).toMatchObject({ so2: 12, revisedAt: expect.any(String) });
  });
});

/** The same rows by a mapping, whose past is not asked for. */
const mapped = {
  codeField: 'StationCode',
  timeField: 'TimePoint',
  pollutants: (
    [
      ['pm25', 'PM2_5'],
      ['pm10', 'PM10'],
      ['so2', 'SO2'],
      ['no2', 'NO2'],
      ['o3', 'O3'],
      ['co', 'CO'],
    ] as const
  ).map(([pollutant, field]) => ({ pollutant, field, unit: pollutant === 'co' ? 'mg/m³' : 'µg/m³' })),
};

describe('an answer that cannot be used', () => {
  it.each<[string, RequestListener, string, string]>([
    ['is an error', (_, response) => response.writeHead(500).end('oops'), 'status', '500'],
    ['is empty', (_, response) => response.end(), 'empty', ''],
    ['has no rows', send([]), 'empty', ''],
    ['is a page', (_, response) => response.end('<html>'), 'json', '<html>'],
    [
      'was cut',
      (_, response) => response.end('[{"StationCode": "1001A", "Ti'),
      'json',
      '[{"StationCode": "1001A", "Ti',
    ],
    [
      'is cut off on the way',
      (_, response) => {
        response.writeHead(200, { 'content-length': '1000' });
        response.write('[{', () => response.destroy());
      },
      'connection',
      '127.0.0.1: ECONNRESET',
    ],
    ['lost a field', send([station({ PM10: undefined })]), 'field', 'PM10'],
    [
      'redirects',
      (_, response) => response.writeHead(302, { location: '/b' }).end(),
      'redirect',
      '127.0.0.1: 302',
    ],
    [
      'has an unknown encoding',
      (_, response) => response.setHeader('content-type', 'text/plain; charset=klingon').end('[]'),
      'charset',
      'text/plain; charset=klingon',
    ],
  ])('because it %s stores nothing and says why', async (_, answer, reason, detail) => {
    const { port } = await serve(answer);
    await addSource({ ...mapped, kind: 'json', url: `http://127.0.0.1:${port}/a` });
    expect(await fetchNow()).toMatchObject({ added: 0, problem: `reference.problems.${reason}`, detail });
    expect(await stored()).toEqual([]);
    expect(await readSource()).toMatchObject({ state: 'retrying', fail_count: 1, problem_detail: detail });
  });

  it('is read in the encoding of Chinese servers', async () => {
    const bytes = Buffer.concat([
      Buffer.from(JSON.stringify([station()]).split('万寿西宫')[0] ?? ''),
      Buffer.from([0xcd, 0xf2, 0xca, 0xd9]),
      Buffer.from('","Area":"","TimePoint":'),
      Buffer.from(`"${labelOf(testHour)}","PM2_5":"9","PM10":"9","SO2":"9","NO2":"9","CO":"1","O3":"9"}]`),
    ]);
    const { port } = await serve((_, response) =>
      response.setHeader('content-type', 'application/json; charset=GBK').end(bytes),
    );
    await addSource({
      ...mapped,
      nameField: 'PositionName',
      kind: 'json',
      url: `http://127.0.0.1:${port}/a`,
    });
    expect(await fetchNow()).toMatchObject({ added: 1, problem: null });
    const { rows } = await pool.query('select station_name from reference_station');
    expect(rows).toEqual([{ station_name: '万寿' }]);
  });
});

it('does not wait for ever for a slow source', async () => {
  const { port } = await serve((_, response) => void setTimeout(() => response.end('[]'), 60_000).unref());
  await addSource({ ...mapped, kind: 'json', url: `http://127.0.0.1:${port}/a` });
  const settings = { outboundAllow: ['127.0.0.0/8'], port: 1, gatewayPort: 2, outboundTimeoutMs: 100 };
  const source = (await findSource(t.app.db, sourceId)) ?? expect.unreachable();
  const deps = { ...t.app, outbound: openOutbound(settings), readLevel: () => null };
  const asked = openSource(deps, source, new AbortController().signal);
  await expect(asked.readNewest()).rejects.toMatchObject({ reason: 'timeout', detail: '127.0.0.1' });
});

describe('a server that signed its certificate itself', () => {
  const { fingerprint256 } = new X509Certificate(certificate);
  it.each([
    ['is refused', {}, 'reference.problems.tls'],
    ['is refused with another fingerprint', { fingerprint: '00'.repeat(32) }, 'reference.problems.tls'],
    ['is asked with its fingerprint', { fingerprint: fingerprint256 }, null],
  ])('%s', async (_, values, problem) => {
    const { port } = await serveTls(send([station()]));
    await addSource({ ...mapped, kind: 'json', url: `https://127.0.0.1:${port}/a`, ...values });
    expect(await fetchNow()).toMatchObject({ problem, added: problem === null ? 1 : 0 });
  });
});

describe('the clock', () => {
  it('fetches once, however many processes there are', async () => {
    let asked = 0;
    const { port } = await serve((request, response) => {
      asked++;
      send([station()])(request, response);
    });
    const other = await openTestApp({}, { connection: t.connection });
    other.app.outbound.allowOwnServer(port);
    const stops = [t, other].map(({ app, services }) => startReferenceFetch(app, services));
    await addSource({ ...mapped, kind: 'json', url: `http://127.0.0.1:${port}/a`, status: '0' });
    await soon(async () => (await readSource()).state).toBe('current');
    for (const stop of stops) await stop();
    await other.close();
    expect(asked).toBe(1);
    expect((await pool.query('select reason, outcome from reference_fetch')).rows).toEqual([
      { reason: 'clock', outcome: 'done' },
    ]);
  });

  it('shows a source as failing after five failures, and leaves it alone meanwhile', async () => {
    const { port } = await serve((_, response) => response.writeHead(503).end());
    await addSource({ ...mapped, kind: 'json', url: `http://127.0.0.1:${port}/a` });
    for (let n = 0; n < 5; n++) await fetchNow();
    const { state, next_run_at: next, last_run_at: last } = await readSource();
    expect(state).toBe('failing');
    expect(Date.parse(`${next}Z`) - Date.parse(`${last}Z`)).toBeCloseTo(32 * 60_000, -4);
  });
});
