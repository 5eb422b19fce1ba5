import type { ServerResponse } from 'node:http';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { serveHttp } from '../../../platform/outbound/outbound.fixture.ts';
import { openTestApp } from '../../../testing/app.ts';
import { testHour } from '../../../testing/clock.ts';
import { runFetch } from './run-fetch.ts';
import { findSource } from './source.store.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;

afterEach(async () => {
  await pool.query('delete from reference_source');
  await pool.query('delete from reference_reading');
  await pool.query('delete from reference_station');
});

type Answer = (response: ServerResponse) => void;

/** Adds a source with past hours, of which `answers` has those that go wrong by how many hours before the newest one. */
async function openStandIn(answers: Map<number, Answer>) {
  const asked: number[] = [];
  const server = await serveHttp((request, response) => {
    const time = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('time');
    const end = time === null ? testHour : Date.parse(`${time.replace(' ', 'T')}Z`);
    const back = (testHour - end) / HOUR_MS;
    asked.push(back);
    const answer = answers.get(back);
    if (answer) return answer(response);
    response.end(JSON.stringify([{ code: 'A', time: new Date(end).toISOString(), pm10: 30 }]));
  });
  const pastUrl = `http://127.0.0.1:${server.port}/hours?time={{time}}`;
  return { asked, sourceId: await addSource(server.port, { pastUrl }) };
}

async function addSource(port: number, values: object): Promise<number> {
  t.app.outbound.allowOwnServer(port);
  const { body } = await t.send('POST', '/analysis/referenceSource', {
    token,
    json: {
      sourceName: 'Past hours',
      kind: 'json',
      url: `http://127.0.0.1:${port}/hours`,
      zone: 'UTC',
      codeField: 'code',
      timeField: 'time',
      pollutants: [{ pollutant: 'pm10', field: 'pm10', unit: 'µg/m³' }],
      ...values,
    },
  });
  expect(body).toMatchObject({ code: 200 });
  const { rows } = await pool.query('select max(source_id) as id from reference_source');
  return Number(rows[0].id);
}

/** Fetches as the clock does, which asks for past hours only when it has a reason. */
async function fetchByClock(sourceId: number) {
  const source = (await findSource(t.app.db, sourceId)) ?? expect.unreachable();
  const { signal } = new AbortController();
  return runFetch(t.app, { source, reason: 'clock', signal, onPublished: async () => undefined });
}

const readSource = async () => (await pool.query('select * from reference_source')).rows[0];
const status =
  (code: number): Answer =>
  (response) =>
    response.writeHead(code).end();

describe('a past hour', () => {
  it.each<[string, Answer, string]>([
    ['is an error', status(500), '500'],
    ['is not JSON', (response) => response.end('<html>'), '<html>'],
    ['is cut off on the way', (response) => response.destroy(), '127.0.0.1: ECONNRESET'],
  ])('that %s keeps no older one out, and is asked for again', async (_, answer, detail) => {
    const answers = new Map([[2, answer]]);
    const { asked, sourceId } = await openStandIn(answers);
    expect(await fetchByClock(sourceId)).toMatchObject({
      added: 23,
      skipped: [{ reason: 'pastHour', count: 1 }],
      problem: null,
    });
    expect(await readSource()).toMatchObject({
      state: 'current',
      fail_count: 0,
      problem: expect.stringMatching(/^reference\.problems\./),
      problem_detail: detail,
    });
    answers.clear();
    expect(await fetchByClock(sourceId)).toMatchObject({ added: 1, unchanged: 23, skipped: [] });
    expect(await readSource()).toMatchObject({ problem: null, problem_detail: null });
    // Nothing is missing now, so only the newest hour is asked for.
    expect(await fetchByClock(sourceId)).toMatchObject({ rows: 1 });
    expect(asked).toHaveLength(24 + 24 + 1);
  });

  it.each<[string, Answer]>([
    ['an empty answer', (response) => response.end()],
    ['null', (response) => response.end('null')],
    ['an empty list', (response) => response.end('[]')],
  ])('with %s has not come', async (_, answer) => {
    const { sourceId } = await openStandIn(new Map([[2, answer]]));
    expect(await fetchByClock(sourceId)).toMatchObject({ added: 23, skipped: [], problem: null });
    expect(await readSource()).toMatchObject({ state: 'current', problem: null });
  });

  it.each([401, 403, 429])('that is refused with %d ends the fetch', async (code) => {
    const { asked, sourceId } = await openStandIn(new Map([[2, status(code)]]));
    expect(await fetchByClock(sourceId)).toMatchObject({
      added: 2,
      problem: 'reference.problems.status',
      detail: String(code),
    });
    expect(asked).toEqual([0, 1, 2]);
    expect(await readSource()).toMatchObject({ state: 'retrying', fail_count: 1, newest_release: null });
  });

  it('is a failure of the source if no other one can be read either', async () => {
    const answers = new Map(Array.from({ length: 23 }, (_, index) => [index + 1, status(404)]));
    const { sourceId } = await openStandIn(answers);
    expect(await fetchByClock(sourceId)).toMatchObject({
      added: 1,
      skipped: [{ reason: 'pastHour', count: 23 }],
      problem: 'reference.problems.status',
      detail: '404',
    });
    expect(await readSource()).toMatchObject({ state: 'retrying', fail_count: 1 });
  });
});

it('asks a source without past hours again within the hour, so that late stations are stored', async () => {
  const codes = ['A'];
  const server = await serveHttp((_, response) =>
    response.end(
      JSON.stringify(codes.map((code) => ({ code, time: new Date(testHour).toISOString(), pm10: 30 }))),
    ),
  );
  const sourceId = await addSource(server.port, { pollMinutes: '59' });
  expect(await fetchByClock(sourceId)).toMatchObject({ added: 1 });
  const { rows } = await pool.query(
    'select extract(epoch from next_run_at) * 1000 as next from reference_source',
  );
  expect(Number(rows[0].next)).toBe(testHour + 59 * MINUTE_MS);
  codes.push('B');
  expect(await fetchByClock(sourceId)).toMatchObject({ added: 1, unchanged: 1 });
});

describe('the last 24 hours of a source that was changed', () => {
  const change = async (values: object) => {
    const { source_id: sourceId } = await readSource();
    const { body } = await t.send('GET', `/analysis/referenceSource/${sourceId}`, { token });
    const json = { ...(body['data'] as object), ...values };
    expect((await t.send('PUT', '/analysis/referenceSource', { token, json })).body).toMatchObject({
      code: 200,
    });
  };

  it.each<[string, object]>([
    ['its address', { url: '' }],
    ['its mapping', { pollutants: [{ pollutant: 'pm25', field: 'pm10', unit: 'µg/m³' }] }],
    ['its zone', { zone: 'Asia/Tokyo' }],
  ])('are asked for again after a change of %s, without a new hour', async (_, values) => {
    const { asked, sourceId } = await openStandIn(new Map());
    await fetchByClock(sourceId);
    const { url } = await readSource();
    await change('url' in values ? { url: `${url}?network=2` } : values);
    expect(await readSource()).toMatchObject({ newest_release: null, next_run_at: null });
    await fetchByClock(sourceId);
    expect(asked).toHaveLength(24 + 24);
  });

  it('are not where its name or its minutes have changed', async () => {
    const { asked, sourceId } = await openStandIn(new Map());
    await fetchByClock(sourceId);
    await change({ sourceName: 'Other name', pollMinutes: '7' });
    expect(await readSource()).toMatchObject({ newest_release: expect.anything(), next_run_at: null });
    await fetchByClock(sourceId);
    expect(asked).toHaveLength(24 + 1);
  });
});
