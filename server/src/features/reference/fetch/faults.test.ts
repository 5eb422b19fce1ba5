import type { RequestListener } from 'node:http';
import { HOUR_MS } from '@limpid/contract/durations';
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
  await pool.query('delete from reference_fetch');
  await pool.query('delete from reference_reading');
  await pool.query('delete from reference_station');
});

const timeOf = (at: number) => new Date(at).toISOString();
const row = (values: object = {}) => ({
  code: 'A',
  name: 'North',
  time: timeOf(testHour),
  pm10: 30,
  ...values,
});

/** A source that answers with what `answer` gives for the hour asked for; null for the newest one. */
async function addSource(
  answer: (asked: number | null) => unknown,
  values: { kind?: string; pastUrl?: string } = {},
): Promise<number> {
  const listen: RequestListener = (request, response) => {
    const time = new URL(request.url ?? '', 'http://127.0.0.1').searchParams.get('time');
    const given = answer(time === null ? null : Date.parse(`${time.replace(' ', 'T')}Z`));
    response.end(typeof given === 'string' ? given : JSON.stringify(given));
  };
  const { port } = await serveHttp(listen);
  t.app.outbound.allowOwnServer(port);
  const { body } = await t.send('POST', '/analysis/referenceSource', {
    token,
    json: {
      sourceName: 'Province',
      kind: 'json',
      url: `http://127.0.0.1:${port}/hours`,
      zone: 'UTC',
      codeField: 'code',
      nameField: 'name',
      timeField: 'time',
      pollutants: [{ pollutant: 'pm10', field: 'pm10', unit: 'µg/m³' }],
      ...values,
      ...(values.pastUrl && { pastUrl: `http://127.0.0.1:${port}/${values.pastUrl}?time={{time}}` }),
    },
  });
  expect(body).toMatchObject({ code: 200 });
  const { rows } = await pool.query('select max(source_id) as id from reference_source');
  return Number(rows[0].id);
}

async function fetchByClock(sourceId: number) {
  const source = (await findSource(t.app.db, sourceId)) ?? expect.unreachable();
  const { signal } = new AbortController();
  return runFetch(t.app, { source, reason: 'clock', signal, onPublished: async () => undefined });
}

const readHours = async () =>
  (
    await pool.query(
      `select station_code as code, pm10, (extract(epoch from release_time) * 1000)::float8 as at
       from reference_reading order by station_code, release_time`,
    )
  ).rows;
const readLog = async () =>
  (await pool.query('select skip_reasons, problem, problem_detail from reference_fetch')).rows;

describe('one bad row', () => {
  it('with control characters in its texts keeps no other row out', async () => {
    const sourceId = await addSource(() => [
      row(),
      row({ code: 'B', name: 'So\0uth' }),
      row({ code: 'C\0', name: 'West' }),
      // Cut at its longest length in the middle of a character of two units.
      row({ code: 'D', name: `${'x'.repeat(99)}😀` }),
      row({ code: 'E', pm10: '3\0' }),
    ]);
    expect(await fetchByClock(sourceId)).toMatchObject({ added: 4, problem: null });
    expect(await readHours()).toMatchObject([
      { code: 'A', pm10: 30 },
      { code: 'B', pm10: 30 },
      { code: 'D', pm10: 30 },
      { code: 'E', pm10: null },
    ]);
    expect(await readLog()).toMatchObject([{ skip_reasons: 'badText 1, noCode 1, badValue 1' }]);
  });

  it.each(['0001-01-01 00:00:00', '/Date(-99999999999999)/', '/Date(-62135596800000)/'])(
    'of the time %s keeps no other row out',
    async (time) => {
      const sourceId = await addSource(() => [row(), row({ code: 'B', time })]);
      expect(await fetchByClock(sourceId)).toMatchObject({ added: 1, problem: null });
      expect(await readLog()).toMatchObject([{ skip_reasons: 'noTime 1' }]);
    },
  );
});

it.each(['{"a": \0', `${'x'.repeat(59)}😀`])('says that %j is no JSON', async (answer) => {
  const sourceId = await addSource(() => answer);
  expect(await fetchByClock(sourceId)).toMatchObject({ problem: 'reference.problems.json' });
  expect(await readLog()).toMatchObject([{ problem: 'reference.problems.json' }]);
});

describe('an impossible value of a revision', () => {
  it.each([-5, -999, 99_999, 'abc', true])('%j leaves the good one', async (pm10) => {
    let given: unknown = 30;
    const sourceId = await addSource(() => [row({ pm10: given })]);
    await fetchByClock(sourceId);
    given = pm10;
    expect(await fetchByClock(sourceId)).toMatchObject({
      revised: 0,
      unchanged: 1,
      skipped: [{ reason: 'badValue', count: 1 }],
    });
    expect(await readHours()).toEqual([{ code: 'A', pm10: 30, at: testHour }]);
  });

  it('of the index leaves the good one', async () => {
    const label = timeOf(testHour + 8 * HOUR_MS).slice(0, 19);
    const place = { StationCode: '1001A', PositionName: 'A', Area: 'B', Longitude: '116', Latitude: '39' };
    const values = { PM2_5: '57', PM10: '131', SO2: '3', NO2: '9', CO: '1.0', O3: '70' };
    const facts = { ...place, ...values, Quality: '', PrimaryPollutant: '' };
    let index = '104';
    const sourceId = await addSource(
      () => [
        {
          ...facts,
          TimePoint: label,
          AQI: index,
        },
      ],
      { kind: 'cnemc' },
    );
    const readIndex = async () => (await pool.query('select aqi from reference_reading')).rows;
    await fetchByClock(sourceId);
    expect(await readIndex()).toEqual([{ aqi: 104 }]);
    index = '-99';
    await fetchByClock(sourceId);
    expect(await readIndex()).toEqual([{ aqi: 104 }]);
  });
});

describe('a source that ignores which hour it is asked for', () => {
  const expectNewestOnly = async (sourceId: number, stations: number) => {
    expect(await fetchByClock(sourceId)).toMatchObject({
      added: stations,
      skipped: [{ reason: 'pastHour', count: 23 }],
      problem: 'reference.problems.otherHour',
    });
    expect(await readHours()).toHaveLength(stations);
    expect(await readLog()).toMatchObject([
      { skip_reasons: 'pastHour 23', problem_detail: expect.stringContaining('2026') },
    ]);
  };

  it('is found by the time of its rows', async () => {
    await expectNewestOnly(await addSource(() => [row()], { pastUrl: 'past' }), 1);
  });

  it('is found by its values, if it repeats the newest ones under the time that was asked for', async () => {
    const network = (at: number) =>
      Array.from({ length: 40 }, (_, n) => row({ code: `S${n}`, pm10: 10 + n, time: timeOf(at) }));
    const sourceId = await addSource((asked) => network(asked ?? testHour), { pastUrl: 'past' });
    await expectNewestOnly(sourceId, 40);
  });
});

it('leaves out an hour that has not ended', async () => {
  const soonEnded = testHour + HOUR_MS;
  const sourceId = await addSource(() => [row(), row({ code: 'B', time: timeOf(soonEnded) })]);
  expect(await fetchByClock(sourceId)).toMatchObject({
    added: 1,
    skipped: [{ reason: 'future', count: 1 }],
  });
});

describe('hours of long ago', () => {
  const longAgo = testHour - 31 * 24 * HOUR_MS;

  it('are left out beside others', async () => {
    const sourceId = await addSource(() => [row(), row({ code: 'B', time: timeOf(longAgo) })]);
    expect(await fetchByClock(sourceId)).toMatchObject({
      added: 1,
      skipped: [{ reason: 'old', count: 1 }],
    });
  });

  it.each([
    ['old', longAgo],
    ['future', testHour + 8 * HOUR_MS],
  ])('or of times to come are a problem of the source that has no others: %s', async (reason, time) => {
    const sourceId = await addSource(() => [row({ time: timeOf(time) })]);
    await fetchByClock(sourceId);
    expect(await readHours()).toEqual([]);
    expect(await readLog()).toMatchObject([{ problem: `reference.problems.${reason}` }]);
  });
});

it('a source that a calibration config uses is not removed, with the reason, and its stations stay', async () => {
  const sourceId = await addSource(() => [row()]);
  await fetchByClock(sourceId);
  await pool.query(`insert into calibration_config (config_name, source_id) values ('Week', $1)`, [sourceId]);
  const remove = () =>
    t.send('DELETE', `/analysis/referenceSource/${sourceId}?lang=en`, { token }).then(({ body }) => body);
  expect(await remove()).toMatchObject({
    code: 500,
    msg: 'Province is used by calibration configs: 1. Choose another data API in them first.',
  });
  await pool.query('delete from calibration_config');
  expect(await remove()).toMatchObject({ code: 200 });
  expect(await readHours()).toHaveLength(1);
});
