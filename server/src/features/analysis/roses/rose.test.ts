import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addDepartment } from '../../../testing/people.ts';
import { addSite } from '../../../testing/stations.ts';
import { rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
let windy: number;
let windless: number;
const from = Date.parse('2026-11-01T16:00Z');
const to = from + 2 * DAY_MS;

/** The wind turns by 15° an hour at 3 m/s; dust comes with easterly winds only. */
function windAt(at: number): { direction: number; pm10: number } {
  const direction = (((at - from) / HOUR_MS) * 15) % 360;
  return { direction, pm10: direction === 90 ? 240 : 40 };
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, '2026-11-09T12:20:00Z');
  await addDepartment(test, 110, 100, [0, 100]);
  windy = await addSite(test, { mn: 'windy', deptId: 110, interval: 600 });
  windless = await addSite(test, { mn: 'windless', deptId: 110, interval: 600 });
  const channels = test.ingest.directory.channels();
  const slotOf = (code: string) => channels.find((channel) => channel.code === code)?.slot ?? 0;
  const [pm10, speed, direction] = [slotOf('PM10'), slotOf('WS'), slotOf('WD')];
  const row = (values: Record<number, number>) =>
    Array.from({ length: Math.max(pm10, speed, direction) }, (_, position) => values[position + 1] ?? null);
  const hourOf = (at: number) => at - (at % HOUR_MS);
  await storeSteps(test, {
    siteId: windy,
    from,
    to,
    values: (at) => {
      const now = windAt(hourOf(at));
      return row({ [pm10]: now.pm10, [speed]: 3, [direction]: now.direction });
    },
  });
  await storeSteps(test, { siteId: windless, from, to, values: () => row({ [pm10]: 50 }) });
  await rollUp(test);
  token = await test.login();
});
afterAll(() => test.close());

async function readRoses(siteId: number, more = '') {
  const query = `siteId=${siteId}&channel=PM10&from=${from}&to=${to}${more}`;
  const { body } = await test.send('GET', `/analysis/rose?${query}`, { token });
  return body;
}

describe('roses', () => {
  it('count each hour in its sector and show where the dust comes from', async () => {
    const { data } = (await readRoses(windy)) as unknown as { data: Roses };
    expect(data).toMatchObject({ zone: 'Asia/Shanghai', hours: 48, dropped: 0, meanSpeed: 3, lacking: [] });
    expect(data.wind).toMatchObject({ count: 48, missing: 0, bounds: [2, 4, 6, 8] });
    const east = data.pollution.sectors.find(({ direction }) => direction === 90);
    const others = data.pollution.sectors.filter(({ direction }) => direction !== 90);
    expect(east?.mean).toBeCloseTo(240, 6);
    expect(others.every(({ mean }) => mean === null || mean < 241)).toBe(true);
    const highest = data.polar.cells.reduce((best, cell) => (cell.mean > best.mean ? cell : best));
    expect(highest.direction).toBe(90);
  });

  it('count a concentration at the bound of a level in that level', async () => {
    const { data } = (await readRoses(windy, '&bounds=40&bounds=240')) as unknown as { data: Roses };
    const classes = data.pollution.sectors.map(({ counts }) => counts);
    const total = (level: number) => classes.reduce((sum, counts) => sum + (counts[level] ?? 0), 0);
    expect([total(0), total(1), total(2)]).toEqual([46, 2, 0]);
  });

  it('use the given classes in ascending order', async () => {
    const { data } = (await readRoses(windy, '&bounds=150&bounds=50')) as unknown as { data: Roses };
    expect(data.pollution.bounds).toEqual([50, 150]);
    expect(data.pollution.sectors.flatMap(({ counts }) => counts[2] ?? 0).reduce((a, b) => a + b)).toBe(2);
  });

  it('name the flagged hours of the wind, and those of the wind or the concentration', async () => {
    const { data: before } = (await readRoses(windy)) as unknown as { data: Roses };
    expect(before.flags).toEqual({ wind: null, pollution: null });
    const flag = (code: string, rule: number, hour: number, counts: boolean) =>
      test.app.pool.query(
        `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, counts)
         select $1, to_timestamp($2::float8 / 1000), slot, $3, $4, 'range', 'hour', $5
         from basic_channel where channel_code = $6`,
        [windy, from + hour * HOUR_MS, rule, `Rule ${rule}`, counts, code],
      );
    await flag('PM10', 1, 3, false);
    await flag('PM10', 1, 4, false);
    await flag('WD', 2, 5, true);
    await flag('SO2', 3, 6, true);
    const { data } = (await readRoses(windy)) as unknown as { data: Roses };
    const named = (rule: string, hours: number) => ({ rule, ruleEn: null, ruleFr: null, hours });
    expect(data.flags).toEqual({
      wind: { hours: 1, notCounted: 0, rules: [named('Rule 2', 1)] },
      pollution: { hours: 3, notCounted: 2, rules: [named('Rule 1', 2), named('Rule 2', 1)] },
    });
    await test.app.pool.query('delete from quality_flag');
  });

  it('are missing for a site without wind', async () => {
    const { data } = await readRoses(windless);
    expect(data).toMatchObject({
      hours: 48,
      wind: null,
      pollution: null,
      polar: null,
      lacking: [
        { quantity: 'speed', channel: 'WS' },
        { quantity: 'direction', channel: 'WD' },
      ],
    });
  });

  it.each([
    ['to', String(from), 'a reversed range'],
    ['from', String(from - 2000 * DAY_MS), 'a range of more than three years'],
    ['channel', 'WD', 'a channel without a mean'],
    ['channel', 'nothing', 'an unknown channel'],
    ['bounds', 'x', 'a bound that is no number'],
  ])('with %s=%s are refused: %s', async (name, value) => {
    const query = new URLSearchParams(`siteId=${windy}&channel=PM10&from=${from}&to=${to}`);
    query.set(name, value);
    const { body } = await test.send('GET', `/analysis/rose?${query}`, { token });
    expect(body.code).not.toBe(200);
    expect(body.msg).not.toBe('');
  });
});

describe('the roses of a site in another zone', () => {
  const zone = 'Europe/Paris';
  let paris: number;

  beforeAll(async () => {
    const channels = test.ingest.directory.channels();
    const slotOf = (code: string) => channels.find((channel) => channel.code === code)?.slot ?? 0;
    const [pm10, speed, direction] = [slotOf('PM10'), slotOf('WS'), slotOf('WD')];
    paris = await addSite(test, { mn: 'paris', zone, interval: 1200 });
    // The wind comes from the east on the day the clock goes forward, from the south when it goes back, else from the north.
    const [spring, autumn] = [dayBounds('2026-03-29', zone), dayBounds('2026-10-25', zone)];
    for (const [[begins, ends], from] of [
      [spring, 90],
      [autumn, 180],
    ] as const) {
      const values = (at: number) => {
        const row = Array.from({ length: Math.max(pm10, speed, direction) }, (): number | null => null);
        const isInside = at >= begins && at < ends;
        [row[pm10 - 1], row[speed - 1], row[direction - 1]] = [20, 3, isInside ? from : 0];
        return row;
      };
      const [first, last] = [begins - DAY_MS, ends + DAY_MS];
      await storeSteps(test, { siteId: paris, zone, from: first, to: last, step: 20 * MINUTE_MS, values });
    }
    await rollUp(test);
  });

  it.each([
    ['2026-03-29', 23, 90],
    ['2026-10-25', 25, 180],
    ['2026-10-24', 24, 0],
  ])('have the hours of the local day %s: %i', async (day, hours, direction) => {
    const [begins, ends] = dayBounds(day, zone);
    const query = `siteId=${paris}&channel=PM10&from=${begins}&to=${ends}`;
    const { body } = await test.send('GET', `/analysis/rose?${query}`, { token });
    const { data } = body as unknown as { data: Roses & { zone: string; hours: number; dropped: number } };
    expect(data).toMatchObject({ zone, hours, dropped: 0 });
    const counts = data.pollution.sectors.map((one) => [one.direction, one.counts.reduce((a, b) => a + b)]);
    expect(counts.filter(([, count]) => count !== 0)).toEqual([[direction, hours]]);
  });
});

interface Roses {
  wind: object;
  pollution: {
    bounds: number[];
    sectors: { direction: number; counts: number[]; mean: number | null }[];
  };
  polar: { cells: { direction: number; mean: number }[] };
  flags: SiteRoses['flags'];
}
