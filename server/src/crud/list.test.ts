import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translate } from '../platform/texts.ts';
import type { TestApp } from '../testing/app.ts';
import { countInTime, countRows, totalLimits } from './count-rows.ts';
import { gauge, insertGauges, openGaugeApp, readGaugeCodes, readGauges } from './gauge.fixture.ts';
import { withAnyTable } from './list.ts';

let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await openGaugeApp();
  token = await test.login();
});

afterAll(() => test.close());

beforeEach(() => test.app.pool.query('truncate test_gauge cascade'));

async function list(query: Record<string, string | number> = {}) {
  const text = Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  const { body } = await test.send('GET', `/test/gauge/list?lang=en&${text}`, { token });
  return body;
}

const codes = async (query: Record<string, string | number>) => readGaugeCodes(await list(query));

describe('a page', () => {
  beforeEach(() =>
    test.app.pool.query(`insert into test_gauge (gauge_code, gauge_name, level, kind, status)
      select 'g' || lpad(n::text, 3, '0'), 'gauge', 0, 'default', '0' from generate_series(1, 45) n`),
  );

  it('has twenty rows by default, with the exact total', async () => {
    const body = await list();
    expect(body).toMatchObject({ code: 200, total: 45 });
    expect(body).not.toHaveProperty('estimated');
    expect(readGaugeCodes(body)).toHaveLength(20);
    expect(readGaugeCodes(body)[0]).toBe('g001');
  });

  it.each([
    [1, 10, 'g001', 10],
    [3, 10, 'g021', 10],
    [5, 10, 'g041', 5],
    [6, 10, 'g041', 5],
    [99_999_999, 10, 'g041', 5],
    [2, 45, 'g001', 45],
    [1, 1000, 'g001', 45],
  ])('%s of size %s begins with %s', async (pageNum, pageSize, first, length) => {
    const found = await codes({ pageNum, pageSize });
    expect(found).toHaveLength(length);
    expect(found[0]).toBe(first);
  });

  it('without rows is empty', async () => {
    expect(await list({ gaugeCode: 'nothing', pageNum: 3 })).toMatchObject({ total: 0, rows: [] });
  });

  it.each([
    ['pageNum', 0],
    ['pageNum', -1],
    ['pageNum', 1.5],
    ['pageNum', 'x'],
    ['pageSize', 0],
    ['pageSize', 1001],
  ])('%s=%s is refused', async (name, value) => {
    expect(await list({ [name]: value })).toMatchObject({ code: 500, field: name });
  });

  it('contains each row on exactly one page, even if many rows are equal in the order', async () => {
    const seen: string[] = [];
    for (let pageNum = 1; pageNum <= 5; pageNum++) {
      seen.push(...(await codes({ pageNum, pageSize: 10, orderByColumn: 'gaugeName', isAsc: 'desc' })));
    }
    expect(new Set(seen).size).toBe(45);
  });

  it('holds the fields of the contract and no others', async () => {
    const [row] = readGauges(await list({ pageSize: 1 }));
    expect(row).toEqual({
      gaugeId: expect.any(Number),
      gaugeCode: 'g001',
      gaugeName: 'gauge',
      level: 0,
      kind: 'default',
      status: '0',
      serial: null,
      deptId: null,
      ownerId: null,
      remark: null,
      createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });
});

describe('the total', () => {
  const fill = (count: number) =>
    test.app.pool.query(
      `insert into test_gauge (gauge_code, gauge_name, level, kind, status)
      select 'g' || lpad(n::text, 6, '0'), 'gauge', 0, 'default', case when n % 2 = 0 then '0' else '1' end
      from generate_series(1, $1) n`,
      [count],
    );

  afterEach(() => {
    Object.assign(totalLimits, usual);
  });
  const usual = { ...totalLimits };

  it('is exact above ten thousand if counting is fast, up to the limit', async () => {
    await fill(10_500);
    Object.assign(totalLimits, { rows: 10_500, milliseconds: 60_000 });
    const body = await list({ pageSize: 10 });
    expect(body).toMatchObject({ total: 10_500 });
    expect(body).not.toHaveProperty('estimated');
    totalLimits.rows = 10_499;
    expect((await list({ pageSize: 10 }))['estimated']).toBe(true);
  });

  it('of a large list is counted or estimated, whatever the planner expects', async () => {
    await fill(10_500);
    await test.app.pool.query('analyze test_gauge');
    const rows = withAnyTable(test.app.db).selectFrom('testGauge');
    expect(await countRows(test.app.db, rows, true)).toMatchObject({ total: 10_500 });
    expect(await countRows(test.app.db, rows.where('gaugeCode', '<', 'g000100'), true)).toEqual({
      total: 99,
    });
  });

  it('stops counting at the time limit', async () => {
    const slow = withAnyTable(test.app.db)
      .selectFrom('testGauge')
      .where(sql<boolean>`pg_sleep(0.5) is not null`);
    await fill(3);
    expect(await countInTime(test.app.db, slow, 10, 20)).toBeUndefined();
    expect(await countInTime(test.app.db, slow, 1, 60_000)).toBe(1);
  });

  it('is exact to ten thousand', async () => {
    await fill(10_000);
    const body = await list({ pageSize: 10 });
    expect(body).toMatchObject({ total: 10_000 });
    expect(body).not.toHaveProperty('estimated');
  });

  it('above the limit is marked as an estimate, close to the count and never below the counted rows', async () => {
    totalLimits.rows = 10_000;
    await fill(10_500);
    await test.app.pool.query('analyze test_gauge');
    const body = await list({ pageSize: 10 });
    expect(body['estimated']).toBe(true);
    expect(body['total']).toBeGreaterThan(10_000);
    expect(body['total']).toBeLessThan(12_000);
    const half = await list({ pageSize: 10, status: '1' });
    expect(half).toMatchObject({ total: 5250 });
    expect(half).not.toHaveProperty('estimated');
  });

  it('that is estimated hides no row and offers no empty page, even if it is wrong', async () => {
    totalLimits.rows = 10_000;
    const { pool } = test.app;
    await pool.query('alter table test_gauge set (autovacuum_enabled = false)');
    await fill(12_000);
    await pool.query('analyze test_gauge');
    // The planner has no statistics of this status, and later keeps those of deleted rows.
    await pool.query(`update test_gauge set status = '2'`);
    const low = await list({ pageNum: 1100, pageSize: 10, status: '2' });
    expect(low).toMatchObject({ estimated: true, total: 11_001 });
    expect(readGaugeCodes(low).at(-1)).toBe('g011000');
    expect(await list({ pageNum: 1200, pageSize: 10, status: '2' })).toMatchObject({ total: 12_001 });
    await pool.query(`delete from test_gauge where gauge_code > 'g010100'`);
    expect((await list({ pageSize: 10 }))['total']).toBeGreaterThan(10_110);
    const past = await list({ pageNum: 1150, pageSize: 10 });
    expect(past).toMatchObject({ total: 10_100 });
    expect(readGaugeCodes(past).at(-1)).toBe('g010100');
  });
});

describe('the order', () => {
  beforeEach(() =>
    insertGauges(test, [
      { gaugeCode: 'b', gaugeName: 'two', level: 5 },
      { gaugeCode: 'a', gaugeName: 'three', level: 5 },
      { gaugeCode: 'c', gaugeName: 'one', level: 9 },
    ]),
  );

  it('is the default of the resource without a sort column', async () => {
    expect(await codes({})).toEqual(['c', 'a', 'b']);
  });

  it.each([
    ['gaugeName', 'asc', ['c', 'a', 'b']],
    ['gaugeName', 'desc', ['b', 'a', 'c']],
    ['gaugeName', 'descending', ['b', 'a', 'c']],
    ['gaugeName', 'ascending', ['c', 'a', 'b']],
    ['gaugeCode', '', ['a', 'b', 'c']],
    ['gaugeId', 'desc', ['c', 'a', 'b']],
    ['createTime', 'asc', ['b', 'a', 'c']],
  ])('follows the column %s in the direction "%s"', async (orderByColumn, isAsc, expected) => {
    expect(await codes({ orderByColumn, isAsc })).toEqual(expected);
  });

  it.each([
    'gauge_name',
    'createBy',
    'gaugeName; drop table test_gauge',
    'gaugeName desc, (select 1)',
    'case when 1 like 1 then 1 else 2 end',
    '(select password from sys_user)',
    // Executed as SQL it would hit the statement timeout.
    'pg_sleep(3600)',
    '1',
    '"gaugeName"',
    '__proto__',
    'constructor',
    'toString',
  ])('is the default for %s, which is not a sortable column', async (orderByColumn) => {
    expect(await codes({ orderByColumn, isAsc: 'desc' })).toEqual(['c', 'a', 'b']);
  });

  it.each(['asc, (select pg_sleep(5))', '; drop table x', 'nulls first', 'DESC'])(
    'with the direction "%s" changes nothing but at most the direction',
    async (isAsc) => {
      const found = isAsc.length > 16 ? undefined : await codes({ orderByColumn: 'gaugeCode', isAsc });
      if (found)
        expect([
          ['a', 'b', 'c'],
          ['c', 'b', 'a'],
        ]).toContainEqual(found);
      expect((await list({ orderByColumn: 'gaugeCode', isAsc })).code).toBe(isAsc.length > 16 ? 500 : 200);
    },
  );
});

describe('a search', () => {
  beforeEach(() =>
    insertGauges(test, [
      { gaugeCode: 'A1', gaugeName: '100% clean', level: 1, kind: 'success' },
      { gaugeCode: 'A_2', gaugeName: '100 percent', level: 2, status: '1' },
      { gaugeCode: 'AB2', gaugeName: 'back\\slash', level: 2 },
      { gaugeCode: 'C3', gaugeName: "O'Brien; --", level: 3 },
    ]),
  );

  it.each<[string, Record<string, string | number>, string[]]>([
    ['finds part of a text', { gaugeName: '100' }, ['A1', 'A_2']],
    ['ignores case', { gaugeName: 'CLEAN' }, ['A1']],
    ['treats % literally', { gaugeName: '0%' }, ['A1']],
    ['treats _ literally', { gaugeCode: '_' }, ['A_2']],
    ['treats a backslash literally', { gaugeName: 'k\\s' }, ['AB2']],
    ['finds a lone backslash', { gaugeName: '\\' }, ['AB2']],
    ['finds a quote', { gaugeName: "o'b" }, ['C3']],
    ['ignores spaces around the text', { gaugeName: '  clean ' }, ['A1']],
    ['finds an exact number', { level: 2 }, ['A_2', 'AB2']],
    ['finds an exact choice', { kind: 'success' }, ['A1']],
    ['finds an exact value', { status: '1' }, ['A_2']],
    ['does not find part of an exact value', { kind: 'succ' }, []],
    ['applies several filters together', { level: 2, status: '0' }, ['AB2']],
    ['ignores empty filters', { gaugeName: '', level: '', status: '' }, ['C3', 'A_2', 'AB2', 'A1'].sort()],
    ['treats an injection in a text filter as text', { gaugeName: "' or '1'='1" }, []],
    ['finds nothing for an injection in an exact filter', { status: "0' or true --" }, []],
    [
      'ignores fields that are not searchable',
      { remark: 'x', serial: 'x', deptId: 5 },
      ['A1', 'AB2', 'A_2', 'C3'],
    ],
    [
      'ignores further parameters of the console family',
      { reasonable: 'true', 'params[dataScope]': 'or 1=1' },
      ['A1', 'AB2', 'A_2', 'C3'],
    ],
  ])('%s', async (_, query, expected) => {
    const body = await list(query);
    expect(body.code).toBe(200);
    expect(readGaugeCodes(body).sort()).toEqual([...expected].sort());
    expect(body['total']).toBe(expected.length);
  });

  it('for an invalid or too large number fails', async () => {
    expect(await list({ level: 'high' })).toMatchObject({
      code: 500,
      field: 'level',
      msg: expect.stringContaining(translate('en', gauge.fields.level.label)),
    });
    expect(await list({ level: '99999999999' })).toMatchObject({ code: 500, field: 'level' });
  });
});

describe('a range of time', () => {
  beforeEach(() =>
    insertGauges(test, [
      { gaugeCode: 'a', createTime: '2026-01-30T15:59:59Z' },
      { gaugeCode: 'b', createTime: '2026-01-30T16:00:00Z' },
      { gaugeCode: 'c', createTime: '2026-01-31T04:30:15Z' },
      { gaugeCode: 'd', createTime: '2026-01-31T15:59:59.999Z' },
      { gaugeCode: 'e', createTime: '2026-01-31T16:00:00Z' },
    ]),
  );

  const spellings: [string, (begin?: string, end?: string) => Record<string, string>][] = [
    ['2.x', (begin, end) => ({ ...(begin && { beginTime: begin }), ...(end && { endTime: end }) })],
    [
      '3.x',
      (begin, end) => ({
        ...(begin && { 'params[beginTime]': begin }),
        ...(end && { 'params[endTime]': end }),
      }),
    ],
  ];

  describe.each(spellings)('in the spelling of %s', (_, spell) => {
    it.each<[string, string | undefined, string | undefined, string[]]>([
      ['covers the whole day in the zone of the server', '2026-01-31', '2026-01-31', ['b', 'c', 'd']],
      ['may have no end', '2026-01-31', undefined, ['b', 'c', 'd', 'e']],
      ['may have no beginning', undefined, '2026-01-30', ['a']],
      ['includes both of its days', '2026-01-30', '2026-01-31', ['a', 'b', 'c', 'd']],
      ['includes the whole last second', '2026-01-31 12:30:15', '2026-01-31 23:59:59', ['c', 'd']],
      ['may be exact to the minute', '2026-01-31 00:00', '2026-01-31 12:31', ['b', 'c']],
      ['finds nothing if it ends before it begins', '2026-02-01', '2026-01-01', []],
      ['may be a leap day', '2024-02-29', '2024-02-29', []],
    ])('%s', async (_title, begin, end, expected) => {
      expect((await codes(spell(begin, end))).sort()).toEqual(expected);
    });

    it.each([
      '2026-13-01',
      '2026-02-30',
      '2025-02-29',
      '2026-01-31 25:00:00',
      '0000-01-01',
      '31.01.2026',
      'now()',
      "2026-01-31' --",
      '2026-01-31T00:00:00Z',
    ])('is refused for %s, with the name of the field', async (text) => {
      for (const query of [spell(text), spell(undefined, text)]) {
        expect(await list(query)).toMatchObject({
          code: 500,
          msg: expect.stringContaining(translate('en', gauge.fields.createTime.label)),
        });
      }
    });
  });
});

describe('one row', () => {
  it('is found by its id', async () => {
    await insertGauges(test, [{ gaugeCode: 'a', remark: 'near the gate' }]);
    const [row] = readGauges(await list());
    const { body } = await test.send('GET', `/test/gauge/${row?.gaugeId}`, { token });
    expect(body).toEqual({ code: 200, msg: expect.any(String), data: row });
  });

  it.each(['0', '-1', '1.5', 'abc', '99999999999', '1;2', '%27'])(
    'with the id %s does not exist',
    async (id) => {
      const { body } = await test.send('GET', `/test/gauge/${id}`, { token });
      expect(body.code).toBe(500);
      expect(body.msg).not.toBe(translate('zh', 'errors.system.unknown'));
    },
  );
});
