import type { RankingEntry, RankingTable } from '@limpid/contract/analysis/ranking-table';
import { HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { addSite } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { makeColumns } from '../../rollup/day-columns.ts';
import { rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
const now = '2026-11-09T12:20:00Z';
const sites: Record<string, number> = {};
const all = [20, 30, 10, 15, 0.8, 90];
const withoutOzone = all.slice(0, 5);
const zones: Record<string, string> = { paris: 'Europe/Paris' };

/** Stores the device's own hours of a day, on the clock of the site. */
async function store(name: string, day: string, values: number[], hours = 24): Promise<void> {
  const zone = zones[name] ?? 'Asia/Shanghai';
  const [from] = dayBounds(day, zone);
  const to = Math.min(from + hours * HOUR_MS, dayBounds(day, zone)[1]);
  const siteId = sites[name] ?? 0;
  const kind = packetKind.hour;
  await storeSteps(test, { siteId, zone, from, to, step: HOUR_MS, kind, values: () => values });
}

async function read(query: string): Promise<RankingTable> {
  const { body } = await test.send('GET', `/analysis/ranking/table?${query}`, { token });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as RankingTable;
}

const line = ({ rank, siteName, value, before, rankChange, reason }: RankingEntry) => [
  rank,
  siteName,
  value,
  before,
  rankChange,
  reason,
];

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, now);
  token = await test.login();
  for (const name of [
    'rising',
    'falling',
    'steady',
    'fresh',
    'patchy',
    'silent',
    'stopped',
    'withheld',
    'paris',
  ]) {
    sites[name] = await addSite(test, { mn: name, interval: 600, zone: zones[name] ?? 'Asia/Shanghai' });
  }
  await test.app.pool.query(`update site set status = '1' where site_name = 'stopped'`);
  const days = ['2026-11-01', '2026-11-02', '2026-11-03', '2026-11-04'];
  const [first, second] = [days.slice(0, 2), days.slice(2)];
  for (const day of first) {
    await store('rising', day, [10]);
    await store('falling', day, [50]);
    await store('steady', day, [30]);
    await store('paris', day, [40]);
  }
  for (const day of second) {
    await store('rising', day, [60]);
    await store('falling', day, [20]);
    await store('steady', day, [30]);
    await store('fresh', day, [30]);
    await store('stopped', day, [500]);
    await store('paris', day, [5]);
  }
  await store('patchy', '2026-11-03', [90]);
  await store('withheld', '2026-10-25', all);
  for (const day of second) await store('withheld', day, withoutOzone);
  await rollUp(test);
});
afterAll(() => test.close());

const twoDays = 'from=2026-11-03&to=2026-11-04&channel=PM2.5';
const before = 'compareFrom=2026-11-01&compareTo=2026-11-02';

describe('the ranking table', () => {
  it('ranks sites with their change; equal values share a rank, and sites that are left out have a reason', async () => {
    const { rows, ...totals } = await read(`${twoDays}&${before}&pageSize=100`);
    expect(rows.map(line)).toEqual([
      [1, 'rising', 60, 10, 3, null],
      [2, 'steady', 30, 30, 1, null],
      [2, 'fresh', 30, null, null, null],
      [4, 'falling', 20, 50, -2, null],
      [4, 'withheld', 20, null, null, null],
      [6, 'paris', 5, 40, -2, null],
      [null, 'patchy', null, null, null, 'tooLittle'],
      [null, 'silent', null, null, null, 'noData'],
      [null, 'stopped', null, null, null, 'disabled'],
    ]);
    expect(rows[0]).toMatchObject({ change: 50, counted: 2, expected: 2, soFar: false });
    expect(totals).toEqual({
      total: 9,
      units: 9,
      ranked: 6,
      compared: 4,
      leftOut: { disabled: 1, noData: 1, tooLittle: 1, withheld: 0, noGroup: 0 },
      zones: ['Asia/Shanghai', 'Europe/Paris'],
    });
  });

  it('can start with the lowest value, be searched, sorted and turned by page', async () => {
    const asc = await read(`${twoDays}&${before}&order=asc&pageSize=2`);
    expect(asc.rows.map(({ rank, siteName, rankChange }) => [rank, siteName, rankChange])).toEqual([
      [1, 'paris', 2],
      [2, 'falling', 2],
    ]);
    expect((await read(`${twoDays}&order=asc&pageSize=2&pageNum=2`)).rows[0]).toMatchObject({
      rank: 2,
      siteName: 'withheld',
    });
    const found = await read(`${twoDays}&search=ING`);
    expect(found).toMatchObject({
      total: 2,
      units: 9,
      rows: [{ siteName: 'rising' }, { siteName: 'falling' }],
    });
    const names = await read(`${twoDays}&orderByColumn=name&isAsc=descending&pageSize=1`);
    expect(names.rows[0]?.siteName).toBe('withheld');
    const changed = await read(`${twoDays}&${before}&orderByColumn=change&isAsc=asc&pageSize=1`);
    expect(changed.rows[0]).toMatchObject({ siteName: 'paris', change: -35 });
    expect(await read(`${twoDays}&search=nowhere`)).toMatchObject({ total: 0, units: 9, rows: [] });
  });

  it('leaves out an index that is withheld and names the pollutants, for days and for an hour', async () => {
    const withheld = { siteName: 'withheld', rank: null, value: null, reason: 'withheld', missing: ['O3'] };
    const days = await read('from=2026-11-03&to=2026-11-04&pageSize=100');
    expect(days.rows).toContainEqual(expect.objectContaining(withheld));
    expect(days.leftOut.withheld).toBe(1);
    expect(days.rows[0]).toMatchObject({ siteName: 'rising', primary: 'PM2.5', reference: true });
    const one = await read('from=2026-11-03&pageSize=100');
    expect(one.rows).toContainEqual(expect.objectContaining(withheld));
    expect(one.rows[0]).toMatchObject({ siteName: 'patchy', primary: 'PM2.5', expected: 1 });
    const hour = await read(`at=${dayBounds('2026-11-03', 'Asia/Shanghai')[0] + 1000}&pageSize=100`);
    expect(hour.rows).toContainEqual(expect.objectContaining(withheld));
    expect(hour.rows[0]).toMatchObject({ siteName: 'patchy', counted: 1, primary: 'PM2.5' });
  });

  it('compares an hour with another one, on the clock of each site', async () => {
    const at = dayBounds('2026-11-03', 'Asia/Shanghai')[0];
    const { rows, compared } = await read(
      `at=${at}&compareAt=${at - 24 * HOUR_MS}&channel=PM2.5&pageSize=100`,
    );
    expect(rows.find(({ siteName }) => siteName === 'rising')).toMatchObject({
      value: 60,
      before: 10,
      change: 50,
    });
    // Paris is still on the second of November.
    expect(rows.find(({ siteName }) => siteName === 'paris')).toMatchObject({
      value: 40,
      before: 40,
      rankChange: 0,
    });
    expect(compared).toBe(4);
  });

  it('expects only days that have ended at the site', async () => {
    const { rows } = await read('from=2026-11-03&to=2026-11-30&channel=PM2.5&pageSize=100');
    expect(rows.find(({ siteName }) => siteName === 'rising')).toMatchObject({
      reason: 'tooLittle',
      counted: 2,
      expected: 6,
      soFar: true,
    });
    setClock(test, '2026-11-04T20:00:00Z');
    const early = await read(`${twoDays}&pageSize=100`);
    setClock(test, now);
    expect(early.rows.find(({ siteName }) => siteName === 'paris')).toMatchObject({ soFar: true });
    expect(early.rows.find(({ siteName }) => siteName === 'rising')).toMatchObject({
      expected: 2,
      soFar: false,
    });
  });

  it('is the same from the columns of days as from their rows', async () => {
    const queries = [
      `${twoDays}&${before}&pageSize=100`,
      'from=2026-11-03&to=2026-11-04&pageSize=100',
      'from=2026-11-03&compareFrom=2026-11-02&pageSize=100',
      'from=2026-10-20&to=2026-11-09&channel=PM2.5&pageSize=100',
      'from=2020-01-01&pageSize=100',
    ];
    const readAll = () => Promise.all(queries.map(read));
    const fromRows = await readAll();
    expect(await makeColumns(test.app, test.ingest.directory, new AbortController().signal)).toBe(5);
    expect(await readAll()).toEqual(fromRows);
    // The rows of these days are not read any more.
    const addToRows = (amount: number) =>
      test.app.pool.query('update reading_day set a1 = a1 + $1', [amount]);
    await addToRows(1000);
    const [twice, , once] = await readAll();
    await addToRows(-1000);
    expect([twice, once]).toEqual([fromRows[0], fromRows[2]]);
  });

  it('follows a correction of a past value', async () => {
    const [ts] = dayBounds('2026-11-04', 'Asia/Shanghai');
    const changes = Array.from({ length: 24 }, (_, hour) => ({
      ts: ts + hour * HOUR_MS,
      channel: 'PM2.5',
      value: 100,
    }));
    const json = { siteId: sites['steady'], granularity: 'hour', reason: 'wrong filter', changes };
    expect((await test.send('PUT', '/data/history', { token, json })).body).toMatchObject({ code: 200 });
    await rollUp(test);
    expect((await read(twoDays)).rows[0]).toMatchObject({ siteName: 'steady', value: 65 });
    await test.send('POST', '/data/history/undo', { token, json });
    await rollUp(test);
    expect((await read(twoDays)).rows[0]).toMatchObject({ siteName: 'rising' });
  });

  it('leaves a site out as soon as it is disabled, and ranks it again when it is enabled', async () => {
    const setStatus = (status: string) =>
      test.send('PUT', '/site/site/changeStatus', { token, json: { siteId: sites['rising'], status } });
    expect((await read(twoDays)).rows[0]).toMatchObject({ siteName: 'rising' });
    expect((await setStatus('1')).body).toMatchObject({ code: 200 });
    expect((await read(twoDays)).leftOut).toMatchObject({ disabled: 2 });
    expect((await setStatus('0')).body).toMatchObject({ code: 200 });
    expect((await read(twoDays)).rows[0]).toMatchObject({ siteName: 'rising' });
  });

  it.each([
    ['', 'no period'],
    ['from=2026-11-05&to=2026-11-01', 'a reversed range'],
    ['from=2015-01-01&to=2026-01-01', 'more than ten years'],
    ['from=2026-11-01&compareFrom=2026-02-30', 'a compared day that does not exist'],
    ['from=2026-11-01&channel=WD', 'a channel without a mean'],
    ['from=2026-11-01&channel=nothing', 'an unknown channel'],
    ['from=2026-11-01&orderByColumn=mn', 'an unknown column'],
  ])('refuses %s: %s', async (query) => {
    const { body } = await test.send('GET', `/analysis/ranking/table?${query}`, { token });
    expect(body.code).not.toBe(200);
    expect(body.msg).not.toBe('');
  });

  it.each([
    ['compareFrom=2026-02-30', 'compareFrom', 'Compared from'],
    ['compareFrom=2026-10-30&compareTo=2026-02-30', 'compareTo', 'Compared to'],
    ['compareFrom=2026-10-30&compareTo=2026-10-01', 'compareTo', ''],
    ['compareFrom=2015-01-01&compareTo=2026-01-01', 'compareFrom', ''],
    ['index=mars', 'index', 'Air-quality index'],
  ])('names the field of %s', async (query, field, label) => {
    const path = `/analysis/ranking/table?from=2026-11-01&${query}&lang=en_US`;
    const { body } = await test.send('GET', path, { token });
    expect(body).toMatchObject({ code: 500, field });
    expect(body.msg).toContain(label);
  });

  it('ranks several years', async () => {
    const { rows } = await read('from=2020-01-01&to=2026-11-04&channel=PM2.5');
    expect(rows.every(({ reason }) => reason !== null)).toBe(true);
    expect(rows.find(({ siteName }) => siteName === 'rising')).toMatchObject({ counted: 4, expected: 2500 });
  });

  it('is empty for a period without data', async () => {
    const { rows, leftOut } = await read('from=2020-01-01&pageSize=100');
    expect(rows.every(({ rank }) => rank === null)).toBe(true);
    expect(leftOut).toEqual({ disabled: 1, noData: 8, tooLittle: 0, withheld: 0, noGroup: 0 });
  });

  it('is exported as a table', async () => {
    const json = {
      from: '2026-11-03',
      to: '2026-11-04',
      channel: 'PM2.5',
      compareFrom: '2026-11-01',
      compareTo: '2026-11-02',
    };
    const { body } = await test.send('POST', '/analysis/ranking/table/export?lang=en', {
      token,
      json: { ...json, format: 'csv' },
    });
    const { id } = body['data'] as { id: string };
    const work = async () => (await test.send('GET', `/common/work/${id}`, { token })).body['data'];
    await soon(work).toMatchObject({ state: 'done' });
    const { bytes } = await test.send('GET', `/common/work/${id}/file`, { token });
    const lines = bytes.toString('utf8').trim().split(/\r?\n/);
    expect(lines).toHaveLength(10);
    expect(lines[0]).toContain('Site code,Site,Affiliated entity,Group,Rank,PM2.5 (µg/m³)');
    expect(lines[1]).toMatch(/^rising,rising,.*,1,60,2,2,10,50,3,/);
    expect(lines.at(-1)).toMatch(/Disabled,$/);
  });
});

describe('the ranking of entities and groups', () => {
  beforeAll(async () => {
    const group = (name: string, names: string[]) =>
      test.app.pool.query(
        `update site_entity set entity_group = $1 where entity_id in (select entity_id from site where site_name = any($2))`,
        [name, names],
      );
    await group('north', ['rising', 'falling', 'stopped']);
    await group('south', ['steady', 'silent', 'patchy']);
  });

  it('takes the mean of the sites, if three quarters of them are valid', async () => {
    const { rows, leftOut, units } = await read(`${twoDays}&${before}&by=group`);
    const byName = new Map(rows.map((row) => [row.entityGroup, row]));
    expect(byName.get('north')).toMatchObject({
      value: 40,
      before: 30,
      change: 10,
      sites: 2,
      allSites: 2,
      reason: null,
    });
    expect(byName.get('south')).toMatchObject({ value: null, reason: 'tooLittle', sites: 1, allSites: 3 });
    expect(leftOut).toMatchObject({ tooLittle: 1 });
    // Entities without a group are no group: each is left out by its own name.
    const alone = rows.filter(({ entityGroup }) => entityGroup === null);
    expect([units, leftOut.noGroup, alone.length]).toEqual([2, 3, 3]);
    for (const one of alone) {
      expect(one).toMatchObject({ value: null, before: null, rank: null, reason: 'noGroup' });
      expect(one.entityName).toBeTruthy();
    }
  });

  it('computes the index of the mean concentrations', async () => {
    const { rows } = await read('from=2026-11-03&to=2026-11-04&by=group');
    // The mean of 60 and 20 µg/m³ is 40: between 35 (index 50) and 60 (index 100). No site measures other pollutants.
    expect(rows.find(({ entityGroup }) => entityGroup === 'north')).toMatchObject({
      value: 60,
      primary: 'PM2.5',
      counted: 2,
    });
  });

  it('ranks entities by their own sites', async () => {
    const { rows, units } = await read(`${twoDays}&by=entity&search=rising`);
    expect(units).toBe(9);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ rank: 1, value: 60, siteId: null });
  });
});

describe('a day of the ranking', () => {
  const find = async (query: string) => {
    const { rows } = await read(`channel=PM2.5&pageSize=100&search=zone&${query}`);
    return Object.fromEntries(rows.map((row) => [row.siteName, row]));
  };

  it('is that of each site, also where the server has a later date and on the day the clock is set back', async () => {
    zones['zone-west'] = 'Europe/Paris';
    for (const name of ['zone-east', 'zone-west'])
      sites[name] = await addSite(test, { mn: name, interval: 600, zone: zones[name] ?? 'Asia/Shanghai' });
    // One o'clock on the 26th at the server and in the east, six in the evening of the 25th in Paris.
    setClock(test, '2026-10-25T17:10:00Z');
    token = await test.login();
    await store('zone-east', '2026-10-25', [30]);
    await store('zone-west', '2026-10-25', [10], 19);
    await store('zone-east', '2026-10-26', [70], 1);
    await rollUp(test);
    expect(await find('from=2026-10-26')).toMatchObject({
      'zone-east': { value: null, reason: 'tooLittle', counted: 0, soFar: true },
      'zone-west': { value: null, reason: 'noData', counted: 0, soFar: true },
    });
    expect(await find('from=2026-10-25')).toMatchObject({
      'zone-east': { rank: 1, value: 30, expected: 1, soFar: false },
      'zone-west': { reason: 'tooLittle', soFar: true },
    });

    setClock(test, '2026-10-26T12:00:00Z');
    token = await test.login();
    const [from, to] = dayBounds('2026-10-25', 'Europe/Paris');
    expect(to - from).toBe(25 * HOUR_MS);
    const place = { siteId: sites['zone-west'] ?? 0, zone: 'Europe/Paris', kind: packetKind.hour };
    await storeSteps(test, { ...place, from: from + 19 * HOUR_MS, to, step: HOUR_MS, values: () => [35] });
    await rollUp(test);
    // 19 hours of 10 and 6 of 35: the day has 25. Another site of the east has 20.
    expect(await find('from=2026-10-25')).toMatchObject({
      'zone-east': { rank: 1, value: 30, soFar: false },
      'zone-west': { rank: 3, value: 16, expected: 1, soFar: false },
    });
    setClock(test, now);
    token = await test.login();
  });
});
