import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { translate } from '../platform/texts.ts';
import type { TestApp } from '../testing/app.ts';
import type { FieldValues } from './definition.ts';
import { gauge, insertGauges, openGaugeApp, readGaugeCodes, readGauges } from './gauge.fixture.ts';

let test: TestApp;
let token: string;
const beforeWrite = vi.fn((values: FieldValues, _writer: unknown, _before?: FieldValues) => {
  if (values['gaugeName'] === 'forbidden') fail('parameter.built_in', { key: 'forbidden' });
  if (values['gaugeName'] === 'bare') values['remark'] = 'filled in';
});
const beforeRemove = vi.fn((row: FieldValues) => {
  if (row['gaugeName'] === 'forbidden') fail('parameter.built_in', { key: 'forbidden' });
});
const cache = { get: vi.fn(), clear: vi.fn(async () => {}) };

beforeAll(async () => {
  test = await openGaugeApp({ beforeWrite, beforeRemove, cache });
  token = await test.login();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate test_gauge, test_reading restart identity');
  vi.clearAllMocks();
});

const plain = { gaugeCode: 'g1', gaugeName: 'north gate' };
const add = async (json: object) => (await test.send('POST', '/test/gauge?lang=en', { token, json })).body;
const edit = async (json: object) => (await test.send('PUT', '/test/gauge?lang=en', { token, json })).body;
const remove = async (ids: string) =>
  (await test.send('DELETE', `/test/gauge/${ids}?lang=en`, { token })).body;
const list = async () => (await test.send('GET', '/test/gauge/list', { token })).body;
const stored = async () => (await test.app.pool.query('select * from test_gauge order by gauge_id')).rows;
const label = (name: string) => translate('en', fieldLabel(gauge, name));

describe('adding', () => {
  it('stores the values, defaults and the creator', async () => {
    expect(await add({ ...plain, level: '7', remark: ' by the river ' })).toMatchObject({ code: 200 });
    expect(await stored()).toMatchObject([
      {
        gauge_id: 1,
        gauge_code: 'g1',
        gauge_name: 'north gate',
        level: 7,
        kind: 'default',
        status: '0',
        serial: null,
        dept_id: 100,
        owner_id: 1,
        create_by: 'admin',
        update_by: null,
        remark: 'by the river',
      },
    ]);
  });

  it('ignores read-only and unknown fields', async () => {
    const foreign = {
      gaugeId: 777,
      ownerId: 42,
      createTime: '2001-01-01 00:00:00',
      createBy: 'someone',
      create_by: 'someone',
      updateBy: 'someone',
      owner_id: 42,
      params: { dataScope: 'or 1=1) --' },
      searchValue: null,
      isAdmin: true,
    };
    expect((await add({ ...plain, ...foreign })).code).toBe(200);
    const [row] = await stored();
    expect(row).toMatchObject({ gauge_id: 1, owner_id: 1, create_by: 'admin', update_by: null });
    expect(row.create_time).not.toContain('2001');
  });

  it('names the taken field', async () => {
    await add(plain);
    const body = await add({ ...plain, gaugeName: 'other' });
    expect(body).toMatchObject({
      code: 500,
      field: 'gaugeCode',
      msg: expect.stringContaining(label('gaugeCode')),
    });
    expect(await stored()).toHaveLength(1);
  });

  it('names the taken field even for two concurrent requests', async () => {
    const codes = (await Promise.all([add(plain), add(plain), add(plain)])).map((body) => body.code);
    expect(codes.sort()).toEqual([200, 500, 500]);
    expect(await stored()).toHaveLength(1);
  });

  it('names the field with a missing reference', async () => {
    const body = await add({ ...plain, deptId: 999 });
    expect(body).toMatchObject({ code: 500, field: 'deptId', msg: expect.stringContaining(label('deptId')) });
    expect(await stored()).toHaveLength(0);
  });

  it.each([
    ['status', '7'],
    ['kind', 'loud'],
    ['level', -1],
    ['level', 2147483648],
    ['gaugeCode', 'x'.repeat(21)],
    ['gaugeName', ''],
  ])('refuses %s=%s and stores nothing', async (field, value) => {
    expect(await add({ ...plain, [field]: value })).toMatchObject({ code: 500, field });
    expect(await stored()).toHaveLength(0);
  });

  it('keeps every character as it is', async () => {
    const gaugeName = `<b>'";--\\ %_ é 漢 😀 \u202e`;
    await add({ ...plain, gaugeName });
    expect(readGauges(await list())[0]?.gaugeName).toBe(gaugeName);
  });
});

describe('changing', () => {
  it('accepts a complete row and changes only different fields', async () => {
    await insertGauges(test, [
      { ...plain, level: 3, remark: 'old', deptId: 100, ownerId: 5, createTime: '2020-01-01' },
    ]);
    const [row] = readGauges(await list());
    expect((await edit({ ...row, gaugeName: 'south gate', createBy: 'x', params: {} })).code).toBe(200);
    expect(readGauges(await list())).toEqual([{ ...row, gaugeName: 'south gate' }]);
    expect(await stored()).toMatchObject([
      { update_by: 'admin', create_by: null, update_time: expect.any(String) },
    ]);
  });

  it('empties fields sent as null and keeps fields that are not sent', async () => {
    await insertGauges(test, [{ ...plain, level: 3, remark: 'old', kind: 'danger', deptId: 100 }]);
    await edit({ gaugeId: 1, ...plain, remark: '', deptId: null, kind: '' });
    expect(await stored()).toMatchObject([{ remark: null, dept_id: null, level: 3, kind: 'danger' }]);
  });

  it('never changes fixed or read-only fields, nor the id', async () => {
    await add({ ...plain, serial: 'S-1' });
    await edit({ gaugeId: 1, ...plain, serial: 'S-2', ownerId: 9, createTime: '2001-01-01 00:00:00' });
    expect(await stored()).toMatchObject([{ gauge_id: 1, serial: 'S-1', owner_id: 1 }]);
  });

  it('names the taken field and keeps the row', async () => {
    await insertGauges(test, [{ gaugeCode: 'a' }, { gaugeCode: 'b' }]);
    expect(await edit({ gaugeId: 2, gaugeCode: 'a', gaugeName: 'b' })).toMatchObject({
      code: 500,
      field: 'gaugeCode',
    });
    expect(readGaugeCodes(await list())).toEqual(['a', 'b']);
  });

  it('a missing row fails', async () => {
    expect(await edit({ gaugeId: 99, ...plain })).toMatchObject({
      code: 500,
      msg: translate('en', 'errors.row.gone'),
    });
    expect(await edit(plain)).toMatchObject({
      code: 500,
      field: 'gaugeId',
      msg: expect.stringContaining(label('gaugeId')),
    });
  });
});

describe('removing', () => {
  beforeEach(() => insertGauges(test, [{ gaugeCode: 'a' }, { gaugeCode: 'b' }, { gaugeCode: 'c' }]));

  it('removes one row, several, or the same one twice', async () => {
    expect((await remove('1')).code).toBe(200);
    expect((await remove('2,3,2')).code).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('names the row that is still in use, and removes none', async () => {
    await test.app.pool.query('insert into test_reading values (2)');
    const body = await remove('1,2,3');
    expect(body).toMatchObject({ code: 500, msg: translate('en', 'errors.row.in_use', { name: 'b' }) });
    expect(await stored()).toHaveLength(3);
  });

  it.each(['99', '1,99', '0', '9999999999', '1,9999999999'])(
    'of %s, which is not there, removes nothing',
    async (ids) => {
      expect(await remove(ids)).toMatchObject({ code: 500, msg: translate('en', 'errors.row.gone') });
      expect(await stored()).toHaveLength(3);
    },
  );

  it.each(['', 'all', '*', '1;2', '1,,2', '1 or 1=1', '-1', '1.5'])(
    'of "%s" is not understood',
    async (ids) => {
      expect((await remove(encodeURIComponent(ids))).code).not.toBe(200);
      expect(await stored()).toHaveLength(3);
    },
  );
});

describe('the hooks of a resource', () => {
  it('get the values, the writer and the stored row; they can complete and refuse', async () => {
    await add({ ...plain, gaugeName: 'bare' });
    const [values, writer, before] = beforeWrite.mock.calls[0] ?? [];
    expect(values).toMatchObject({ gaugeCode: 'g1', level: 0, status: '0', deptId: 100 });
    expect(writer).toMatchObject({ caller: { userName: 'admin' }, scope: { all: true }, language: 'en' });
    expect(before).toBeUndefined();
    expect(await stored()).toMatchObject([{ remark: 'filled in' }]);
    await edit({ gaugeId: 1, ...plain });
    expect(beforeWrite.mock.calls[1]?.[2]).toMatchObject({ gaugeId: 1, gaugeName: 'bare' });
    await remove('1');
    expect(beforeRemove.mock.calls[0]?.[0]).toMatchObject({ gaugeId: 1, gaugeName: 'north gate' });
  });

  it('undo everything when they refuse', async () => {
    expect((await add({ ...plain, gaugeName: 'forbidden' })).code).toBe(500);
    await insertGauges(test, [{ gaugeCode: 'a' }, { gaugeCode: 'b', gaugeName: 'forbidden' }]);
    expect((await edit({ gaugeId: 1, gaugeCode: 'x', gaugeName: 'forbidden' })).code).toBe(500);
    expect((await remove('1,2')).code).toBe(500);
    expect(await stored()).toMatchObject([{ gauge_code: 'a' }, { gauge_code: 'b' }]);
  });

  it('clear the cache after a change is committed, and only then', async () => {
    cache.clear.mockImplementation(async () => {
      changes.push((await stored()).length);
    });
    const changes: number[] = [];
    await add(plain);
    await add(plain);
    await list();
    await remove('99');
    await remove('1');
    expect(changes).toEqual([1, 0]);
  });
});
