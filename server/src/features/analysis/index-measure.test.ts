import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import type { PollutionTrend } from '@limpid/contract/analysis/pollution-trend';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import type { ChannelStatistics } from '@limpid/contract/data/history';
import type { TrendReferenceLine, TrendSiteLine } from '@limpid/contract/data/trend';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { indexCode } from '@limpid/contract/map/indices';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';
import { addSite } from '../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from './analysis.fixture.ts';

let test: TestApp;
let admin: string;
let elsewhere: string;
let [paris, china] = [0, 0];
const dates = { from: '2026-10-24', to: '2026-10-26' };
const permissions = ['data:trend:list', 'data:history:list', 'analysis:contrast:list', 'analysis:rose:list'];
const denied = { code: 403 };

/** Summer time ends in Paris on 25 October: the three days have 73 hours. */
const [from, to] = [dayBounds(dates.from, 'Europe/Paris')[0], dayBounds(dates.to, 'Europe/Paris')[1]];
const range = { from, to };
/** Two hours with a wind and without a concentration. */
const gap = Date.parse('2026-10-24T10:00Z');

async function add(mn: string, zone: string, pm10: (hour: number) => number | null) {
  const siteId = await addSite(test, { mn, zone, interval: 600 });
  const slotOf = (code: string) =>
    test.ingest.directory.channels().find((channel) => channel.code === code)?.slot ?? 0;
  const [dust, speed, direction] = ['PM10', 'WS', 'WD'].map(slotOf);
  const [start, end] = [dayBounds(dates.from, zone)[0], dayBounds(dates.to, zone)[1]];
  await storeSteps(test, {
    siteId,
    zone,
    from: start,
    to: end,
    values: (at) =>
      Array.from({ length: Math.max(dust ?? 0, speed ?? 0, direction ?? 0) }, (_, place) => {
        if (place + 1 === dust) return pm10(at - (at % HOUR_MS));
        if (place + 1 === speed) return 3;
        return place + 1 === direction ? 90 : null;
      }),
  });
  return siteId;
}

async function ask(path: string, query: Record<string, unknown>, token = admin) {
  const address = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  );
  return (await test.send('GET', `${path}?lang=en&${address.join('&')}`, { token })).body;
}

async function read<Data>(path: string, query: Record<string, unknown>): Promise<Data> {
  const body = await ask(path, query);
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as Data;
}

/** The stored indices of a site in the order of time. */
async function stored(table: 'reading_hour' | 'reading_day', siteId: number, column = 'aqi') {
  const time = table === 'reading_hour' ? 'ts' : 'day';
  const { rows } = await test.app.pool.query<{ aqi: number }>(
    `select ${column} as aqi from ${table} where site_id = $1 and ${column} is not null order by ${time}`,
    [siteId],
  );
  return rows.map(({ aqi }) => aqi);
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  const dustAt = (hour: number) => 60 + new Date(hour).getUTCHours() * 10;
  paris = await add('paris', 'Europe/Paris', (hour) =>
    hour >= gap && hour < gap + 2 * HOUR_MS ? null : dustAt(hour),
  );
  china = await add('china', 'Asia/Shanghai', (hour) => dustAt(hour) + 20);
  await rollUp(test);
  await test.app.pool.query(
    `insert into reference_station (station_code, station_name, city, facts_of, create_by)
     values ('1001A', '万寿西宫', '北京', now(), 'test')`,
  );
  for (let at = from; at < to; at += HOUR_MS)
    await test.app.pool.query(
      `insert into reference_reading (station_code, release_time, pm10, aqi, create_by) values ('1001A', $1, 80, 65, 'test')`,
      [new Date(at + HOUR_MS).toISOString()],
    );
  await addDepartment(test, 950, 100, [0, 100]);
  await addPerson(test, 'elsewhere', [{ permissions, dataScope: '3' }], 950);
  admin = await test.login();
  elsewhere = await test.login('elsewhere', personPassword);
});
afterAll(() => test.close());

describe('the index in a trend', () => {
  const lines = async (query: Record<string, unknown>) =>
    (await read<{ series: TrendSiteLine[] }>('/data/trend', { siteIds: paris, ...range, ...query })).series;

  it('is a line of hours beside channels, with gaps where it could not be computed', async () => {
    const [dust, index] = await lines({ channels: 'PM10', index: 'china', granularity: 'hour' });
    expect(dust).toMatchObject({ channel: 'PM10', count: 71 });
    expect(index).toMatchObject({
      channel: indexCode,
      granularity: 'hour',
      step: HOUR_MS,
      count: 71,
      few: [],
      fewCount: 2,
    });
    expect(index?.values.filter((value) => value !== null)).toEqual(await stored('reading_hour', paris));
    expect(index?.ts[index.values.indexOf(null)]).toBe(gap);
  });

  it.each(['minute', 'five'])('has hours at the step %s', async (granularity) => {
    expect(await lines({ index: 'china', granularity })).toMatchObject([{ granularity: 'hour', count: 71 }]);
  });

  it('has days that begin at midnight of the site, also when the clock changes', async () => {
    const [index] = await lines({ index: 'us', granularity: 'day' });
    expect(index?.ts).toEqual(
      ['2026-10-24', '2026-10-25', '2026-10-26'].map((day) => dayBounds(day, 'Europe/Paris')[0]),
    );
    expect(index?.values).toEqual(await stored('reading_day', paris, 'us_aqi'));
  });

  it('has the published index of official stations, or one of their concentrations', async () => {
    const readReference = async (index: string) => {
      const query = { references: '1001A', index, granularity: 'hour', ...range };
      const { references } = await read<{ references: TrendReferenceLine[] }>('/data/trend', query);
      return references;
    };
    const [published] = await readReference('china');
    expect(published).toMatchObject({ channel: indexCode, count: 73 });
    expect(new Set(published?.values)).toEqual(new Set([65]));
    const [european] = await readReference('europe');
    expect(european?.count).toBe(73);
    expect(european?.values[0]).toBeLessThan(7);
  });

  it('is a column of the export', async () => {
    const query = { siteIds: [paris], channels: ['PM10'], index: 'china', granularity: 'hour', ...range };
    const [head, ...rows] = await readExportedLines(test, admin, '/data/trend/export?lang=en', query);
    expect(head).toMatch(/PM10.*,paris \(paris\) · AQI \(China\),Flags$/);
    expect(rows).toHaveLength(71);
    const [first] = await stored('reading_hour', paris);
    expect(rows[0]?.endsWith(`,${first},`)).toBe(true);
  });

  it('is asked for, or a channel is', async () => {
    const query = { siteIds: paris, granularity: 'hour', ...range };
    expect(await ask('/data/trend', query)).toMatchObject({ code: 500 });
    expect(await ask('/data/trend', { ...query, index: 'china' }, elsewhere)).toMatchObject(denied);
  });
});

describe('the index in a contrast', () => {
  const contrast = (query: Record<string, unknown>) =>
    read<SiteContrast>('/analysis/contrast', { siteIds: [paris, china], ...range, ...query });

  it('compares sites by the index of common hours', async () => {
    const { members, counts, differences } = await contrast({ granularity: 'hour', references: '1001A' });
    expect(members.map(({ dropped, box }) => [dropped, box?.count])).toEqual([
      [2, 71],
      // Their days end seven hours before those of Paris.
      [0, 66],
      [0, 73],
    ]);
    expect(counts[0]?.[2]).toBe(71);
    expect(differences[0]?.[1]).toBeGreaterThan(0);
  });

  it('compares days by their date', async () => {
    const { members, ts } = await contrast({ granularity: 'day', index: 'europe' });
    expect(ts.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-10-24',
      '2026-10-25',
      '2026-10-26',
    ]);
    expect(members[0]?.values).toEqual(await stored('reading_day', paris, 'europe_aqi'));
  });

  it('is refused for sites out of reach', async () => {
    const query = { siteIds: [paris, china], granularity: 'hour', ...range };
    expect(await ask('/analysis/contrast', query, elsewhere)).toMatchObject(denied);
  });
});

describe('the index in roses', () => {
  const query = () => ({ siteId: paris, index: 'china', bounds: [50, 100], ...range });

  it('counts hours by wind and level, without hours that have no index', async () => {
    const { pollution, polar, dropped, hours } = await read<SiteRoses>('/analysis/rose', query());
    const indices = await stored('reading_hour', paris);
    expect([hours, dropped, pollution?.count, pollution?.missing]).toEqual([73, 2, 71, 2]);
    const east = pollution?.sectors.find(({ direction }) => direction === 90);
    expect(east?.counts[0]).toBe(indices.filter((aqi) => aqi <= 50).length);
    expect(east?.mean).toBeCloseTo(indices.reduce((sum, aqi) => sum + aqi, 0) / indices.length, 3);
    expect(polar?.count).toBe(71);
  });

  it('is named in the export, and refused for a site out of reach', async () => {
    const [head] = await readExportedLines(test, admin, '/analysis/rose/export?lang=en', query());
    expect(head).toContain('AQI (China)');
    expect(await ask('/analysis/rose', query(), elsewhere)).toMatchObject(denied);
  });
});

describe('the index in a pollution trend', () => {
  it('varies by hour of day and weekday on the clock of the site', async () => {
    const { period, longTerm } = await read<PollutionTrend>('/analysis/trend', { siteId: paris, ...dates });
    expect(period).toMatchObject({ hours: 71, dropped: 2, validDays: 3 });
    // The clock shows two o'clock twice on the Sunday.
    expect(period.byHour.find(({ group }) => group === 2)?.count).toBe(4);
    const days = await stored('reading_day', paris);
    expect(period.byWeekday.map(({ mean }) => mean)).toEqual([days[2], days[0], days[1]]);
    expect(longTerm.months.at(-1)).toMatchObject({ month: '2026-10', validDays: 3, valid: false });
  });

  it('follows the chosen index', async () => {
    const query = { siteId: china, index: 'us', ...dates };
    const { period } = await read<PollutionTrend>('/analysis/trend', query);
    const days = await stored('reading_day', china, 'us_aqi');
    expect(period.byWeekday.map(({ mean }) => mean)).toEqual([days[2], days[0], days[1]]);
  });
});

describe('the index in the statistics of the history', () => {
  const statistics = (granularity: string) =>
    read<ChannelStatistics[]>('/data/history/statistics', {
      siteIds: [paris],
      channels: 'PM10',
      granularity,
      ...range,
    });

  it('has its counts, its percentiles and its first maximum', async () => {
    const [dust, index] = await statistics('hour');
    const indices = await stored('reading_hour', paris);
    expect(index).toMatchObject({ channel: indexCode, expected: 73, count: 71, dropped: 2 });
    expect([index?.min, index?.max]).toEqual([Math.min(...indices), Math.max(...indices)]);
    // Both are highest in the same hour.
    expect(index?.maxAt).toEqual(dust?.maxAt);
  });

  it('counts days, and does not exist for minutes', async () => {
    expect((await statistics('day'))[1]).toMatchObject({ channel: indexCode, expected: 3, count: 3 });
    expect((await statistics('minute')).map(({ channel }) => channel)).toEqual(['PM10']);
  });
});
