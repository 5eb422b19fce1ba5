import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
let [paris, beijing] = [0, 0];

async function store(siteId: number, zone: string, day: string, value: number, hours = 25): Promise<void> {
  const [from, end] = dayBounds(day, zone);
  const to = Math.min(end, from + hours * HOUR_MS);
  await storeSteps(test, {
    siteId,
    zone,
    from,
    to,
    step: HOUR_MS,
    kind: packetKind.hour,
    values: () => [value],
  });
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-10-27T08:00:00Z');
  token = await test.login();
  paris = await addSite(test, { mn: 'paris', zone: 'Europe/Paris', interval: 600 });
  beijing = await addSite(test, { mn: 'beijing', interval: 600 });
  for (const day of ['2026-10-24', '2026-10-25', '2026-10-26']) await store(paris, 'Europe/Paris', day, 50);
  await store(beijing, 'Asia/Shanghai', '2026-10-25', 80);
  await store(beijing, 'Asia/Shanghai', '2026-10-26', 90, 12);
  await rollUp(test);
});
afterAll(() => test.close());

interface Day {
  day: string;
  aqi: number | null;
  value: number | null;
  hours: number;
}

async function readDays(siteId: number): Promise<{ days: Day[]; totals: object }> {
  const path = `/analysis/calendar?siteId=${siteId}&period=2026-10&channel=PM2.5`;
  const { body } = await test.send('GET', path, { token });
  return body['data'] as { days: Day[]; totals: object };
}

describe('a calendar with a change of the clock', () => {
  it('has 25 hours in the day, each with its offset', async () => {
    const { days } = await readDays(paris);
    expect(days[24]).toMatchObject({ day: '2026-10-25', value: 50, hours: 25 });
    const { body } = await test.send(
      'GET',
      `/analysis/calendar/day?siteId=${paris}&day=2026-10-25&channels=PM2.5`,
      { token },
    );
    const { hours } = body['data'] as { hours: { offset: number }[] };
    expect(hours).toHaveLength(25);
    expect([...new Set(hours.map(({ offset }) => offset))]).toEqual([120, 60]);
  });
});

describe('a calendar by the index of the reader', () => {
  const read = async (path: string) =>
    (await test.send('GET', `/analysis/calendar${path}`, { token })).body['data'] as {
      days: (Day & { level: number; reference: boolean })[];
      hours: { aqi: number | null; level: number | null; primary: string | null }[];
      totals: { levels: number[] };
    };

  // 50 µg/m³ of PM2.5, on the day with 25 hours too; other pollutants are not measured.
  it.each([
    ['china', 80, 2, true],
    ['us', 137, 3, false],
    ['europe', 3, 3, true],
    ['atmo', 4, 4, true],
  ])('has the days and the hours of %s', async (index, aqi, level, reference) => {
    const { days, totals } = await read(`?siteId=${paris}&period=2026-10&index=${index}`);
    expect(days[24]).toMatchObject({ day: '2026-10-25', aqi, level, primary: 'PM2.5', reference });
    expect(totals.levels[level - 1]).toBe(3);
    const { hours } = await read(`/day?siteId=${paris}&day=2026-10-25&index=${index}`);
    expect(hours).toHaveLength(25);
    for (const hour of hours) expect(hour).toMatchObject({ aqi, level, primary: 'PM2.5' });
  });

  it('has no hours of ATMO before a day of data, and American ones from the second hour on', async () => {
    const count = async (index: string) => {
      const { hours } = await read(`/day?siteId=${paris}&day=2026-10-24&index=${index}`);
      return hours.filter(({ aqi }) => aqi !== null).length;
    };
    expect([await count('atmo'), await count('us'), await count('europe')]).toEqual([5, 23, 24]);
  });

  it('refuses an index that does not exist', async () => {
    const { body } = await test.send('GET', `/analysis/calendar?siteId=${paris}&period=2026-10&index=uk`, {
      token,
    });
    expect(body.code).not.toBe(200);
  });
});

it('follows a correction of a past day', async () => {
  const [ts] = dayBounds('2026-10-25', 'Asia/Shanghai');
  const changes = Array.from({ length: 24 }, (_, hour) => ({
    ts: ts + hour * HOUR_MS,
    channel: 'PM2.5',
    value: 20,
  }));
  const json = { siteId: beijing, granularity: 'hour', reason: 'wrong filter', changes };
  const dayOf = async () => (await readDays(beijing)).days[24];
  const before = await dayOf();
  expect(before).toMatchObject({ value: 80 });
  await test.send('PUT', '/data/history', { token, json });
  await rollUp(test);
  expect(await dayOf()).toMatchObject({ value: 20, aqi: 29 });
  await test.send('POST', '/data/history/undo', { token, json });
  await rollUp(test);
  expect(await dayOf()).toEqual(before);
});

it('refuses a channel that has no mean, as a ranking does', async () => {
  const path = `/analysis/calendar?siteId=${paris}&period=2026-10&channel=WD`;
  const { body } = await test.send('GET', path, { token });
  expect(body).toMatchObject({ code: 500, field: 'channel' });
});

it('averages the days of a sound level by their energy', async () => {
  const { rows } = await test.app.pool.query(
    `select channel_code as code, slot from basic_channel where data_type = 'level'`,
  );
  const { code, slot } = rows[0];
  await test.app.pool.query(
    `update reading_day set c${slot} = 24, a${slot} = case day when '2026-10-24' then 80 else 60 end where site_id = $1`,
    [paris],
  );
  const path = `/analysis/calendar?siteId=${paris}&period=2026-10&channel=${code}`;
  const { body } = await test.send('GET', path, { token });
  const { totals } = body['data'] as { totals: { value: number; validDays: number } };
  expect(totals.validDays).toBe(3);
  expect(totals.value).toBeCloseTo(75.315, 2);
});

describe('the export of calendars', () => {
  const send = (json: object) => test.send('POST', '/analysis/calendar/export?lang=en', { token, json });

  it('has the past days of both sites, in their order', async () => {
    const { body } = await send({
      siteIds: [paris, beijing],
      period: '2026-10',
      channel: 'PM2.5',
      format: 'csv',
    });
    const { id } = body['data'] as { id: string };
    const work = async () => (await test.send('GET', `/common/work/${id}`, { token })).body['data'];
    await soon(work).toMatchObject({ state: 'done' });
    const { bytes } = await test.send('GET', `/common/work/${id}/file`, { token });
    const lines = bytes.toString('utf8').trim().split(/\r?\n/);
    expect(lines).toHaveLength(1 + 2 * 27);
    expect(lines[0]).toContain('Site code,Site,Day,AQI,Level,Primary pollutant');
    expect(lines[25]).toMatch(/^paris,paris,2026-10-25,80,2,PM2.5,,50,50,50,25,Reference value\./);
    expect(lines[27]).toContain('Preliminary.');
    expect(lines.at(-2)).toMatch(/,beijing,2026-10-26,.*,90,90,90,12,/);
  });

  it('names the index of the reader', async () => {
    const query = { siteIds: [paris], period: '2026-10', index: 'us' };
    const lines = await readExportedLines(test, token, '/analysis/calendar/export?lang=en', query);
    expect(lines[0]).toContain('Site code,Site,Day,AQI (United States),Level,Primary pollutant');
    expect(lines[25]).toMatch(/^paris,paris,2026-10-25,137,3,PM2.5,/);
  });

  it.each<[query: object, reason: string]>([
    [{ siteIds: [1_000_000], period: '2026-10' }, 'an unknown site'],
    [{ siteIds: [], period: '2026-10' }, 'no site'],
    [{ siteIds: [1, 2, 3], period: '2026-10' }, 'three sites'],
    [{ siteIds: [1], period: '2026-13' }, 'a month that does not exist'],
    [{ siteIds: [1], period: '2026-10', channel: 'nothing' }, 'an unknown channel'],
  ])('refuses %j: %s', async (query) => {
    const { body } = await send({ ...query, format: 'csv' });
    expect(body.code).not.toBe(200);
  });
});
