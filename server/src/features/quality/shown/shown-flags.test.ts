import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import { shippedRules } from '@limpid/contract/quality/shipped-rules';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renewShippedRules } from '../../../../seeds/reference/measurements/data-rule-names.ts';
import { openTestApp } from '../../../testing/app.ts';
import { testNow } from '../../../testing/clock.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSite, storeTestReadings } from '../../../testing/stations.ts';
import { packetKind } from '../../reading/model.api.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const { pool } = t.app;
const rules = makeResourceClient(t, '/basic/dataRule', token);
const key = ['ruleName', 'ruleId'] as const;
const zone = 'Asia/Shanghai';
const first = floorToHour(testNow - 30 * HOUR_MS, zone);
const values = [...Array.from({ length: 20 }, (_, at) => 40 + (at % 5)), 182, 43, 41, 44];
const spikeAt = first + 20 * HOUR_MS;
/** The only minute that differs from those of its hour. */
const wrongAt = first + 15 * HOUR_MS + 7 * MINUTE_MS;
let site = 0;
let rows: Record<string, unknown>[] = [];

beforeAll(async () => {
  rows = (await pool.query('select * from data_rule order by rule_id')).rows;
  await pool.query('delete from data_rule');
  site = await addSite(t, { mn: 'SHOWN-FLAGS', zone });
  const stored = values.flatMap((hour, index) =>
    Array.from({ length: 60 }, (_, minute) => first + index * HOUR_MS + minute * MINUTE_MS).map((ts) => ({
      siteId: site,
      kind: packetKind.minute,
      ts,
      hour: floorToHour(ts, zone),
      rank: ts * 2,
      slots: [1],
      values: [ts === wrongAt ? 900 : hour],
      marks: [],
    })),
  );
  await storeTestReadings(t, stored);
  const names = { ruleName: '突变', ruleNameEn: 'Sudden change', ruleNameFr: 'Saut' };
  await rules.add({ ...names, test: 'spike', channelId: 1, factor: 3, floor: 50 }, key);
  const range = { ruleName: '我的规则', test: 'range', basis: 'minute', channelId: 1, maxValue: 500 };
  await rules.add(range, key);
  while ((await t.services.rollUp.run(true)) > 0);
});

async function get<T>(path: string): Promise<T> {
  return (await t.send('GET', path, { token })).body['data'] as T;
}

describe('the flags in the history of minutes', () => {
  interface History {
    rows: { ts: number; values: Record<string, { flags?: { rule: string }[] }> }[];
  }
  const listFlagged = async (granularity: string, from: number, to: number) => {
    const query = `granularity=${granularity}&from=${from}&to=${to}&siteIds=${site}&channels=PM2.5`;
    const history = await get<History>(`/data/history/rows?${query}`);
    return history.rows.filter(({ values: { 'PM2.5': cell } }) => cell?.flags).map(({ ts }) => ts);
  };
  const steps = (from: number, to: number, length: number) =>
    Array.from({ length: (to - from) / length }, (_, at) => from + at * length).toReversed();

  it.each([
    ['minute', MINUTE_MS],
    ['five', 5 * MINUTE_MS],
  ])(
    'are at every %s of a flagged hour, also if the period begins within it',
    async (granularity, length) => {
      const middle = spikeAt + 50 * MINUTE_MS;
      const end = spikeAt + HOUR_MS;
      expect(await listFlagged(granularity, middle, end + 5 * MINUTE_MS)).toEqual(steps(middle, end, length));
    },
  );

  it('are at those minutes alone that a rule on minutes has found', async () => {
    expect(await listFlagged('minute', wrongAt - 7 * MINUTE_MS, wrongAt + 8 * MINUTE_MS)).toEqual([wrongAt]);
    // A mean of five minutes does not say which of them it was.
    const hour = [wrongAt - 7 * MINUTE_MS, wrongAt + 53 * MINUTE_MS] as const;
    expect(await listFlagged('five', ...hour)).toEqual(steps(...hour, 5 * MINUTE_MS));
  });

  it('are counted in days, with the rules', async () => {
    const day = 24 * HOUR_MS;
    const query = `granularity=day&from=${first - day}&to=${testNow}&siteIds=${site}&channels=PM2.5`;
    const { rows: days } = await get<{
      rows: {
        ts: number;
        values: Record<string, { flagged?: { hours: number; rules: { rule: string }[] } }>;
      }[];
    }>(`/data/history/rows?${query}`);
    const found = days.flatMap(({ values: { 'PM2.5': cell } }) => cell?.flagged ?? []);
    expect(found.reduce((sum, { hours }) => sum + hours, 0)).toBe(2);
    expect(found.flatMap(({ rules: named }) => named.map(({ rule }) => rule)).toSorted()).toEqual(
      ['我的规则', '突变'].toSorted(),
    );
  });

  it('are in the remarks of their export', async () => {
    const body = { siteIds: [site], channels: ['PM2.5'], granularity: 'minute', format: 'csv' };
    const range = { from: wrongAt - 2 * MINUTE_MS, to: wrongAt + 2 * MINUTE_MS };
    const { body: started } = await t.send('POST', '/data/history/export?lang=en', {
      token,
      json: { ...body, ...range },
    });
    expect(started['code']).toBe(200);
    const { id } = started['data'] as { id: string };
    await expect
      .poll(async () => (await get<{ state: string }>(`/common/work/${id}`)).state, { timeout: 20_000 })
      .toBe('done');
    const { bytes } = await t.send('GET', `/common/work/${id}/file`, { token });
    const flagged = bytes
      .toString('utf8')
      .split('\n')
      .filter((line) => line.includes('我的规则'));
    expect(flagged).toHaveLength(1);
    expect(flagged[0]).toContain('900');
  });
});

describe('the name of a rule', () => {
  const names = (language: string) =>
    get<{ markers: { text: string }[] }>(
      `/data/trend/markers?siteIds=${site}&channels=PM2.5&from=${first}&to=${testNow}&lang=${language}`,
    ).then(({ markers }) => markers.map(({ text }) => text.split(/\s?[:：]/)[0]).toSorted());

  it('is in the language of the reader where the rule has one, and its own otherwise', async () => {
    expect(await names('zh')).toEqual(['我的规则', '突变'].toSorted());
    expect(await names('en')).toEqual(['Sudden change', '我的规则']);
    expect(await names('fr')).toEqual(['Saut', '我的规则']);
  });
});

it('a trend marks a flagged period that began before its window, from where the window begins', async () => {
  const ruleId = 9000;
  await pool.query(
    `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, span, counts)
     select $1, to_timestamp($2::float8 / 1000) + n * interval '1 hour', 1, $3, 'Long line', 'flat', 'hour', 40, 10, true
     from generate_series(0, 9) n`,
    [site, first, ruleId],
  );
  const from = first + 6 * HOUR_MS;
  const { markers } = await get<{ markers: { text: string; from: number; to: number }[] }>(
    `/data/trend/markers?siteIds=${site}&channels=PM2.5&from=${from}&to=${testNow}&lang=en`,
  );
  const marker = markers.find(({ text }) => text.startsWith('Long line'));
  expect(marker).toMatchObject({ from, to: first + 9 * HOUR_MS });
  await pool.query('delete from quality_flag where rule_id = $1', [ruleId]);
});

describe('the shipped rules of an installation of before', () => {
  it('get names and limits, except those that were changed', async () => {
    await pool.query('delete from data_rule');
    for (const row of rows)
      await pool.query(
        `insert into data_rule (${Object.keys(row).join(', ')})
         values (${Object.keys(row).map((_, index) => `$${index + 1}`)})`,
        Object.values(row),
      );
    await pool.query('update data_rule set rule_name_en = null, rule_name_fr = null, rarity = null');
    await pool.query(`update data_rule set floor = 8 where test = 'flat' and rule_name ~ '^(PM|NO2)'`);
    await pool.query(`update data_rule set span = 6 where rule_name = 'NO2 恒值'`);
    await pool.query(`update data_rule set rule_name = 'Mine' where rule_name = 'PM10 恒值'`);
    const client = await pool.connect();
    await renewShippedRules(client);
    client.release();
    const { rows: found } = await pool.query(
      `select rule_name as name, rule_name_en as en, floor, rarity from data_rule
       where rule_name in ('PM2.5 恒值', 'NO2 恒值', 'Mine') order by rule_id`,
    );
    expect(found).toEqual([
      { name: 'PM2.5 恒值', en: 'PM2.5 flat line', floor: 3, rarity: 2000 },
      { name: 'Mine', en: null, floor: 8, rarity: null },
      { name: 'NO2 恒值', en: 'NO2 flat line', floor: 8, rarity: null },
    ]);
    const named = await pool.query('select from data_rule where rule_name_fr is not null');
    expect(named.rowCount).toBe(shippedRules.length - 1);
  });
});
