import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { packetKind } from '../reading/reading.ts';
import { rollUp, setClock, storeSteps } from './analysis.fixture.ts';

let test: TestApp;
let admin: string;
const now = '2026-11-09T12:20:00Z';
const zone = 'Asia/Shanghai';
const sites: Record<string, number> = {};

const all = [20, 30, 10, 15, 0.8, 90];
const withoutOzone = all.slice(0, 5);
const dustWithoutOzone = [200, ...withoutOzone.slice(1)];
const coarseWithoutOzone = [20, 80, ...withoutOzone.slice(2)];
const particles = all.slice(0, 2);

/** Stores the device's own hours of a day. */
async function store(name: string, day: string, values: number[], hours = 24): Promise<void> {
  const [from] = dayBounds(day, zone);
  const siteId = sites[name] ?? 0;
  const to = from + hours * HOUR_MS;
  await storeSteps(test, {
    siteId,
    zone,
    from,
    to,
    step: HOUR_MS,
    kind: packetKind.hour,
    values: () => values,
  });
}

async function ask<D>(path: string): Promise<D> {
  const { body } = await test.send('GET', path, { token: admin });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as D;
}

interface Indexed {
  aqi: number | null;
  primary: string | null;
  reference: boolean;
  missing?: string[];
}
interface Ranked extends Indexed {
  rank: number | null;
  siteName: string;
  value: number | null;
  counted: number;
}

const rank = async (query: string) =>
  (await ask<{ rows: Ranked[] }>(`/analysis/ranking?granularity=day&limit=100&${query}`)).rows;
const rankOf = async (name: string, query: string) =>
  (await rank(query)).find(({ siteName }) => siteName === name);

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, now);
  admin = await test.login();
  for (const name of ['whole', 'stopped', 'particles', 'early', 'failing', 'autumn', 'later']) {
    sites[name] = await addSite(test, { mn: name, interval: 600 });
  }
  // A dust monitor whose other pollutants were once imported.
  const { rows } = await test.app.pool.query<{ id: number }>(
    "insert into basic_device_type (type_code, type_name) values ('dust', 'dust') returning device_type_id as id",
  );
  const deviceTypeId = rows[0]?.id ?? 0;
  await test.app.pool.query(
    `insert into basic_device_type_channel (device_type_id, channel_id)
     select $1, channel_id from basic_channel where slot in (1, 2)`,
    [deviceTypeId],
  );
  sites['dust'] = await addSite(test, { mn: 'dust', interval: 600, deviceTypeId });
  await store('dust', '2026-11-05', all);
  for (const day of ['2026-11-06', '2026-11-07']) await store('dust', day, particles);
  await store('whole', '2026-11-05', all);
  await store('whole', '2026-11-06', withoutOzone);
  await store('whole', '2026-11-07', dustWithoutOzone);
  await store('whole', '2026-11-08', withoutOzone);
  // The ozone analyser stopped after the first of October.
  await store('stopped', '2026-10-01', all);
  for (const day of ['2026-10-30', '2026-10-31', '2026-11-06']) await store('stopped', day, withoutOzone);
  await store('particles', '2026-11-06', particles);
  // Three hours of ozone show that it is measured, but do not make a valid day.
  await store('failing', '2026-11-05', withoutOzone);
  await store('failing', '2026-11-06', withoutOzone);
  await store('failing', '2026-11-06', all, 3);
  // Its withheld days have another primary pollutant than the published one.
  await store('autumn', '2026-10-20', all);
  await store('autumn', '2026-11-03', coarseWithoutOzone);
  await store('autumn', '2026-11-04', coarseWithoutOzone);
  await store('autumn', '2026-11-05', dustWithoutOzone);
  await store('later', '2026-11-02', withoutOzone);
  await store('later', '2026-11-06', all);
  await store('early', '2026-02-27', all);
  await store('early', '2026-02-28', withoutOzone);
  await store('early', '2026-03-01', withoutOzone);
  await rollUp(test);
});
afterAll(() => test.close());

const withheld = { aqi: null, primary: null, reference: false, missing: ['O3'] };

describe('the calendar of a station that measures all pollutants', () => {
  interface Calendar {
    days: (Indexed & { day: string; level: number | null; note: string | null })[];
    totals: object;
  }
  const calendarOf = (name: string, period: string, language = 'en') =>
    ask<Calendar>(`/analysis/calendar?siteId=${sites[name]}&period=${period}&lang=${language}`);
  const dayOf = async (name: string, day: string, language?: string) =>
    (await calendarOf(name, day.slice(0, 7), language)).days.find((one) => one.day === day);

  it('has no index up to 100 for a day without one of them and explains why, in the language of the user', async () => {
    expect(await dayOf('whole', '2026-11-05')).toMatchObject({ aqi: 45, missing: [], note: null });
    const day = await dayOf('whole', '2026-11-06');
    expect(day).toMatchObject({ ...withheld, level: null });
    expect(day?.note).toContain('O3: no valid daily value');
    expect((await dayOf('whole', '2026-11-06', 'fr'))?.note).toContain('aucune valeur journalière valide');
    expect((await dayOf('whole', '2026-11-06', 'zh'))?.note).toContain('缺少O3');
  });

  it('publishes an index above 100 nevertheless', async () => {
    const published = { aqi: 250, primary: 'PM2.5', reference: true, missing: [], note: null };
    expect(await dayOf('whole', '2026-11-07')).toMatchObject(published);
  });

  it('counts a withheld day as one without an index, in levels, number and mean', async () => {
    expect((await calendarOf('whole', '2026-11')).totals).toMatchObject({
      levels: [1, 0, 0, 0, 1, 0],
      withoutIndex: 6,
      aqi: 147.5,
    });
  });

  it('considers a pollutant measured if it was stored within the 30 days up to the day', async () => {
    expect(await dayOf('stopped', '2026-10-30')).toMatchObject(withheld);
    const reference = { aqi: 30, reference: true, missing: [], note: null };
    expect(await dayOf('stopped', '2026-10-31')).toMatchObject(reference);
    expect(await dayOf('particles', '2026-11-06')).toMatchObject(reference);
    // The first value of ozone is stored a day later.
    expect(await dayOf('failing', '2026-11-05')).toMatchObject(reference);
    expect(await dayOf('failing', '2026-11-06')).toMatchObject(withheld);
  });

  it('withholds nothing before the standard came into force', async () => {
    expect(await dayOf('early', '2026-02-28')).toMatchObject({ reference: true, missing: [] });
    expect(await dayOf('early', '2026-03-01')).toMatchObject(withheld);
  });
});

it('keeps the reference index of a site whose device type lacks a pollutant, whatever was imported', async () => {
  const reference = { aqi: 30, reference: true };
  const calendar = await ask<{ days: (Indexed & { day: string })[] }>(
    `/analysis/calendar?siteId=${sites['dust']}&period=2026-11`,
  );
  expect(calendar.days.find(({ day }) => day === '2026-11-06')).toMatchObject(reference);
  const [from, to] = dayBounds('2026-11-06', zone);
  for (const granularity of ['hour', 'day']) {
    const query = `granularity=${granularity}&from=${from}&to=${to}`;
    const { rows } = await ask<{ rows: Indexed[] }>(`/data/history/list?siteId=${sites['dust']}&${query}`);
    expect(rows[0]).toMatchObject(reference);
  }
  expect(await rankOf('dust', 'from=2026-11-06')).toMatchObject(reference);
  expect(await rankOf('dust', 'from=2026-11-06&to=2026-11-07')).toMatchObject({ ...reference, counted: 2 });
});

it('withholds the same hours on every page of the history, by what is measured up to the end of the period', async () => {
  // Ozone is stored only later: at the end of the period the site measures all pollutants.
  const [from] = dayBounds('2026-11-02', zone);
  const [, to] = dayBounds('2026-11-06', zone);
  const path = `/data/history/list?siteId=${sites['later']}&granularity=hour&from=${from}&to=${to}`;
  const whole = await ask<{ rows: (Indexed & { ts: number })[] }>(`${path}&pageSize=200`);
  const page = await ask<{ rows: (Indexed & { ts: number })[] }>(
    `${path}&pageSize=10&before=${from + 24 * HOUR_MS}`,
  );
  expect(page.rows.length).toBe(10);
  for (const row of page.rows) expect(whole.rows).toContainEqual(row);
  expect(page.rows[0]).toMatchObject(withheld);
});

it('withholds the same indices in the history by day', async () => {
  const [from, to] = [dayBounds('2026-11-05', zone)[0], dayBounds('2026-11-08', zone)[1]];
  const { rows } = await ask<{ rows: Indexed[] }>(
    `/data/history/list?siteId=${sites['whole']}&granularity=day&from=${from}&to=${to}`,
  );
  expect(rows).toMatchObject([withheld, { aqi: 250, reference: true }, withheld, { aqi: 45 }]);
  expect(rows[1]?.missing).toBeUndefined();
});

it('withholds the same indices in the distribution, by hour and on the map', async () => {
  const dates = 'from=2026-11-05&to=2026-11-08';
  const { hours, dropped } = await ask<{ hours: number; dropped: number }>(
    `/analysis/distribution?siteId=${sites['whole']}&${dates}`,
  );
  expect([hours, dropped]).toEqual([48, 48]);
  const { sites: measured } = await ask<{ sites: { siteName: string; value: number; count: number }[] }>(
    `/analysis/distribution/sites?statistic=mean&${dates}`,
  );
  const found = (name: string) => measured.find(({ siteName }) => siteName === name);
  expect(found('whole')).toMatchObject({ value: 147.5, count: 2 });
  expect(found('dust')).toMatchObject({ count: 3 });
});

describe('a ranking by day', () => {
  it('leaves a withheld index unranked and names the pollutants, by index and by channel', async () => {
    const day = 'from=2026-11-06';
    expect(await rankOf('whole', day)).toMatchObject({ ...withheld, rank: null, value: null, counted: 0 });
    const byChannel = { ...withheld, value: 20, counted: 1 };
    expect(await rankOf('whole', `${day}&channel=PM2.5`)).toMatchObject(byChannel);
    expect(await rankOf('whole', 'from=2026-11-07')).toMatchObject({ rank: 1, value: 250, missing: [] });
    expect(await rankOf('stopped', day)).toMatchObject({ aqi: 30, reference: true, missing: [] });
  });

  it('gives the rank of a withheld index to another site', async () => {
    const rows = await rank('from=2026-11-06&order=asc&limit=2');
    expect(rows.map(({ siteName, value }) => [siteName, value])).toEqual([
      ['stopped', 30],
      ['particles', 30],
    ]);
  });

  it('withholds, for yesterday, the index of each site’s own yesterday', async () => {
    expect(await rankOf('whole', '')).toMatchObject({ ...withheld, rank: null });
    setClock(test, '2026-11-07T15:00:00Z');
    const evening = await rankOf('whole', '');
    setClock(test, '2026-11-07T16:30:00Z');
    const night = await rankOf('whole', '');
    setClock(test, now);
    expect(evening).toMatchObject(withheld);
    expect(night).toMatchObject({ aqi: 250, missing: [] });
  });

  it('counts a withheld day as one without an index over several days', async () => {
    const over = { value: 147.5, aqi: 148, counted: 2, primary: 'PM2.5', reference: true, missing: [] };
    expect(await rankOf('whole', 'from=2026-11-05&to=2026-11-08')).toMatchObject(over);
    const complete = { value: 45, counted: 1, reference: false };
    expect(await rankOf('whole', 'from=2026-11-05&to=2026-11-06')).toMatchObject(complete);
    const byChannel = { value: 20, counted: 2, aqi: 45 };
    expect(await rankOf('whole', 'from=2026-11-05&to=2026-11-06&channel=PM2.5')).toMatchObject(byChannel);
  });

  it('takes the primary pollutant from the published days over several days', async () => {
    const published = { value: 250, counted: 1, primary: 'PM2.5' };
    expect(await rankOf('autumn', 'from=2026-11-03&to=2026-11-05')).toMatchObject(published);
  });

  it('looks back from today for a month that has not ended, not from its last day', async () => {
    expect(await rankOf('autumn', 'from=2026-11')).toMatchObject({ value: 250, counted: 1 });
  });

  it('has no index if all of several days are withheld, and names the pollutants', async () => {
    const none = { ...withheld, rank: null, value: null, counted: 0 };
    expect(await rankOf('failing', 'from=2026-11-05&to=2026-11-06')).toMatchObject(none);
    expect(await rankOf('stopped', 'from=2026-10-30&to=2026-10-31')).toMatchObject({ aqi: 30, counted: 2 });
    expect(await rankOf('particles', 'from=2026-11-05&to=2026-11-07')).toMatchObject({ aqi: 30, counted: 1 });
  });

  it('withholds nothing over several days before the standard came into force', async () => {
    expect(await rankOf('early', 'from=2026-02-28&to=2026-03-01')).toMatchObject({ counted: 1 });
  });
});
