import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour, formatLocalDate } from '@limpid/contract/local-time';
import { maxAppliedDays } from '@limpid/contract/quality/rule-run';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { testNow } from '../../testing/clock.ts';
import { errorText } from '../../testing/error-text.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, storeTestReadings } from '../../testing/stations.ts';
import { packetKind } from '../reading/model.api.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;
const rules = makeResourceClient(t, '/basic/dataRule', token);
const key = ['ruleName', 'ruleId'] as const;
const zone = 'Asia/Shanghai';
const first = floorToHour(testNow - 30 * HOUR_MS, zone);
/** Twenty hours that vary a little, and one that does not belong to them. */
const values = [...Array.from({ length: 20 }, (_, at) => 40 + (at % 5)), 182, 43, 41, 44];
const spikeAt = first + 20 * HOUR_MS;
const { rollUp } = t.services;
let site = 0;

const spike = (ruleName: string, more = {}) => ({
  ruleName,
  test: 'spike',
  channelId: 1,
  factor: 3,
  floor: 5,
  ...more,
});

async function settle(): Promise<void> {
  while ((await rollUp.run(true)) > 0);
}

async function applyToPast(siteIds: number[], from: string, to: string): Promise<unknown> {
  const { data } = await send('POST', '/basic/dataRule/apply', { siteIds, from, to });
  await soon(async () => {
    await settle();
    return (await get(`/common/work/${data.id}`)).data.state;
  }).toBe('done');
  return (await get(`/common/work/${data.id}`)).data.report;
}

beforeEach(async () => {
  await pool.query('delete from data_rule');
  site = await addSite(t, { mn: `QUALITY-${Math.random()}`.slice(0, 20), zone });
  await storeHours(site);
});

async function storeHours(siteId: number): Promise<void> {
  const readings = values.flatMap((value, index) =>
    Array.from({ length: 60 }, (_, minute) => {
      const ts = first + index * HOUR_MS + minute * MINUTE_MS;
      const hour = floorToHour(ts, zone);
      return {
        siteId,
        kind: packetKind.minute,
        ts,
        hour,
        rank: ts * 2,
        slots: [1],
        values: [value],
        marks: [],
      };
    }),
  );
  await storeTestReadings(t, readings);
}

/** What these tests read of responses. */
interface Found {
  id: string;
  siteId: number;
  flags: object;
  state: string;
  report: unknown;
  rows: { ts: number; values: Record<string, { flags?: unknown }> }[];
  markers: { text: string }[];
  periodId: number;
  revision: string;
  hours: number;
  at: number[];
  values: (number | null)[];
}
type Body = { msg: string; data: Found; rows: Found[] };

const get = async (path: string) => (await t.send('GET', path, { token })).body as unknown as Body;
const send = async (method: string, path: string, json: object) =>
  (await t.send(method, path, { token, json })).body as unknown as Body;
/** Another hour of what the rule has found. */
const addFlag = (at: number) =>
  pool.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, counts)
     select site_id, $2, slot, rule_id, rule_name, test, basis, 182, counts from quality_flag where site_id = $1`,
    [site, new Date(at).toISOString()],
  );
const setFlag = (change: string) =>
  pool.query(`update quality_flag set ${change} where site_id = $1`, [site]);
const hourOf = async (at: number) =>
  (
    await pool.query('select a1, c1 from reading_hour where site_id = $1 and ts = $2', [
      site,
      new Date(at).toISOString(),
    ])
  ).rows[0];

describe('a data rule', () => {
  it('keeps the limits of its test and no others', async () => {
    const id = await rules.add(spike('kept', { maxValue: 9, percent: 5 }), key);
    expect(await rules.get(id)).toMatchObject({
      test: 'spike',
      factor: 3,
      floor: 5,
      maxValue: null,
      percent: null,
      template: true,
    });
  });

  it.each([
    [{ test: 'range' }, 'data_rule.no_limit'],
    [{ test: 'range', minValue: 5, maxValue: 5 }, 'data_rule.order'],
    [{ test: 'flat', span: 30, floor: 1 }, 'data_rule.span'],
    [{ test: 'relation', otherChannelId: 1, tolerance: 1, percent: 1 }, 'data_rule.same_channel'],
    [{ test: 'difference', tolerance: 1, percent: 1 }, 'data_rule.no_comparison'],
    [{ test: 'difference', tolerance: 1, percent: 1, stationCode: 'X' }, 'data_rule.station_site'],
    [{ test: 'spike', basis: 'minute', factor: 3, floor: 1 }, 'data_rule.basis'],
  ] as const)('with %o is refused', async (limits, problem) => {
    const body = { ruleName: 'refused', channelId: 1, ...limits };
    const { msg } = await send('POST', '/basic/dataRule', body);
    expect(msg).toContain(errorText(problem));
  });

  it('is tried on stored hours without being stored', async () => {
    await settle();
    const { data } = await send('POST', '/basic/dataRule/preview', {
      ...spike(''),
      ruleName: null,
      previewSiteId: site,
    });
    expect(data).toMatchObject({ hours: values.length, flagged: 1, newest: [{ at: spikeAt, value: 182 }] });
    expect((await pool.query('select from quality_flag where site_id = $1', [site])).rowCount).toBe(0);
  });

  it('applies to dates by the zone of each site', async () => {
    const elsewhere = 'America/New_York';
    const other = await addSite(t, { mn: `QUALITY-${Math.random()}`.slice(0, 20), zone: elsewhere });
    await storeHours(other);
    await settle();
    await rules.add({ ruleName: 'All', test: 'range', channelId: 1, maxValue: 1 }, key);
    const date = formatLocalDate(first + 12 * HOUR_MS, zone);
    const hoursOn = (place: string) =>
      values.map((_, index) => first + index * HOUR_MS).filter((at) => formatLocalDate(at, place) === date);
    const expected = { [site]: hoursOn(zone), [other]: hoursOn(elsewhere) };
    const report = await applyToPast([site, other], date, date);
    const { rows } = await pool.query<{ site: number; at: string }>(
      `select site_id as site, extract(epoch from ts) * 1000 as at from quality_flag
       where site_id = any($1) order by ts`,
      [[site, other]],
    );
    for (const siteId of [site, other])
      expect(rows.filter((row) => row.site === siteId).map(({ at }) => Number(at))).toEqual(expected[siteId]);
    expect(report).toEqual({ flagged: rows.length, excluded: 0 });
  });

  it.each([
    [{ to: '2026-02-30' }, errorText('analysis.day', { label: 'data.series.fields.to' })],
    [{ to: '2026-01-01' }, errorText('series.reversed')],
    [{ from: '2025-01-01' }, errorText('series.long', { days: maxAppliedDays })],
  ])('does not apply to the dates %o', async (dates, refusal) => {
    const period = { siteIds: [site], from: '2026-02-02', to: '2026-02-06', ...dates };
    expect((await send('POST', '/basic/dataRule/apply', period)).msg).toBe(refusal);
  });

  it('applies to the past on request, and the last one that is removed leaves no flag there', async () => {
    const apply = () => applyToPast([site], formatLocalDate(first, zone), formatLocalDate(testNow, zone));
    await settle();
    await rules.add(spike('past', { counts: false }), key);
    expect(await hourOf(spikeAt)).toEqual({ a1: 182, c1: 3600 });
    expect(await apply()).toEqual({ flagged: 1, excluded: 1 });
    expect(await hourOf(spikeAt)).toEqual({ a1: 182, c1: 0 });
    const [rule] = await rules.list();
    expect(await rules.send('DELETE', `/${rule?.['ruleId']}`)).toMatchObject({ code: 200 });
    expect(await apply()).toEqual({ flagged: 0, excluded: 0 });
    expect(await hourOf(spikeAt)).toEqual({ a1: 182, c1: 3600 });
  });
});

describe('a flagged period', () => {
  const periods = async () => (await get(`/data/audit/list?siteId=${site}`)).rows;
  const review = (seen: Pick<Found, 'periodId' | 'revision'>[], state: string, reason = 'test') =>
    send('PUT', '/data/audit/review', {
      periods: seen.map(({ periodId, revision }) => ({ periodId, revision })),
      state,
      reason,
    });

  it('is in history with the rule and why, and among the markers of a trend', async () => {
    await rules.add(spike('Spike PM2.5'), key);
    await settle();
    const query = `granularity=hour&from=${first}&to=${testNow}`;
    const { data } = await get(`/data/history/rows?siteIds=${site}&channels=PM2.5&${query}`);
    const row = data.rows.find(({ ts }) => ts === spikeAt);
    const flag = {
      rule: 'Spike PM2.5',
      test: 'spike',
      value: 182,
      low: 43,
      high: 44,
      counts: true,
      state: 'open',
    };
    expect(row?.values['PM2.5']?.flags).toMatchObject([flag]);
    const { data: found } = await get(
      `/data/trend/markers?siteIds=${site}&channels=PM2.5&from=${first}&to=${testNow}`,
    );
    expect(found.markers).toMatchObject([
      { kind: 'flag', from: spikeAt, text: expect.stringContaining('182') },
    ]);
    expect(found.markers[0]?.text).toContain('Spike PM2.5');
  });

  it('is beside the newest values in real-time data and at the site on the map', async () => {
    await rules.add({ ruleName: 'Range', test: 'range', channelId: 1, maxValue: 40 }, key);
    await settle();
    await pool.query(
      'update quality_flag set ts = $2 where site_id = $1 and ts = (select max(ts) from quality_flag where site_id = $1)',
      [site, new Date(floorToHour(testNow, zone) - HOUR_MS).toISOString()],
    );
    const found = { 'PM2.5': [{ rule: 'Range', test: 'range', high: 40 }] };
    const { rows } = await get('/data/realtime/list?pageSize=100');
    expect(rows.find(({ siteId }) => siteId === site)?.flags).toMatchObject(found);
  });

  it('counts again when it is rejected, and the decision outlives a new roll-up', async () => {
    await rules.add(spike('Left out', { counts: false }), key);
    await settle();
    const listed = await periods();
    expect(listed).toMatchObject([
      { ruleName: 'Left out', hours: 1, value: 182, state: 'open', counts: false },
    ]);
    expect(await hourOf(spikeAt)).toMatchObject({ c1: 0 });
    const rejected = await review(listed, 'rejected', 'construction next door');
    expect(rejected.data).toEqual({ periods: 1, hours: 1, changed: 0, locked: 0 });
    await settle();
    expect(await hourOf(spikeAt)).toEqual({ a1: 182, c1: 3600 });
    await pool.query('insert into dirty_hour (hour, sites) values ($1, $2)', [
      new Date(spikeAt).toISOString(),
      [site],
    ]);
    await settle();
    expect(await periods()).toMatchObject([
      { state: 'rejected', reviewedBy: 'admin', reason: 'construction next door' },
    ]);
    await review(await periods(), 'confirmed');
    await settle();
    expect(await hourOf(spikeAt)).toMatchObject({ c1: 0 });
  });

  it('is left undecided where it has changed meanwhile, and others are decided', async () => {
    await rules.add(spike('Changed'), key);
    await settle();
    const listed = await periods();
    const { rows } = await pool.query('select max(flag_id)::integer + 1000 as id from quality_flag');
    const gone = { periodId: rows[0].id, revision: 'gone' };
    const decided = { periods: 1, hours: 1, changed: 1, locked: 0 };
    expect((await review([...listed, gone], 'rejected')).data).toEqual(decided);
    expect(await periods()).toMatchObject([{ state: 'rejected' }]);
    expect((await review([gone], 'rejected')).data).toEqual({ periods: 0, hours: 0, changed: 1, locked: 0 });
  });

  it.each([
    ['another auditor has rejected it', async (seen: Found[]) => void (await review(seen, 'rejected'))],
    [
      'another auditor has confirmed it and opened it again',
      async (seen: Found[]) => {
        await review(seen, 'confirmed');
        await review(await periods(), 'open');
      },
    ],
    ['it has become longer', () => addFlag(spikeAt + HOUR_MS)],
    ['its value has become another', () => setFlag('value = 950')],
    ['it counts now', () => setFlag('counts = not counts')],
    ['another hour is its first one', () => addFlag(spikeAt - HOUR_MS)],
  ])('is left undecided where %s since it was listed', async (_, change) => {
    await rules.add(spike('Seen'), key);
    await settle();
    const listed = await periods();
    expect(listed).toHaveLength(1);
    await change(listed);
    const now = await periods();
    expect((await review(listed, 'confirmed')).data).toEqual({ periods: 0, hours: 0, changed: 1, locked: 0 });
    expect(await periods()).toEqual(now);
    expect((await review(now, 'confirmed')).data).toMatchObject({ periods: 1, changed: 0 });
  });

  it('is decided once where two auditors decide at the same moment', async () => {
    await rules.add({ ruleName: 'Range', test: 'range', channelId: 1, maxValue: 42 }, key);
    await settle();
    const listed = await periods();
    const count = listed.length;
    const both = await Promise.all(['confirmed', 'rejected'].map((state) => review(listed, state)));
    const decided = both.map(({ data }) => data as unknown as { periods: number; changed: number });
    expect(decided.map(({ periods: done, changed }) => done + changed)).toEqual([count, count]);
    expect(decided.reduce((sum, { periods: done }) => sum + done, 0)).toBe(count);
  });

  it.each([
    ['disabled', (ruleId: number) => send('PUT', '/basic/dataRule/changeStatus', { ruleId, status: '1' })],
    ['removed', async (ruleId: number) => t.send('DELETE', `/basic/dataRule/${ruleId}`, { token })],
    [
      'changed to count',
      (ruleId: number) => send('PUT', '/basic/dataRule', { ...spike('Left out', { counts: true }), ruleId }),
    ],
  ])('lets its hours count again once its rule is %s, but not those of a locked month', async (_, change) => {
    const ruleId = await rules.add(spike('Left out', { counts: false }), key);
    await settle();
    expect(await hourOf(spikeAt)).toMatchObject({ c1: 0 });
    await pool.query(
      `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, counts)
       values ($1, '2026-09-10', 1, $2, 'Left out', 'spike', 'hour', false)`,
      [site, ruleId],
    );
    await pool.query(
      `with locked as (
         insert into month_lock (entity_id, month, zone, since, until, locked_at, locked_by)
         select entity_id, '2026-09-01', 'Asia/Shanghai', '2026-08-31 16:00Z', '2026-09-30 16:00Z', now(), 'admin'
         from site where site_id = $1 returning lock_id, month, since, until
       ) insert into month_lock_site (lock_id, site_id, month, since, until)
       select lock_id, $1, month, since, until from locked`,
      [site],
    );
    expect(await change(Number(ruleId))).toBeTruthy();
    const { rows } = await pool.query(
      'select (extract(epoch from hour) * 1000)::float8 as at from dirty_hour where $1 = any(sites)',
      [site],
    );
    expect(rows).toEqual([{ at: spikeAt }]);
    await settle();
    expect(await hourOf(spikeAt)).toMatchObject({ a1: 182, c1: 3600 });
  });

  it('is shown with the hours around it', async () => {
    await rules.add(spike('Around'), key);
    await settle();
    const [period] = await periods();
    const { data } = await get(`/data/audit/hours?periodId=${period?.periodId}`);
    expect(data).toMatchObject({ from: spikeAt, to: spikeAt + HOUR_MS, zone });
    expect(data.values[data.at.indexOf(spikeAt)]).toBe(182);
  });

  it('joins hours in a row', async () => {
    await rules.add({ ruleName: 'Range', test: 'range', channelId: 1, maxValue: 42 }, key);
    await settle();
    const found = await periods();
    const { rowCount } = await pool.query('select from quality_flag where site_id = $1', [site]);
    expect(found.reduce((sum, { hours }) => sum + hours, 0)).toBe(rowCount);
    expect(found.length).toBeLessThan(rowCount ?? 0);
  });
});
