import type { IncomingMessage, ServerResponse } from 'node:http';
import { HOUR_MS } from '@limpid/contract/durations';
import type { SourceTrial } from '@limpid/contract/reference/reference-source';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { soon } from '../../../testing/soon.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;
const path = '/analysis/referenceSource';

afterEach(async () => {
  await pool.query('delete from reference_source');
  await pool.query('delete from reference_reading');
  await pool.query('delete from reference_station');
});

const sensor = (id: number | string, name: string, units: string) => ({ id, parameter: { name, units } });
const hour = (value: unknown, end = testHour) => ({
  value,
  period: { datetimeTo: { utc: new Date(end).toISOString() } },
});

/** As OpenAQ's own server: two locations, one a page, with numbers as texts in the second. */
const pages = [
  {
    id: 7,
    name: 'Bund',
    locality: 'Shanghai',
    coordinates: { latitude: 31.2, longitude: 121.5 },
    sensors: [
      sensor(71, 'pm25', 'µg/m³'),
      sensor(72, 'o3', 'ppm'),
      sensor(73, 'co', 'ppb'),
      sensor(74, 'temperature', 'c'),
    ],
  },
  {
    id: '8',
    name: 'Pudong',
    locality: null,
    coordinates: { latitude: '31.22', longitude: '121.54' },
    sensors: [sensor('81', 'pm25', 'ug/m3')],
  },
];
const values: Record<string, object[]> = {
  71: [hour(35.5), hour('36', testHour - HOUR_MS), hour(null, testHour - 2 * HOUR_MS)],
  72: [hour(0.02), hour(0.03, testHour - HOUR_MS / 2)],
  73: [hour(500), hour(-999, testHour - HOUR_MS)],
  81: [hour('41.5'), hour('—', testHour - HOUR_MS)],
};

interface Stand {
  /** Answers in place of the stand-in; `false` leaves it to it. */
  override?: (url: URL, response: ServerResponse) => boolean;
  limit?: number;
}

/** Adds a source that asks a stand-in of OpenAQ, and returns what was asked of it. */
async function openStandIn({ override = () => false, limit = 1 }: Stand = {}) {
  const asked: { url: URL; request: IncomingMessage }[] = [];
  const server = await serveHttp((request, response) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    asked.push({ url, request });
    if (override(url, response)) return;
    const send = (results: readonly object[]) =>
      response.end(JSON.stringify({ meta: { name: 'openaq-api', page: 1, limit, found: '>1' }, results }));
    const id = /sensors\/(\d+)\/hours$/.exec(url.pathname)?.[1];
    if (id !== undefined) return send(values[id] ?? []);
    const first = (Number(url.searchParams.get('page') ?? 1) - 1) * limit;
    return send(pages.slice(first, first + limit));
  });
  t.app.outbound.allowOwnServer(server.port);
  const { body } = await t.send('POST', path, {
    token,
    json: {
      sourceName: 'OpenAQ',
      kind: 'openaq',
      url: `http://127.0.0.1:${server.port}/v3/locations?coordinates=31.2,121.5&radius=25000`,
      apiKey: 'key-of-openaq',
    },
  });
  expect(body).toMatchObject({ code: 200 });
  const { rows } = await pool.query('select max(source_id) as id from reference_source');
  return { asked, sourceId: Number(rows[0].id) };
}

async function fetchNow(sourceId: number) {
  const { body } = await t.send('POST', `${path}/run/${sourceId}`, { token });
  const { id } = Object(body['data']);
  const read = async () => Object((await t.send('GET', `/common/work/${id}`, { token })).body['data']);
  await soon(async () => (await read()).state).toBe('done');
  return (await read()).report;
}

describe('OpenAQ version 3', () => {
  it('is asked for all pages of its locations, then for the hours of each sensor, with its key', async () => {
    const { asked, sourceId } = await openStandIn();
    expect(await fetchNow(sourceId)).toMatchObject({ problem: null, added: 5, revised: 0 });
    expect(asked.map(({ url }) => `${url.pathname} ${url.searchParams.get('page')}`)).toEqual([
      '/v3/locations null',
      '/v3/locations 2',
      // The second page was full, so a third might have followed.
      '/v3/locations 3',
      '/v3/sensors/71/hours null',
      '/v3/sensors/72/hours null',
      '/v3/sensors/73/hours null',
      '/v3/sensors/81/hours null',
    ]);
    for (const { request } of asked) expect(request.headers['x-api-key']).toBe('key-of-openaq');
    expect(asked[1]?.url.searchParams.get('radius')).toBe('25000');
    const { searchParams } = asked[3]?.url ?? expect.unreachable();
    const [from, to] = ['datetime_from', 'datetime_to'].map((name) =>
      Date.parse(searchParams.get(name) ?? ''),
    );
    expect(Number(to) - Number(from)).toBe(24 * HOUR_MS);
  });

  it('is stored with one row for each hour of a location, numbers as texts and missing values', async () => {
    const { sourceId } = await openStandIn();
    const { skipped } = await fetchNow(sourceId);
    const { rows } = await pool.query(
      `select station_code, hour = $1 as newest, pm25, o3, co from reference_reading order by station_code, hour desc`,
      [new Date(testHour - HOUR_MS)],
    );
    expect(rows).toEqual([
      { station_code: 'OPENAQ-7', newest: true, pm25: 35.5, o3: 39.24, co: 0.573 },
      { station_code: 'OPENAQ-7', newest: false, pm25: 36, o3: null, co: null },
      { station_code: 'OPENAQ-7', newest: false, pm25: null, o3: null, co: null },
      { station_code: 'OPENAQ-8', newest: true, pm25: 41.5, o3: null, co: null },
      { station_code: 'OPENAQ-8', newest: false, pm25: null, o3: null, co: null },
    ]);
    expect(skipped).toEqual([
      { reason: 'notFullHour', count: 1 },
      { reason: 'badValue', count: 1 },
    ]);
    const stations = await pool.query(
      'select station_name, city, longitude, latitude from reference_station order by station_code',
    );
    expect(stations.rows).toEqual([
      { station_name: 'Bund', city: 'Shanghai', longitude: 121.5, latitude: 31.2 },
      { station_name: 'Pudong', city: null, longitude: 121.54, latitude: 31.22 },
    ]);
  });

  it('is tried with one sensor of the first page', async () => {
    const { asked, sourceId } = await openStandIn();
    const { body } = await t.send('POST', `${path}/try/${sourceId}`, { token });
    const trial = body['data'] as SourceTrial;
    expect(trial).toMatchObject({
      problem: null,
      stations: 1,
      skipped: [{ reason: 'otherSensor', count: 2 }],
    });
    expect(asked).toHaveLength(2);
  });

  it('is stored without the sensors that do not answer, which are counted', async () => {
    const { asked, sourceId } = await openStandIn({
      override: ({ pathname }, response) => {
        if (pathname.endsWith('/71/hours')) response.writeHead(500).end();
        else if (pathname.endsWith('/73/hours')) response.end('<html>');
        else return false;
        return true;
      },
    });
    const { problem, skipped } = await fetchNow(sourceId);
    expect({ problem, skipped }).toMatchObject({
      problem: null,
      skipped: expect.arrayContaining([{ reason: 'failedSensor', count: 2 }]),
    });
    expect(asked.filter(({ url }) => url.pathname.endsWith('/hours'))).toHaveLength(4);
    const { rows } = await pool.query(
      'select station_code, pm25, o3, co from reference_reading order by station_code, hour desc limit 2',
    );
    expect(rows).toEqual([
      { station_code: 'OPENAQ-7', pm25: null, o3: 39.24, co: null },
      { station_code: 'OPENAQ-8', pm25: 41.5, o3: null, co: null },
    ]);
  });

  it('keeps the stored values of a sensor that stops answering', async () => {
    let isDead = false;
    const { sourceId } = await openStandIn({
      override: ({ pathname }, response) =>
        isDead && pathname.endsWith('/71/hours') && Boolean(response.writeHead(500).end()),
    });
    await fetchNow(sourceId);
    isDead = true;
    expect(await fetchNow(sourceId)).toMatchObject({ problem: null, added: 0, revised: 0, unchanged: 4 });
    const { rows } = await pool.query('select max(pm25) from reference_reading where station_code = $1', [
      'OPENAQ-7',
    ]);
    expect(rows).toEqual([{ max: 36 }]);
  });

  it.each([401, 403, 429])('is not asked on after a sensor is refused with %d', async (status) => {
    const { asked, sourceId } = await openStandIn({
      override: ({ pathname }, response) =>
        pathname.endsWith('/72/hours') && Boolean(response.writeHead(status).end()),
    });
    expect(await fetchNow(sourceId)).toMatchObject({
      added: 0,
      problem: 'reference.problems.status',
      detail: String(status),
    });
    expect(asked.filter(({ url }) => url.pathname.endsWith('/hours'))).toHaveLength(2);
  });

  it.each([
    ['refuses the key', (_: URL, response: ServerResponse) => response.writeHead(401).end(), 'status', '401'],
    [
      'renames the value of an hour',
      (url: URL, response: ServerResponse) =>
        url.pathname.endsWith('/hours') &&
        response.end(JSON.stringify({ results: [{ ...hour(1), value: undefined, mean: 1 }] })),
      'field',
      'results.value',
    ],
    [
      'is cut on its way',
      (url: URL, response: ServerResponse) =>
        url.pathname.endsWith('/hours') && response.end('{"results": [{"value": 3'),
      'json',
      '{"results": [{"value": 3',
    ],
    [
      'has hours of long ago only',
      (url: URL, response: ServerResponse) =>
        url.pathname.endsWith('/hours') &&
        response.end(
          JSON.stringify({
            results: [{ value: 3, period: { datetimeTo: { utc: '2025-01-01T00:00:00Z' } } }],
          }),
        ),
      'old',
      '',
    ],
  ])('stores nothing when it %s', async (_, answer, reason, detail) => {
    const { sourceId } = await openStandIn({ override: (url, response) => Boolean(answer(url, response)) });
    expect(await fetchNow(sourceId)).toMatchObject({
      added: 0,
      problem: `reference.problems.${reason}`,
      detail,
    });
    expect((await pool.query('select from reference_reading')).rowCount).toBe(0);
  });
});
