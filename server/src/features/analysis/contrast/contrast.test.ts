import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
const sites: Record<string, number> = {};
/** Summer time ends in Paris on 25 October. */
const from = Date.parse('2026-10-23T22:00Z');
const to = Date.parse('2026-10-27T23:00Z');

const valueAt = (at: number) => 50 + 20 * Math.sin(at / HOUR_MS / 5);
const hourOf = (at: number) => at - (at % HOUR_MS);

async function add(name: string, zone: string, value: (hour: number) => number | null): Promise<void> {
  const siteId = await addSite(test, { mn: name, zone, interval: 600 });
  sites[name] = siteId;
  const slot = test.ingest.directory.channels().find(({ code }) => code === 'PM10')?.slot ?? 0;
  await storeSteps(test, {
    siteId,
    zone,
    from,
    to,
    values: (at) => Array.from({ length: slot }, (_, n) => (n === slot - 1 ? value(hourOf(at)) : null)),
  });
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  token = await test.login();
  await add('paris', 'Europe/Paris', valueAt);
  await add('double', 'Europe/Paris', (at) => 2 * valueAt(at) + 5);
  await add('china', 'Asia/Shanghai', (at) => 200 - valueAt(at));
  await add('empty', 'Asia/Shanghai', () => null);
  await rollUp(test);
  await test.app.pool.query(
    `insert into reference_station (station_code, station_name, city, facts_of, create_by)
     values ('1001A', '万寿西宫', '北京', now(), 'test')`,
  );
  for (let at = from; at < to; at += HOUR_MS)
    await test.app.pool.query(
      `insert into reference_reading (station_code, release_time, pm10, create_by) values ('1001A', $1, $2, 'test')`,
      [new Date(at + HOUR_MS).toISOString(), valueAt(at) + 3],
    );
});
afterAll(() => test.close());

interface Contrast {
  members: {
    name: string;
    siteId: number | null;
    code: string | null;
    values: (number | null)[];
    box: object | null;
  }[];
  ts: number[];
  r: (number | null)[][];
  counts: number[][];
  order: number[];
  lines: ({ count: number; slope: number; intercept: number; rSquared: number } | null)[][];
  differences: (number | null)[][];
}

function address(names: readonly string[], more: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    channel: 'PM10',
    granularity: 'hour',
    from: String(from),
    to: String(to),
    ...more,
  });
  for (const name of names)
    if (name in sites) query.append('siteIds', String(sites[name]));
    else query.append('references', name);
  return `/analysis/contrast?${query}`;
}

async function read(names: readonly string[], more: Record<string, string> = {}): Promise<Contrast> {
  const { body } = await test.send('GET', address(names, more), { token });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as Contrast;
}

describe('a contrast', () => {
  it('compares sites by their common hours', async () => {
    const { members, lines, r, ts, differences } = await read(['paris', 'double']);
    expect(members.map(({ name }) => name)).toEqual(['paris', 'double']);
    expect(ts).toHaveLength((to - from) / HOUR_MS);
    expect(lines[0]?.[1]?.slope).toBeCloseTo(2, 4);
    expect(lines[0]?.[1]?.intercept).toBeCloseTo(5, 2);
    expect(lines[0]?.[1]?.rSquared).toBeCloseTo(1, 6);
    expect(r[0]?.[1]).toBeCloseTo(1, 6);
    expect(differences[0]?.[1]).toBeGreaterThan(50);
  });

  it('sets official stations beside sites, hour by hour', async () => {
    const { members, lines, counts } = await read(['paris', '1001A']);
    expect(members[1]).toMatchObject({ siteId: null, code: '1001A', name: '万寿西宫 · 北京' });
    expect(counts[0]?.[1]).toBe((to - from) / HOUR_MS);
    expect(lines[0]?.[1]?.intercept).toBeCloseTo(3, 1);
  });

  it('compares days of several zones by their date, the longer day in autumn too', async () => {
    const { ts, members, counts } = await read(['paris', 'china', '1001A'], { granularity: 'day' });
    expect(ts.map((at) => new Date(at).toISOString())).toContain('2026-10-25T00:00:00.000Z');
    expect(ts.every((at) => at % DAY_MS === 0)).toBe(true);
    // Paris has the four whole days from the 24th to the 27th, China the three from the 25th on.
    expect(members[0]?.values.filter((value) => value !== null)).toHaveLength(4);
    expect(counts[0]?.[1]).toBe(3);
    expect(counts[1]?.[2]).toBe(3);
  });

  it('compares days of official stations on the clock of the server', async () => {
    const { zone } = test.app.config;
    Object.assign(test.app.config, { zone: 'Europe/Paris' });
    const { counts } = await read(['paris', '1001A'], { granularity: 'day' });
    Object.assign(test.app.config, { zone });
    expect(counts[0]?.[1]).toBe(4);
  });

  it('averages whole days of official stations, whichever clock the days were chosen on', async () => {
    const tashkent = 'Asia/Tashkent';
    sites['tashkent'] = await addSite(test, { mn: 'tashkent', zone: tashkent });
    const publish = (code: string, at: number, value: number) =>
      test.app.pool.query(
        `insert into reference_reading (station_code, release_time, pm10, create_by) values ($1, $2, $3, 'test')`,
        [code, new Date(at + HOUR_MS).toISOString(), value],
      );
    await test.app.pool.query(
      `insert into reference_station (station_code, station_name, facts_of, create_by)
       values ('1002A', '定陵', now(), 'test')`,
    );
    const start = dayBounds('2026-11-01', 'Asia/Shanghai')[0];
    // The first three hours of each day in Shanghai are those before midnight in Tashkent.
    for (let hour = 0; hour < 6 * 24; hour++)
      await publish('1002A', start + hour * HOUR_MS, hour % 24 < 3 ? 200 : 20);
    const days = {
      granularity: 'day',
      from: String(dayBounds('2026-11-02', tashkent)[0]),
      to: String(dayBounds('2026-11-04', tashkent)[1]),
    };
    const { ts, members } = await read(['tashkent', '1002A'], days);
    expect(ts.map((at) => new Date(at).toISOString().slice(0, 10))).toEqual([
      '2026-11-02',
      '2026-11-03',
      '2026-11-04',
    ]);
    expect(members[1]).toMatchObject({ values: [42.5, 42.5, 42.5], dropped: 0 });
  });

  it('is exported with the codes of sites beside their names', async () => {
    await test.app.pool.query(`update site set site_code = 'P-1' where site_id = $1`, [sites['paris']]);
    const query = {
      siteIds: [sites['paris'], sites['china']],
      channel: 'PM10',
      granularity: 'hour',
      from,
      to,
    };
    const [head] = await readExportedLines(test, token, '/analysis/contrast/export?lang=en', query);
    expect(head?.split(',').slice(2)).toEqual([
      'paris (P-1)',
      'china (china)',
      'china (china) − paris (P-1)',
      'Flags',
    ]);
  });

  it('says that a site has no values', async () => {
    const { members, r } = await read(['paris', 'empty']);
    expect(members[1]).toMatchObject({ name: 'empty', box: null });
    expect(r[0]?.[1]).toBeNull();
  });

  it('has no values of official stations for a channel that they do not publish', async () => {
    const { members } = await read(['paris', '1001A'], { channel: 'WS' });
    expect(members[1]).toMatchObject({ code: '1001A', box: null });
  });

  it.each([
    ['one site', ['paris'], {}],
    ['the same site twice', ['paris', 'paris'], {}],
    ['an unknown station', ['paris', 'none'], {}],
    ['a reversed range', ['paris', 'double'], { to: String(from) }],
    ['a range of ten years', ['paris', 'double'], { from: String(from - 3660 * DAY_MS) }],
    ['a direction', ['paris', 'double'], { channel: 'WD' }],
    ['an unknown channel', ['paris', 'double'], { channel: 'nothing' }],
    ['minutes', ['paris', 'double'], { granularity: 'minute' }],
  ])('refuses %s', async (_, names, more) => {
    const { body } = await test.send('GET', address(names, more), { token });
    expect(body.code).not.toBe(200);
    expect(body.msg).not.toBe('');
  });
});
