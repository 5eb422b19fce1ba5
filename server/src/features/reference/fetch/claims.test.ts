import type { RequestListener } from 'node:http';
import { HOUR_MS } from '@limpid/contract/durations';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { errorText } from '../../../testing/error-text.ts';
import { runFetch } from './run-fetch.ts';
import { findSource } from './source.store.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;
const path = '/analysis/referenceSource';

afterEach(async () => {
  await pool.query('delete from reference_source');
  await pool.query('delete from reference_fetch');
  await pool.query('delete from reference_reading');
  await pool.query('delete from reference_station');
});

async function addSource(answer: RequestListener, values: object = {}): Promise<number> {
  const { port } = await serveHttp(answer);
  t.app.outbound.allowOwnServer(port);
  const json = {
    sourceName: 'City',
    kind: 'json',
    url: `http://127.0.0.1:${port}/hours`,
    pastUrl: `http://127.0.0.1:${port}/hours?time={{time}}`,
    zone: 'UTC',
    codeField: 'code',
    timeField: 'time',
    pollutants: [{ pollutant: 'pm10', field: 'pm10', unit: 'µg/m³' }],
    ...values,
  };
  expect((await t.send('POST', path, { token, json })).body).toMatchObject({ code: 200 });
  const { rows } = await pool.query('select max(source_id) as id from reference_source');
  return Number(rows[0].id);
}

async function fetchByClock(sourceId: number) {
  const source = (await findSource(t.app.db, sourceId)) ?? expect.unreachable();
  const { signal } = new AbortController();
  return runFetch(t.app, { source, reason: 'clock', signal, onPublished: async () => undefined });
}

const readSource = async () =>
  (
    await pool.query(
      `select state, (extract(epoch from newest_release) * 1000)::float8 as newest, claim, claimed_until, last_run_at
       from reference_source`,
    )
  ).rows[0];
const rowOf = (end: number, pm10: unknown) => ({ code: 'A', time: new Date(end).toISOString(), pm10 });
const sendRows = (rows: unknown[]): RequestListener => {
  return (_, response) => void response.end(JSON.stringify(rows));
};

describe('an hour that is published without values', () => {
  it('has not come: the source waits and is asked again at its next minute', async () => {
    let pm10: unknown = '—';
    const sourceId = await addSource((request, response) => {
      const time = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('time');
      const end = time === null ? testHour : Date.parse(`${time.replace(' ', 'T')}Z`);
      response.end(JSON.stringify([rowOf(end, end === testHour ? pm10 : 30)]));
    });
    await fetchByClock(sourceId);
    expect(await readSource()).toMatchObject({ state: 'waiting', newest: null });
    pm10 = 40;
    await fetchByClock(sourceId);
    expect(await readSource()).toMatchObject({ state: 'current', newest: testHour });
    // The hours before it are read with the first one that has values.
    const { rows } = await pool.query('select count(*)::integer as hours from reference_reading');
    expect(rows[0].hours).toBe(24);
  });

  it('is there as soon as one station has a value, and leaves the newest hour with values otherwise', async () => {
    const before = [rowOf(testHour - HOUR_MS, 30), { ...rowOf(testHour - HOUR_MS, 20), code: 'B' }];
    let newest: unknown[] = [rowOf(testHour, null), { ...rowOf(testHour, '—'), code: 'B' }];
    const sourceId = await addSource(
      (request, response) => sendRows([...before, ...newest])(request, response),
      { pastUrl: null },
    );
    await fetchByClock(sourceId);
    expect(await readSource()).toMatchObject({ state: 'waiting', newest: testHour - HOUR_MS });
    newest = [rowOf(testHour, '—'), { ...rowOf(testHour, 21), code: 'B' }];
    await fetchByClock(sourceId);
    expect(await readSource()).toMatchObject({ state: 'current', newest: testHour });
  });

  it('does not keep a manual fetch from reading the hours before it', async () => {
    const sourceId = await addSource((request, response) => {
      const time = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('time');
      const end = time === null ? testHour : Date.parse(`${time.replace(' ', 'T')}Z`);
      response.end(JSON.stringify([rowOf(end, time === null ? '—' : 30)]));
    });
    await fetchNow(sourceId);
    const { rows } = await pool.query(
      'select count(*)::integer as hours from reference_reading where pm10 = 30',
    );
    expect(rows[0].hours).toBe(23);
    expect(await readSource()).toMatchObject({ state: 'waiting', newest: testHour - HOUR_MS });
  });
});

async function fetchNow(sourceId: number): Promise<WorkRow> {
  const { body } = await t.send('POST', `${path}/run/${sourceId}`, { token });
  const { id } = body['data'] as { id: string };
  const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running');
  return read();
}

describe('trying a source', () => {
  /** A source that answers only when it is told to. */
  async function addSlowSource() {
    let [answer, arrive] = [() => {}, () => {}];
    const asked = new Promise<void>((resolve) => (arrive = resolve));
    let count = 0;
    const sourceId = await addSource(
      (request, response) => {
        count++;
        answer = () => sendRows([rowOf(testHour, 30)])(request, response);
        arrive();
      },
      { pastUrl: null },
    );
    return { sourceId, asked, answer: () => answer(), count: () => count };
  }
  const trySource = (sourceId: number) => t.send('POST', `${path}/try/${sourceId}`, { token });

  it('is refused while it is being fetched', async () => {
    const { sourceId, asked, answer, count } = await addSlowSource();
    const run = fetchByClock(sourceId);
    await asked;
    const { body } = await trySource(sourceId);
    expect(body).toMatchObject({ msg: errorText('reference.fetching', { name: 'City' }) });
    answer();
    expect(await run).toMatchObject({ added: 1 });
    expect(count()).toBe(1);
  });

  it('keeps the clock from fetching it meanwhile, and leaves no trace', async () => {
    const { sourceId, asked, answer, count } = await addSlowSource();
    const trial = trySource(sourceId);
    await asked;
    expect(await fetchByClock(sourceId)).toBeUndefined();
    answer();
    expect((await trial).body).toMatchObject({ code: 200, data: { rows: 1, problem: null } });
    expect(count()).toBe(1);
    expect(await readSource()).toMatchObject({
      state: 'idle',
      claim: null,
      claimed_until: null,
      last_run_at: null,
    });
    expect((await pool.query('select from reference_fetch')).rowCount).toBe(0);
  });

  it('frees a source that cannot be asked', async () => {
    const sourceId = await addSource((_, response) => void response.writeHead(500).end());
    expect((await trySource(sourceId)).body).toMatchObject({ data: { problem: expect.any(String) } });
    expect(await readSource()).toMatchObject({ claim: null });
  });
});
