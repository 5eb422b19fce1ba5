import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/model.api.ts';
import { openRollUp, type RollUp } from '../../rollup/roll-up.ts';
import { openHourJudge } from './evaluate.ts';

let test: TestApp;
let rollUp: RollUp;
const zone = 'Asia/Shanghai';
const first = floorToHour(testNow - 40 * HOUR_MS, zone);
const [pm25, pm10] = [1, 2];
let sites = 0;

beforeAll(async () => {
  test = await openTestApp();
  rollUp = openRollUp(test.app, test.ingest.directory, {
    judgeHours: openHourJudge(test.app, test.ingest.directory),
  });
});
afterAll(() => test.close());
beforeEach(() => test.app.pool.query('delete from data_rule'));

async function addRule(values: Record<string, string | number | boolean>): Promise<number> {
  const all = { rule_name: `Rule ${Math.random()}`, dept_id: 100, channel_id: 1, ...values };
  const { rows } = await test.app.pool.query(
    `insert into data_rule (${Object.keys(all).join(', ')})
     values (${Object.keys(all)
       .map((_, index) => `$${index + 1}`)
       .join(', ')}) returning rule_id`,
    Object.values(all),
  );
  return rows[0].rule_id;
}

const newSite = () => addSite(test, { mn: `RULE-${++sites}`, zone });

/** Reports hours as so many equal minutes; undefined is an hour without data. */
async function report(
  siteId: number,
  slot: number,
  hours: readonly (number | undefined)[],
  from = 0,
): Promise<void> {
  const readings = hours.flatMap((value, index) =>
    value === undefined
      ? []
      : Array.from({ length: 60 }, (_, minute) => {
          const ts = first + (from + index) * HOUR_MS + minute * MINUTE_MS;
          return {
            siteId,
            kind: packetKind.minute,
            ts,
            hour: floorToHour(ts, zone),
            rank: ts * 2,
            slots: [slot],
            values: [Math.fround(value)],
            marks: [],
          };
        }),
  );
  await storeTestReadings(test, readings);
}

/** Hours that a flag changes are queued again. */
async function settle(): Promise<void> {
  while ((await rollUp.run(true)) > 0);
}

const hour = (at: number) => first + at * HOUR_MS;

async function flagsOf(siteId: number) {
  const { rows } = await test.app.pool.query(
    `select (extract(epoch from ts) * 1000)::float8 as at, slot, test, value, low, high, span, counts, state
     from quality_flag where site_id = $1 order by ts, slot, test`,
    [siteId],
  );
  return rows.map(({ at, ...flag }) => ({ at: (at - first) / HOUR_MS, ...flag }));
}

async function hourOf(siteId: number, at: number) {
  const { rows } = await test.app.pool.query(
    'select a1, c1, a2, c2, aqi from reading_hour where site_id = $1 and ts = $2',
    [siteId, new Date(hour(at)).toISOString()],
  );
  return rows[0];
}

const spike = { test: 'spike', factor: 3, floor: 5 };
/** Twenty hours that vary a little, and one that does not belong to them. */
const withSpike = [...Array.from({ length: 20 }, (_, at) => 40 + (at % 5)), 182, 43, 41, 44];

describe('a rule', () => {
  it('flags the hour with what it was compared with, and leaves its value', async () => {
    await addRule(spike);
    const site = await newSite();
    await report(site, pm25, withSpike);
    await settle();
    expect(await flagsOf(site)).toEqual([
      {
        at: 20,
        slot: 1,
        test: 'spike',
        value: 182,
        low: 43,
        high: 44,
        span: null,
        counts: true,
        state: 'open',
      },
    ]);
    expect(await hourOf(site, 20)).toMatchObject({ a1: 182, c1: 3600 });
  });

  it('that leaves values out makes the hour invalid, and its mean stays', async () => {
    await addRule({ ...spike, counts: false });
    const site = await newSite();
    await report(site, pm25, withSpike);
    await settle();
    expect(await hourOf(site, 20)).toMatchObject({ a1: 182, c1: 0, aqi: null });
    expect(await hourOf(site, 19)).toMatchObject({ a1: 44, c1: 3600 });
    const { rows } = await test.app.pool.query(
      'select a1, c1 from reading_day where site_id = $1 order by day',
      [site],
    );
    expect(rows.reduce((sum, { c1 }) => sum + c1, 0)).toBe(withSpike.length - 1);
  });

  it('comes to the same flags whatever the order of arrival, and however often hours are rebuilt', async () => {
    await addRule({ ...spike, counts: false });
    await addRule({ test: 'flat', span: 4, floor: 8, counts: false });
    await addRule({ test: 'missing', span: 1 });
    await addRule({ test: 'rate', change: 100 });
    const values = [...withSpike, 50, 50, 50, 50, 50, 61, undefined, undefined, 55, 54];
    const [inOrder, mixed] = [await newSite(), await newSite()];
    await report(inOrder, pm25, values);
    await settle();
    const order = values.map((_, index) => index).toSorted((a, b) => ((a * 7) % 34) - ((b * 7) % 34));
    for (const at of order) {
      await report(mixed, pm25, [values[at]], at);
      await settle();
    }
    const expected = await flagsOf(inOrder);
    expect(new Set(expected.map((flag) => flag.test))).toEqual(new Set(['spike', 'flat', 'missing', 'rate']));
    expect(await flagsOf(mixed)).toEqual(expected);
    for (const at of [19, 20, 21, 25, 30]) expect(await hourOf(mixed, at)).toEqual(await hourOf(inOrder, at));
    await test.app.pool.query(
      'insert into dirty_hour (hour, sites) select ts, array[site_id] from reading_hour',
    );
    await settle();
    expect(await flagsOf(mixed)).toEqual(expected);
  });

  it('is judged again when a late hour comes or a value changes', async () => {
    await addRule(spike);
    const site = await newSite();
    await report(site, pm25, [...withSpike.slice(0, 21), undefined, undefined, undefined]);
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    await report(site, pm25, [180], 21);
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    const later = await newSite();
    await report(later, pm25, withSpike.slice(0, 21));
    await settle();
    await report(later, pm25, [43], 21);
    await settle();
    expect(await flagsOf(later)).toMatchObject([{ at: 20, test: 'spike' }]);
    const gap = await newSite();
    await report(gap, pm25, [...withSpike.slice(0, 21), undefined, 43]);
    await settle();
    expect(await flagsOf(gap)).toMatchObject([{ at: 20, test: 'spike' }]);
    await report(gap, pm25, [180], 21);
    await settle();
    expect(await flagsOf(gap)).toEqual([]);
  });

  it('flags no hour as missing that is still to be rolled up', async () => {
    await addRule({ test: 'missing', span: 1 });
    const site = await newSite();
    await report(site, pm25, [40], 9);
    await settle();
    const countWritten = async () =>
      Number((await test.app.pool.query("select nextval('quality_flag_flag_id_seq')")).rows[0].nextval);
    const before = await countWritten();
    await report(site, pm25, Array(9).fill(40));
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    expect((await countWritten()) - before).toBe(1);
  });

  it('on missing hours finds those of the past when their neighbours are rebuilt, and leaves them with the rule', async () => {
    const site = await newSite();
    await report(site, pm25, [40, 41, undefined, undefined, 44, 45]);
    await settle();
    const ruleId = await addRule({ test: 'missing', span: 1 });
    const rebuild = async () => {
      await test.app.pool.query(
        'insert into dirty_hour (hour, sites) select ts, array[site_id] from reading_hour where site_id = $1',
        [site],
      );
      await settle();
    };
    await rebuild();
    expect((await flagsOf(site)).map(({ at, test: name }) => [at, name])).toEqual([
      [2, 'missing'],
      [3, 'missing'],
    ]);
    await test.app.pool.query('delete from data_rule where rule_id = $1', [ruleId]);
    await addRule(spike);
    await rebuild();
    expect(await flagsOf(site)).toEqual([]);
  });

  it.each([
    ['disabled', `update data_rule set status = '1'`],
    ['removed', 'delete from data_rule'],
  ])(
    'that was the last one and is %s takes its flags with it when hours are judged again',
    async (_, end) => {
      await addRule({ ...spike, counts: false });
      const site = await newSite();
      await report(site, pm25, withSpike);
      await settle();
      expect(await flagsOf(site)).toHaveLength(1);
      await test.app.pool.query(end);
      await test.app.pool.query('insert into dirty_hour (hour, sites) values ($1, array[$2::integer])', [
        new Date(hour(20)).toISOString(),
        site,
      ]);
      await settle();
      expect(await flagsOf(site)).toEqual([]);
      expect(await hourOf(site, 20)).toMatchObject({ c1: 3600 });
    },
  );

  it('that is removed leaves out what a person has confirmed', async () => {
    await addRule({ ...spike, counts: false });
    const site = await newSite();
    await report(site, pm25, withSpike);
    await settle();
    await test.app.pool.query(`update quality_flag set state = 'confirmed' where site_id = $1`, [site]);
    await test.app.pool.query('delete from data_rule');
    await test.app.pool.query('insert into dirty_hour (hour, sites) values ($1, array[$2::integer])', [
      new Date(hour(20)).toISOString(),
      site,
    ]);
    await settle();
    expect(await flagsOf(site)).toMatchObject([{ at: 20, state: 'confirmed' }]);
    expect(await hourOf(site, 20)).toMatchObject({ a1: 182, c1: 0 });
  });

  it('on a relation follows and flags both channels, since either may be wrong', async () => {
    await addRule({ test: 'relation', other_channel_id: 2, tolerance: 2, percent: 5, counts: false });
    const site = await newSite();
    await report(site, pm25, [40, 60]);
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    await report(site, pm10, [50, 50]);
    await settle();
    expect(await flagsOf(site)).toMatchObject([
      { at: 1, slot: 1, test: 'relation', value: 60, low: null, high: 50 },
      { at: 1, slot: 2, test: 'relation', value: 50, low: 60, high: null },
    ]);
    expect(await hourOf(site, 0)).toMatchObject({ c1: 3600, c2: 3600 });
    expect(await hourOf(site, 1)).toMatchObject({ a1: 60, c1: 0, a2: 50, c2: 0 });
    await report(site, pm10, [50, 70]);
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    expect(await hourOf(site, 1)).toMatchObject({ c1: 3600, c2: 3600 });
  });

  it('on minutes judges the samples of the hour', async () => {
    await addRule({ test: 'range', basis: 'minute', max_value: 45 });
    const site = await newSite();
    await report(site, pm25, [40, 50]);
    await settle();
    expect(await flagsOf(site)).toMatchObject([{ at: 1, test: 'range', value: 50, high: 45 }]);
  });

  it('of one site replaces the template of the same test', async () => {
    await addRule({ test: 'range', max_value: 45 });
    const [own, other] = [await newSite(), await newSite()];
    await addRule({ test: 'range', max_value: 100, site_id: own });
    await report(own, pm25, [50]);
    await report(other, pm25, [50]);
    await settle();
    expect([await flagsOf(own), await flagsOf(other)]).toMatchObject([[], [{ test: 'range' }]]);
  });
});

describe('neighbours', () => {
  const near = async (east: number) => {
    const site = await newSite();
    await test.app.pool.query('update site set longitude = $2, latitude = 40 where site_id = $1', [
      site,
      116 + east,
    ]);
    return site;
  };

  it('that show the same spike keep it from being flagged, whoever reports first', async () => {
    await addRule({ ...spike, neighbour_km: 10, counts: false });
    const [one, other] = [await near(0), await near(0.05)];
    rollUp = openRollUp(test.app, test.ingest.directory, {
      judgeHours: openHourJudge(test.app, test.ingest.directory),
    });
    await report(one, pm25, withSpike);
    await settle();
    expect(await flagsOf(one)).toMatchObject([{ at: 20, state: 'open' }]);
    expect(await hourOf(one, 20)).toMatchObject({ c1: 0 });
    await report(
      other,
      pm25,
      withSpike.map((value) => value + 3),
    );
    await settle();
    expect(await flagsOf(one)).toMatchObject([{ at: 20, state: 'shared' }]);
    expect(await flagsOf(other)).toMatchObject([{ at: 20, state: 'shared' }]);
    expect(await hourOf(one, 20)).toMatchObject({ c1: 3600 });
  });

  it('say what a site differs from', async () => {
    await addRule({ test: 'difference', neighbour_km: 10, tolerance: 10, percent: 30 });
    const all = [await near(1), await near(1.02), await near(1.04), await near(1.06)];
    rollUp = openRollUp(test.app, test.ingest.directory, {
      judgeHours: openHourJudge(test.app, test.ingest.directory),
    });
    const [wrong = 0, ...right] = all;
    await report(wrong, pm25, [90]);
    await settle();
    expect(await flagsOf(wrong)).toEqual([]);
    for (const site of right) await report(site, pm25, [40]);
    await settle();
    expect(await flagsOf(wrong)).toMatchObject([{ at: 0, test: 'difference', value: 90, low: 40, high: 40 }]);
    expect(await flagsOf(right[0] ?? 0)).toEqual([]);
  });
});

describe('a reference station', () => {
  it('is read in one statement for all rules, and only for sites that are judged', async () => {
    const [one, other, distant] = [await newSite(), await newSite(), await newSite()];
    await test.app.pool.query(
      `insert into reference_station (station_code, station_name, facts_of)
       select 'N-' || n, 'Reference', now() from generate_series(1, 3) n`,
    );
    const compared = { test: 'difference', tolerance: 10, percent: 20 };
    await addRule({ ...compared, site_id: one, station_code: 'N-1' });
    await addRule({ ...compared, site_id: one, station_code: 'N-2', channel_id: 2 });
    await addRule({ ...compared, site_id: other, station_code: 'N-2' });
    await addRule({ ...compared, site_id: distant, station_code: 'N-3' });
    /** The station codes of each statement that reads published hours. */
    const listAsked = async (siteIds: number[]) => {
      const client = await test.app.pool.connect();
      const query = vi.spyOn(client, 'query');
      try {
        const judge = openHourJudge(test.app, test.ingest.directory);
        const judging = await judge(client, [{ hour: first, sites: new Set(siteIds) }]);
        await judging.judge(
          first,
          siteIds.map((siteId) => ({ siteId, slots: new Map() })),
        );
        return query.mock.calls.flatMap((call: unknown[]) =>
          String(call[0]).includes('from reference_reading') ? [Object(call[1])[0]] : [],
        );
      } finally {
        query.mockRestore();
        client.release();
      }
    };
    expect(await listAsked([one, other])).toEqual([['N-1', 'N-2']]);
    expect(await listAsked([await newSite()])).toEqual([]);
  });

  it('is compared with the site that is bound to it, also when it publishes later', async () => {
    const { pool } = test.app;
    await pool.query(
      `insert into reference_station (station_code, station_name, facts_of) values ('R-1', 'Reference', now())`,
    );
    const site = await newSite();
    await addRule({ test: 'difference', site_id: site, station_code: 'R-1', tolerance: 10, percent: 20 });
    await report(site, pm25, [90]);
    await settle();
    expect(await flagsOf(site)).toEqual([]);
    await pool.query(
      `insert into reference_reading (station_code, release_time, pm25) values ('R-1', $1, 40)`,
      [new Date(hour(1)).toISOString()],
    );
    await settle();
    expect(await flagsOf(site)).toMatchObject([{ at: 0, test: 'difference', value: 90, high: 40 }]);
  });
});
