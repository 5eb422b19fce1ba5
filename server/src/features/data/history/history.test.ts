import type { ChannelStatistics, HistoryTableRow } from '@limpid/contract/data/history';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addSite } from '../../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../../analysis/analysis.fixture.ts';

let test: TestApp;
let token: string;
let [shanghai, paris, long]: [number, number, number] = [0, 0, 0];
const zone = 'Europe/Paris';
/** The days of 2026 on which the clock of Paris goes forward and back. */
const [spring, autumn] = ['2026-03-29', '2026-10-25'].map((day) => dayBounds(day, zone)) as [
  [number, number],
  [number, number],
];
const day = Date.parse('2026-11-01T00:00+08:00');
const pageOfRows = 200;

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  token = await test.login();
  shanghai = await addSite(test, { mn: 'HISTORY-A', interval: 600 });
  paris = await addSite(test, { mn: 'HISTORY-B', zone, interval: 600 });
  await test.app.pool.query(`update site set site_code = 'HISTORY-CODE' where site_id = $1`, [shanghai]);
  long = await addSite(test, { mn: 'HISTORY-LONG', interval: 60 });
  const hourOf = (start: number) => (at: number) => [Math.floor((at - start) / HOUR_MS)];
  await storeSteps(test, { siteId: shanghai, from: day, to: day + DAY_MS, values: hourOf(day) });
  for (const [from, to] of [spring, autumn, [day, day + DAY_MS] as const])
    await storeSteps(test, { siteId: paris, zone, from, to, values: hourOf(from) });
  // A little more than a week of minutes: more rows than a pager reaches.
  await storeSteps(test, {
    siteId: long,
    from: day,
    to: day + 8 * DAY_MS,
    step: MINUTE_MS,
    values: () => [5],
  });
  await rollUp(test);
}, 60_000);
afterAll(() => test.close());

interface Page {
  rows: HistoryTableRow[];
  total: number | null;
  newer: boolean;
  older: boolean;
  absent: { siteId: number; channel: string }[];
}

interface Query {
  siteIds: number[];
  granularity: string;
  from: number;
  to: number;
  [name: string]: unknown;
}

async function get<V>(path: string, { siteIds, ...query }: Query): Promise<V> {
  const sites = siteIds.map((id) => `siteIds=${id}`).join('&');
  const rest = Object.entries({ channels: 'PM2.5', ...query }).map(([name, value]) => `${name}=${value}`);
  const { body } = await test.send('GET', `${path}?${sites}&${rest.join('&')}`, { token });
  if (body.code !== 200) throw new Error(body.msg);
  return body['data'] as V;
}
const rows = (query: Query) => get<Page>('/data/history/rows', query);
const statistics = (query: Query) => get<ChannelStatistics[]>('/data/history/statistics', query);
const valueOf = (row: HistoryTableRow | undefined) => row?.values['PM2.5']?.value;
const namesOf = (page: Page) => page.rows.map(({ siteId, ts }) => `${ts} ${siteId}`);

describe('rows of several sites', () => {
  it('say which channels a site does not have', async () => {
    const { rows: found } = await test.app.pool.query(
      `select channel_code from basic_channel where channel_id not in
         (select channel_id from basic_device_type_channel where device_type_id = 1) limit 1`,
    );
    const channel: string = found[0].channel_code;
    const query = { siteIds: [paris, shanghai], channels: `PM2.5,PM10,${channel}`, granularity: 'hour' };
    const { absent } = await rows({ ...query, from: day, to: day + HOUR_MS });
    expect(absent).toEqual([paris, shanghai].map((siteId) => ({ siteId, channel })));
  });

  it('are newest first, in the requested order of sites, page by page', async () => {
    const query = { siteIds: [paris, shanghai], granularity: 'hour', from: day, to: day + DAY_MS };
    const first = await rows({ ...query, pageSize: 5 });
    const second = await rows({ ...query, pageSize: 5, pageNum: 2 });
    expect(first).toMatchObject({ total: 48, newer: false, older: true });
    expect(namesOf(first)).toEqual([
      `${day + 23 * HOUR_MS} ${paris}`,
      `${day + 23 * HOUR_MS} ${shanghai}`,
      `${day + 22 * HOUR_MS} ${paris}`,
      `${day + 22 * HOUR_MS} ${shanghai}`,
      `${day + 21 * HOUR_MS} ${paris}`,
    ]);
    expect(namesOf(second)[0]).toBe(`${day + 21 * HOUR_MS} ${shanghai}`);
    expect(await rows({ ...query, pageNum: 11, pageSize: 5 })).toMatchObject({ rows: [], older: false });
  });

  it.each(['minute', 'hour'])(
    'can be turned by keyset in both directions, each row once, by %s',
    async (granularity) => {
      const query = {
        siteIds: [shanghai, paris],
        granularity,
        from: day,
        to: day + 5 * HOUR_MS,
        pageSize: 7,
      };
      const all = namesOf(await rows({ ...query, pageSize: 200 }));
      const seen: string[] = [];
      let page = await rows(query);
      for (;;) {
        seen.push(...namesOf(page));
        const last = page.rows.at(-1);
        if (!page.older || !last) break;
        page = await rows({ ...query, cursor: last.ts, cursorSite: last.siteId, direction: 'older' });
        expect(page.newer).toBe(true);
      }
      expect(seen).toEqual(all);
      const back: string[] = namesOf(page);
      for (;;) {
        const [top] = page.rows;
        if (!page.newer || !top) break;
        page = await rows({ ...query, cursor: top.ts, cursorSite: top.siteId, direction: 'newer' });
        back.unshift(...namesOf(page));
      }
      expect(back).toEqual(all);
    },
  );

  it('jump to a time', async () => {
    const query = {
      siteIds: [shanghai, paris],
      granularity: 'hour',
      from: day,
      to: day + DAY_MS,
      pageSize: 3,
    };
    const page = await rows({ ...query, cursor: day + 4.5 * HOUR_MS });
    expect(namesOf(page)[0]).toBe(`${day + 4 * HOUR_MS} ${shanghai}`);
    expect(page).toMatchObject({ newer: true, older: true, total: null });
    expect(await rows({ ...query, cursor: day + 9 * DAY_MS })).toMatchObject({ newer: false, older: true });
    expect(await rows({ ...query, cursor: day - 1 })).toMatchObject({ rows: [], newer: true, older: false });
  });

  it('have no total above 10,000 and go on by keyset', async () => {
    const query = {
      siteIds: [long],
      granularity: 'minute',
      from: day,
      to: day + 8 * DAY_MS,
      pageSize: pageOfRows,
    };
    const first = await rows(query);
    expect(first).toMatchObject({ total: null, older: true });
    const at = day + 2 * HOUR_MS;
    const page = await rows({ ...query, cursor: at });
    expect(page.rows).toHaveLength(121);
    expect(page.rows[0]?.ts).toBe(at);
    expect(page.older).toBe(false);
  });

  it.each([
    ['spring', spring, 23],
    ['autumn', autumn, 25],
  ] as const)(
    'have all hours and one day when the clock of the site changes in %s',
    async (_, [from, to], hours) => {
      const query = { siteIds: [paris], from, to };
      const byHour = await rows({ ...query, granularity: 'hour' });
      expect(byHour.rows.map(valueOf)).toEqual(Array.from({ length: hours }, (_, n) => hours - 1 - n));
      const byDay = await rows({ ...query, granularity: 'day' });
      expect(byDay.rows).toHaveLength(1);
      expect(byDay.rows[0]).toMatchObject({ ts: from, values: { 'PM2.5': { covered: hours } } });
      const [column] = await statistics({ ...query, granularity: 'hour' });
      expect(column).toMatchObject({ count: hours, expected: hours });
    },
  );

  it('of days begin at midnight in the zone of each site', async () => {
    const query = { siteIds: [shanghai, paris], granularity: 'day', from: day, to: day + DAY_MS };
    const page = await rows(query);
    // The day that was chosen in Shanghai begins on the day before in Paris, which was not chosen.
    expect(namesOf(page)).toEqual([`${dayBounds('2026-11-01', zone)[0]} ${paris}`, `${day} ${shanghai}`]);
  });

  // PM2.5 rises from 0 to 24 µg/m³ in the 25 hours of the day, 12 in the mean.
  it.each([
    // At the last hour the weight is 13 / 24 and the NowCast 22.8.
    ['us', 56, [71, 73, 75, 77]],
    ['europe', 3, [3, 3, 3, 3]],
    // Up to the first of these hours, the mean of the day is 10.5, which is rounded to 10.
    ['atmo', 2, [1, 2, 2, 2]],
  ])('have the index of the reader: %s', async (index, ofDay, lastHours) => {
    const query = { siteIds: [paris], from: autumn[0], to: autumn[1], index };
    const days = await rows({ ...query, granularity: 'day' });
    expect(days.rows).toMatchObject([{ aqi: ofDay, primary: 'PM2.5' }]);
    const hours = await rows({ ...query, granularity: 'hour' });
    const last = hours.rows.slice(0, 4).map(({ aqi }) => aqi);
    expect(last.toReversed()).toEqual(lastHours);
  });

  it('are empty for a time without readings', async () => {
    const query = { siteIds: [shanghai], granularity: 'five', from: day - 90 * DAY_MS, to: day };
    expect(await rows(query)).toEqual({ rows: [], total: 0, newer: false, older: false, absent: [] });
    expect((await statistics(query))[0]).toMatchObject({ count: 0, min: null, maxAt: null });
  });

  it.each([
    ['a reversed range', { from: day + 1, to: day }, 'to'],
    ['ten years by minute', { from: day - 3650 * DAY_MS, granularity: 'minute' }, 'from'],
    ['an unknown channel', { channels: 'NONE' }, 'channels'],
    ['an unknown site', { siteIds: [999_999] }, 'siteIds'],
  ])('refuse %s', async (_, part, field) => {
    const query = {
      siteIds: [shanghai],
      granularity: 'hour',
      channels: 'PM2.5',
      from: day,
      to: day + DAY_MS,
      ...part,
    };
    const search = Object.entries(query).map(([name, value]) => `${name}=${value}`);
    const { body } = await test.send('GET', `/data/history/rows?${search.join('&')}`, { token });
    expect(body).toMatchObject({ field });
  });
});

describe('statistics', () => {
  it('count the requested period and not the stored part of it', async () => {
    const [column] = await statistics({
      siteIds: [shanghai, paris],
      granularity: 'hour',
      from: day,
      to: day + 2 * DAY_MS,
    });
    expect(column).toMatchObject({
      count: 48,
      dropped: 0,
      expected: 96,
      min: 0,
      mean: 11.5,
      p50: 11.5,
      p98: 23,
      max: 23,
      maxAt: { siteId: shanghai, ts: day + 23 * HOUR_MS },
    });
  });

  it('expect as many reports of minutes as the site sends', async () => {
    const query = { siteIds: [shanghai], from: day, to: day + DAY_MS };
    expect((await statistics({ ...query, granularity: 'minute' }))[0]).toMatchObject({
      count: 144,
      expected: 144,
    });
    expect((await statistics({ ...query, granularity: 'day' }))[0]).toMatchObject({ count: 1, expected: 1 });
  });

  it('expect nothing of the future', async () => {
    const now = Date.parse('2026-11-09T12:00:00Z');
    const query = {
      siteIds: [shanghai],
      granularity: 'hour',
      from: now - 10 * HOUR_MS,
      to: now + 90 * HOUR_MS,
    };
    expect((await statistics(query))[0]).toMatchObject({ expected: 11 });
  });

  it('of too many values are refused with what to change', async () => {
    const channels = 'PM2.5&channels=PM10&channels=SO2&channels=NO2&channels=O3&channels=CO&channels=TEM';
    const often = await addSite(test, { mn: 'HISTORY-OFTEN', interval: 60 });
    const query = { siteIds: [often], granularity: 'minute', from: day - 399 * DAY_MS, to: day };
    await expect(statistics({ ...query, channels })).rejects.toThrow(
      /^查询范围过大：共 4,\d{3},\d{3} 个数据，最多 4,000,000 个。请减少站点/,
    );
  });
});

describe('a corrected minute', () => {
  const at = day + 5 * HOUR_MS + 30 * MINUTE_MS;
  const change = { ts: at, channel: 'PM2.5' };
  const send = async (method: 'PUT' | 'POST', path: string, changes: object[]) => {
    const json = { siteId: shanghai, granularity: 'minute', reason: 'filter changed', changes };
    expect((await test.send(method, path, { token, json })).body).toMatchObject({ code: 200 });
    await rollUp(test);
  };
  const periods = { hour: day + 5 * HOUR_MS, day };
  const listEdited = async (granularity: 'hour' | 'day', pageSize: number) => {
    const page = await rows({ siteIds: [shanghai], granularity, from: day, to: day + DAY_MS, pageSize });
    const edited = page.rows.filter(({ values }) => values['PM2.5']?.edited);
    return edited.map(({ ts }) => ts);
  };

  it.each(['hour', 'day'] as const)(
    'marks its %s until it is undone, packed or not, in rows and exports',
    async (granularity) => {
      const exported = async () => {
        const query = { siteIds: [shanghai], granularity, from: day, to: day + DAY_MS };
        const lines = await exportRows(query);
        return lines.filter((line) => line.at(-1)?.startsWith('PM2.5')).length;
      };
      for (const pack of [false, true]) {
        await send('PUT', '/data/history', [{ ...change, value: 7 }]);
        if (pack) await runTask(test, 'readingTask.pack(2)');
        expect(await listEdited(granularity, 100)).toEqual([periods[granularity]]);
        expect(await exported()).toBe(1);
        await send('POST', '/data/history/undo', [change]);
        expect(await listEdited(granularity, 100)).toEqual([]);
        expect(await exported()).toBe(0);
      }
    },
  );

  it('marks its hour as the newest of a page too', async () => {
    await send('PUT', '/data/history', [{ ...change, value: 7 }]);
    const query = { siteIds: [shanghai], granularity: 'hour', from: day, to: periods.hour + 1 };
    expect((await rows({ ...query, pageSize: 1 })).rows).toMatchObject([
      { values: { 'PM2.5': { edited: true } } },
    ]);
    await send('POST', '/data/history/undo', [change]);
  });
});

async function exportRows(query: object, language = 'zh'): Promise<string[][]> {
  const json = { channels: ['PM2.5'], format: 'csv', ...query };
  const { body } = await test.send('POST', `/data/history/export?lang=${language}`, { token, json });
  const { id } = body['data'] as { id: string };
  const read = async () => (await test.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
  await expect.poll(async () => (await read()).state, { timeout: 20_000 }).toBe('done');
  const { bytes } = await test.send('GET', `/common/work/${id}/file`, { token });
  const lines = bytes.toString('utf8').trim().split('\r\n');
  return lines.map((line) => line.split(','));
}

describe('an export', () => {
  it('has every row, site by site and oldest first, with the offset of its clock', async () => {
    const query = { siteIds: [paris, shanghai], granularity: 'hour', from: autumn[0], to: day + DAY_MS };
    const [head, ...lines] = await exportRows(query);
    expect(head).toHaveLength(8);
    expect(lines).toHaveLength(25 + 24 + 24);
    expect(lines.slice(1, 4).map((line) => line.slice(1, 4))).toEqual([
      ['HISTORY-B', '2026-10-25 01:00:00', 'UTC+02:00'],
      ['HISTORY-B', '2026-10-25 02:00:00', 'UTC+02:00'],
      ['HISTORY-B', '2026-10-25 02:00:00', 'UTC+01:00'],
    ]);
    expect(lines.at(-1)?.slice(0, 2)).toEqual(['HISTORY-CODE', 'HISTORY-A']);
  });

  it('marks hours and days with too little data', async () => {
    const short = await addSite(test, { mn: 'HISTORY-SHORT', interval: 600 });
    const to = day + HOUR_MS + 20 * MINUTE_MS;
    await storeSteps(test, { siteId: short, from: day, to, values: () => [5] });
    await rollUp(test);
    const remarks = async (granularity: string) => {
      const query = { siteIds: [short], granularity, from: day, to: day + DAY_MS };
      return (await exportRows(query, 'en')).slice(1).map((line) => line.at(-1));
    };
    expect(await remarks('hour')).toEqual(['', 'PM2.5: Fewer than 45 valid minutes: not counted']);
    expect(await remarks('day')).toEqual(['PM2.5: Fewer than 20 valid hours: not counted']);
  });

  it('says that a corrected value had no valid original', async () => {
    const ts = day + 5 * HOUR_MS + 3 * MINUTE_MS;
    const json = { siteId: shanghai, granularity: 'minute', reason: 'read off the display' };
    const changes = [{ ts, channel: 'PM2.5', value: 7 }];
    await test.send('PUT', '/data/history', { token, json: { ...json, changes } });
    const query = { siteIds: [shanghai], granularity: 'minute', from: ts, to: ts + MINUTE_MS };
    const [, line] = await exportRows(query, 'en');
    // The cell has a comma, so it is quoted.
    expect(line?.slice(-2).join()).toBe('"PM2.5: corrected, original value no valid value"');
    const undone = [{ ts, channel: 'PM2.5' }];
    await test.send('POST', '/data/history/undo', { token, json: { ...json, changes: undone } });
  });

  it.each(['minute', 'day'])(
    'has each row once where parts of the period meet, by %s',
    async (granularity) => {
      const query = { siteIds: [long], granularity, from: day + 30 * MINUTE_MS, to: day + 3 * DAY_MS };
      const [, ...lines] = await exportRows(query);
      expect(lines).toHaveLength(granularity === 'day' ? 3 : 3 * 1440 - 30);
      expect(new Set(lines.map((line) => line[2])).size).toBe(lines.length);
    },
  );
});
