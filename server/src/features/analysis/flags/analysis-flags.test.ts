import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds } from '@limpid/contract/local-time';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { addSite } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/reading.ts';
import { readExportedLines, rollUp, setClock, storeSteps } from '../analysis.fixture.ts';

let test: TestApp;
let token: string;
const zone = 'Asia/Shanghai';
const now = '2026-11-09T12:20:00Z';
const [day, nextDay] = ['2026-11-05', '2026-11-06'];
const [from] = dayBounds(day, zone);
const to = from + 2 * DAY_MS;
const at = (hour: number) => from + hour * HOUR_MS;
const sites = { flagged: 0, clean: 0 };

const spike = { rule: '突变', ruleEn: 'Sudden change', ruleFr: 'Saut' };
const range = { rule: 'Mine', ruleEn: null, ruleFr: null };

interface Flag {
  hour: number;
  rule: typeof spike | typeof range;
  test?: string;
  slot?: number;
  counts?: boolean;
  state?: string;
}

async function flag({ hour, rule, slot = 1, counts = true, state = 'open', ...more }: Flag) {
  const ruleId = rule === spike ? 9001 : 9002;
  await test.app.pool.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, rule_name_en, rule_name_fr, test, basis, value,
       low, high, counts, state)
     values ($1, to_timestamp($2::float8 / 1000), $3, $4, $5, $6, $7, $8, 'hour', 90, 10, 20, $9, $10)`,
    [
      sites.flagged,
      at(hour),
      slot,
      ruleId,
      rule.rule,
      rule.ruleEn,
      rule.ruleFr,
      more.test ?? 'spike',
      counts,
      state,
    ],
  );
}

beforeAll(async () => {
  test = await openTestApp();
  setClock(test, now);
  token = await test.login();
  for (const name of ['flagged', 'clean'] as const) {
    const siteId = await addSite(test, { mn: `FLAGS-${name}`, interval: 3600, zone });
    sites[name] = siteId;
    const values = () => [20, 30, 10, 15, 0.8, 90];
    await storeSteps(test, { siteId, zone, from, to, step: HOUR_MS, kind: packetKind.hour, values });
  }
  await rollUp(test);
  await flag({ hour: 8, rule: spike });
  await flag({ hour: 8, rule: range, test: 'range', counts: false });
  await flag({ hour: 30, rule: spike });
  // Neither of these is shown: an auditor has rejected one, neighbours show the other one as well.
  await flag({ hour: 9, rule: spike, state: 'rejected' });
  await flag({ hour: 10, rule: spike, state: 'shared' });
  // Another pollutant of the index.
  await flag({ hour: 11, rule: range, slot: 2, test: 'missing' });
});
afterAll(() => test.close());

async function read<T>(path: string): Promise<T> {
  const { body } = await test.send('GET', path, { token });
  expect(body).toMatchObject({ code: 200 });
  return body['data'] as T;
}

const both: FlagSummary = {
  hours: 2,
  notCounted: 1,
  rules: [
    { ...spike, hours: 2 },
    { ...range, hours: 1 },
  ],
};
const first: FlagSummary = {
  hours: 1,
  notCounted: 1,
  rules: expect.arrayContaining([
    { ...spike, hours: 1 },
    { ...range, hours: 1 },
  ]) as FlagSummary['rules'],
};
const ofIndex = {
  hours: 3,
  notCounted: 2,
  rules: expect.arrayContaining([
    { ...spike, hours: 2 },
    { ...range, hours: 2 },
  ]) as FlagSummary['rules'],
};
const second: FlagSummary = { hours: 1, notCounted: 0, rules: [{ ...spike, hours: 1 }] };

describe('a ranking', () => {
  interface Ranking {
    rows: { siteId: number | null; flags: FlagSummary | null }[];
  }
  const rank = async (query: string) => (await read<Ranking>(`/analysis/ranking/table?${query}`)).rows;
  const flagsOf = async (query: string, siteId = sites.flagged) =>
    (await rank(query)).find((row) => row.siteId === siteId)?.flags;

  it.each([
    ['days of a channel', `channel=PM2.5&from=${day}&to=${nextDay}`, () => both],
    ['a day of a channel', `channel=PM2.5&from=${nextDay}&to=${nextDay}`, () => second],
    ['an hour of a channel', `channel=PM2.5&at=${at(8)}`, () => first],
    ['an hour without a flag', `channel=PM2.5&at=${at(7)}`, () => null],
    ['another channel', `channel=SO2&from=${day}&to=${nextDay}`, () => null],
    ['the index', `from=${day}&to=${nextDay}`, () => ofIndex],
  ])('has the flagged hours of %s', async (_, query, expected) => {
    expect(await flagsOf(query)).toEqual(expected());
    expect(await flagsOf(query, sites.clean)).toBeNull();
  });

  it('adds up the sites of an entity', async () => {
    const rows = await rank(`by=entity&channel=PM2.5&from=${day}&to=${nextDay}`);
    expect(rows.map(({ flags }) => flags)).toContainEqual(both);
  });

  it('has them in its export', async () => {
    const query = { channel: 'PM2.5', from: day, to: nextDay };
    const lines = await readExportedLines(test, token, '/analysis/ranking/table/export?lang=en', query);
    expect(lines[0]).toMatch(/,Flags$/);
    expect(lines.find((line) => line.includes('FLAGS-flagged'))).toContain(
      'flagged hours: 2, not counted: 1; Sudden change: 2 h; Mine: 1 h',
    );
    expect(lines.find((line) => line.includes('FLAGS-clean'))).toMatch(/,$/);
  });
});

describe('a contrast', () => {
  const query = (granularity: string) =>
    `siteIds=${sites.flagged}&siteIds=${sites.clean}&channel=PM2.5&granularity=${granularity}&from=${from}&to=${to}`;

  it.each([
    ['hour', [at(8), at(30)]],
    ['day', [Date.parse(day), Date.parse(nextDay)]],
  ])('has the flags of each %s and of the period', async (granularity, [one, other]) => {
    const { members } = await read<{ members: object[] }>(`/analysis/contrast?${query(granularity)}`);
    const flagged = [
      { ts: one, flags: first },
      { ts: other, flags: second },
    ];
    expect(members).toMatchObject([
      { flags: both, flagged },
      { flags: null, flagged: [] },
    ]);
  });

  it('has them in its export, beside the name of the site', async () => {
    const { flagged, clean } = sites;
    const body = { siteIds: [flagged, clean], channel: 'PM2.5', granularity: 'hour', from, to };
    const lines = await readExportedLines(test, token, '/analysis/contrast/export?lang=en', body);
    expect(lines.find((line) => line.startsWith('2026-11-06 06:00'))).toContain('Sudden change');
    expect(lines.find((line) => line.startsWith('2026-11-06 07:00'))).toMatch(/,$/);
  });
});

describe('a calendar', () => {
  it('has the flagged hours of each day, of the channel or of the index', async () => {
    const daysOf = async (query: string) => {
      const path = `/analysis/calendar?siteId=${sites.flagged}&period=2026-11${query}`;
      const { days } = await read<{ days: { day: string; flags: FlagSummary | null }[] }>(path);
      return days.filter(({ flags }) => flags).map((one) => [one.day, one.flags]);
    };
    expect(await daysOf('&channel=PM2.5')).toEqual([
      [day, first],
      [nextDay, second],
    ]);
    expect(await daysOf('')).toMatchObject([
      [day, { hours: 2, notCounted: 2 }],
      [nextDay, { hours: 1, notCounted: 0 }],
    ]);
  });

  it('has the flags of an hour with the reason, rejected ones marked as such', async () => {
    const { hours } = await read<{ hours: { ts: number; values: Record<string, { flags?: object[] }> }[] }>(
      `/analysis/calendar/day?siteId=${sites.flagged}&day=${day}&channels=PM2.5`,
    );
    const found = hours.flatMap(({ ts, values }) =>
      (values['PM2.5']?.flags ?? []).map((one) => ({ ts, one })),
    );
    expect(found).toMatchObject([
      { ts: at(8), one: { ...spike, value: 90, low: 10, high: 20, counts: true } },
      { ts: at(8), one: { ...range, counts: false } },
      { ts: at(9), one: { state: 'rejected' } },
    ]);
  });

  it('has them in its export', async () => {
    const body = { siteIds: [sites.flagged], period: '2026-11' };
    const lines = await readExportedLines(test, token, '/analysis/calendar/export?lang=en', body);
    expect(lines.find((line) => line.includes(day))).toContain('flagged hours: 2, not counted: 2');
  });
});

describe('a pollution trend', () => {
  const query = { channel: 'PM2.5', from: day, to: nextDay };
  it('has the flagged hours of the period, of its groups and of months', async () => {
    const address = new URLSearchParams({ ...query, siteId: String(sites.flagged) });
    const { period, longTerm } = await read<Record<'period' | 'longTerm', object>>(
      `/analysis/trend?${address}`,
    );
    expect(period).toMatchObject({
      flags: both,
      flagged: {
        byHour: [
          { group: 6, flags: second },
          { group: 8, flags: first },
        ],
        // Thursday at eight and Friday at six.
        byWeekHour: [{ group: 3 * 24 + 8 }, { group: 4 * 24 + 6 }],
        byWeekday: [{ group: 4 }, { group: 5 }],
        byMonth: [{ group: 11, flags: both }],
      },
    });
    expect(longTerm).toMatchObject({ months: [{ month: '2026-11', flags: both }] });
  });

  it('has them in its export', async () => {
    const body = { ...query, siteId: sites.flagged };
    const lines = await readExportedLines(test, token, '/analysis/trend/export?lang=en', body);
    expect(lines.filter((line) => line.includes('Sudden change'))).toHaveLength(2 + 2 + 2 + 1 + 1);
  });
});

describe('a distribution', () => {
  const query = { channel: 'PM2.5', from: day, to: nextDay };
  const address = new URLSearchParams(query);

  it('has the flagged hours of the period and of the heat map', async () => {
    const { flags, heat } = await read<Record<'flags' | 'heat', object>>(
      `/analysis/distribution?siteId=${sites.flagged}&${address}`,
    );
    expect(flags).toEqual(both);
    expect(heat).toMatchObject([{ flagged: [{ hour: 8, flags: first }] }, { flagged: [{ hour: 6 }] }]);
  });

  it('has those of each site in the levels and on the map', async () => {
    const { flagged, clean } = sites;
    const levels = await read<{ sites: object[] }>(
      `/analysis/distribution/levels?siteIds=${flagged}&siteIds=${clean}&${address}`,
    );
    expect(levels.sites).toMatchObject([{ flags: both }, { flags: null }]);
    const map = await read<{ sites: { siteId: number }[] }>(
      `/analysis/distribution/sites?statistic=mean&${address}`,
    );
    expect(map.sites.filter(({ siteId }) => Object.values(sites).includes(siteId))).toMatchObject([
      { flags: both },
      { flags: null },
    ]);
  });

  it('has them in both exports', async () => {
    const body = { ...query, siteIds: [sites.flagged] };
    const path = '/analysis/distribution';
    const lines = await readExportedLines(test, token, `${path}/export?lang=en`, body);
    expect(lines.filter((line) => /,\d+:?\d*,UTC\+08:00,.*Sudden change/.test(line))).toHaveLength(2);
    expect(lines.some((line) => line.includes('flagged hours: 2, not counted: 1'))).toBe(true);
    const map = await readExportedLines(test, token, `${path}/sites/export?lang=en`, {
      ...query,
      statistic: 'mean',
    });
    expect(map.find((line) => line.includes('FLAGS-flagged'))).toContain('Sudden change: 2 h');
  });
});

it('the unusual values of an hour have its flags and why', async () => {
  await test.app.pool.query(
    `insert into unusual_run (hour, computed_at, looked, short_history)
     values (to_timestamp($2::float8 / 1000), now(), array[$1::integer], '{}')`,
    [sites.flagged, at(30)],
  );
  await test.app.pool.query(
    `insert into site_unusual (site_id, hour, channel_id, kind, value, usual, lower_bound, upper_bound, counted, strength, days)
     values ($1, to_timestamp($2::float8 / 1000), 1, 'aboveUsual', 90, 20, 10, 30, 14, 2, '{}')`,
    [sites.flagged, at(30)],
  );
  const { rows } = await read<{ rows: object[] }>('/analysis/realtime');
  expect(rows).toMatchObject([{ flags: [{ ...spike, value: 90, low: 10, high: 20 }] }]);
  expect(rows[0]).not.toHaveProperty('slot');
  const lines = await readExportedLines(test, token, '/analysis/realtime/export?lang=en', {});
  expect(lines[1]).toContain('"Sudden change: 90 µg/m³, neighbouring hours 10–20"');
});
