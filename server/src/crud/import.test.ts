import { fieldLabel } from '@limpid/contract/kit/resource';
import { type Language, languages, wireLanguages } from '@limpid/contract/language';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Cell } from '../platform/sheets/cell.ts';
import { translate } from '../platform/texts.ts';
import type { TestApp } from '../testing/app.ts';
import { makeUpload, wrapFile } from '../testing/upload.ts';
import { gauge, insertGauges, openGaugeApp } from './gauge.fixture.ts';

let test: TestApp;
let token: string;
const beforeWrite = vi.fn();
const cache = { get: vi.fn(), clear: vi.fn(async () => {}) };

beforeAll(async () => {
  test = await openGaugeApp({ beforeWrite, cache });
  token = await test.login();
});

afterAll(() => test.close());

beforeEach(async () => {
  await test.app.pool.query('truncate test_gauge restart identity cascade');
  vi.clearAllMocks();
});

interface Report {
  added: number;
  updated: number;
  failed: { line: number; name: string; reason: string }[];
}

async function send(upload: { payload: Buffer; headers: object }, query = '', language: Language = 'en') {
  const path = `/test/gauge/importData?lang=${wireLanguages[language]}${query}`;
  const { body } = await test.send('POST', path, { token, ...upload } as object);
  // A response with code 200 carries the report of the contract.
  return { ...body, report: body['data'] as Report };
}

const importSheet = async (header: string[], rows: Cell[][], query = '', language: Language = 'en') =>
  send(await makeUpload(header, rows), query, language);
const stored = async () => (await test.app.pool.query('select * from test_gauge order by gauge_id')).rows;
const names = ['gaugeCode', 'gaugeName'];
const label = (name: string, language: Language = 'en') => translate(language, fieldLabel(gauge, name));

describe('an import', () => {
  it('escapes the contents of the sheet in its HTML message, and reports them unchanged', async () => {
    const name = '<img src=x onerror="alert(1)">&';
    const { msg, report } = await importSheet(
      [...names, 'level'],
      [
        ['', name, 1],
        ['b', "'b'", 'x<y'],
      ],
    );
    expect(report.failed.map((row) => row.name)).toEqual([name, "'b'"]);
    expect(msg.split('<br/>')).toHaveLength(3);
    expect(msg.replaceAll('<br/>', '')).not.toMatch(/[<>"']/);
    expect(msg).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#38;');
  });

  it('keeps the good rows and reports the bad ones by line, name and reason', async () => {
    const { code, msg, report } = await importSheet(
      ['gaugeCode', 'gaugeName', 'level', 'status', 'deptId'],
      [
        ['a', 'first', 1, null],
        ['', 'no code', 1, null],
        ['c', 'bad number', 'high', null],
        ['d', 'bad choice', 1, 'sometimes'],
        ['e'.repeat(21), 'too long', 1, null],
        ['g', 'nowhere', 1, null, 99_999],
        ['f', 'last', null, '1'],
      ],
    );
    expect(code).toBe(200);
    expect(report).toEqual({
      added: 2,
      updated: 0,
      failed: [
        { line: 3, name: 'no code', reason: expect.stringContaining(label('gaugeCode')) },
        { line: 4, name: 'bad number', reason: expect.stringContaining(label('level')) },
        { line: 5, name: 'bad choice', reason: expect.stringContaining(label('status')) },
        { line: 6, name: 'too long', reason: expect.stringContaining(label('gaugeCode')) },
        { line: 7, name: 'nowhere', reason: expect.stringContaining(label('deptId')) },
      ],
    });
    for (const { line, name, reason } of report.failed) {
      expect(msg).toContain(translate('en', 'server.importedLine', { line, name, reason }));
    }
    expect(await stored()).toMatchObject([
      {
        gauge_code: 'a',
        gauge_name: 'first',
        level: 1,
        status: '0',
        kind: 'default',
        create_by: 'admin',
        dept_id: 100,
      },
      { gauge_code: 'f', gauge_name: 'last', level: 0, status: '1' },
    ]);
  });

  it('gives reasons in the language of the caller', async () => {
    const reasons = new Set<string>();
    for (const language of languages) {
      const { report } = await importSheet(names, [['', 'x']], '', language);
      reasons.add(report.failed[0]?.reason ?? '');
      expect(report.failed[0]?.reason).toContain(label('gaugeCode', language));
    }
    expect(reasons.size).toBe(3);
  });

  it('refuses an existing row, or updates it on request', async () => {
    await insertGauges(test, [{ gaugeCode: 'a', gaugeName: 'old', level: 4, remark: 'kept' }]);
    const rows = [
      ['a', 'new'],
      ['b', 'fresh'],
    ];
    const refused = await importSheet(names, rows);
    expect(refused.report).toEqual({
      added: 1,
      updated: 0,
      failed: [{ line: 2, name: 'new', reason: expect.stringContaining(label('gaugeCode')) }],
    });
    expect(await stored()).toMatchObject([{ gauge_name: 'old' }, { gauge_name: 'fresh' }]);
    expect((await importSheet(names, rows, '&updateSupport=false')).report).toMatchObject({ updated: 0 });
    expect((await importSheet(names, rows, '&updateSupport=1')).report).toMatchObject({ updated: 2 });
    const updated = await importSheet(names, rows, '&updateSupport=true');
    expect(updated.report).toEqual({ added: 0, updated: 2, failed: [] });
    expect(await stored()).toMatchObject([
      { gauge_name: 'new', level: 4, remark: 'kept', update_by: 'admin' },
      {},
    ]);
  });

  it('treats a duplicate row of the file like an existing one', async () => {
    const rows = [
      ['a', 'one'],
      ['a', 'two'],
    ];
    expect((await importSheet(names, rows)).report).toMatchObject({
      added: 1,
      failed: [{ line: 3, name: 'two' }],
    });
    await test.app.pool.query('truncate test_gauge cascade');
    expect((await importSheet(names, rows, '&updateSupport=true')).report).toMatchObject({
      added: 1,
      updated: 1,
    });
    expect(await stored()).toMatchObject([{ gauge_name: 'two' }]);
  });

  it('accepts headings and labels in any language, and values themselves', async () => {
    const columns = ['gaugeCode', 'gaugeName', 'kind', 'status'];
    const danger = (language: Language) => translate(language, 'system.dictData.fields.listClass_danger');
    const words: [Language, string[]][] = [
      ['zh', ['停用', '正常']],
      ['en', ['disabled', ' Enabled ']],
      ['fr', ['DÉSACTIVÉ', 'Activé']],
    ];
    for (const [language, [off = '', on = '']] of words) {
      const header = columns.map((name) => ` ${label(name, language)} `);
      const { report } = await importSheet(header, [
        [`${language}1`, 'x', danger(language), off],
        [`${language}2`, 'x', 'danger', on],
        [`${language}3`, 'x', danger('zh'), '1'],
      ]);
      expect(report).toEqual({ added: 3, updated: 0, failed: [] });
    }
    const rows = await stored();
    expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(['danger']));
    expect(rows.map((row) => row.status)).toEqual(['1', '0', '1', '1', '0', '1', '1', '0', '1']);
  });

  it('ignores unknown and read-only columns', async () => {
    const header = [
      ...names,
      'gaugeId',
      'ownerId',
      'createTime',
      'createBy',
      'nonsense',
      label('createTime'),
    ];
    const row = ['a', 'x', 777, 42, '2001-01-01 00:00:00', 'someone', 'y', '2001-01-01 00:00:00'];
    expect((await importSheet(header, [row])).report.added).toBe(1);
    const [kept] = await stored();
    expect(kept).toMatchObject({ gauge_id: 1, owner_id: 1, create_by: 'admin' });
    expect(kept.create_time).not.toContain('2001');
  });

  it('converts numbers to texts and texts to numbers', async () => {
    await importSheet([...names, 'level'], [[123, 4.5, ' 7 ']]);
    expect(await stored()).toMatchObject([{ gauge_code: '123', gauge_name: '4.5', level: 7 }]);
  });

  it('of several batches keeps all valid rows and reports all invalid ones', async () => {
    const rows = Array.from({ length: 1203 }, (_, index) => [
      `g${index}`,
      index % 400 === 399 ? '' : 'gauge',
    ]);
    const { report, msg } = await importSheet(names, rows);
    expect(report).toMatchObject({ added: 1200, updated: 0 });
    expect(report.failed.map((row) => row.line)).toEqual([401, 801, 1201]);
    expect(msg.split('<br/>')).toHaveLength(4);
    expect(await stored()).toHaveLength(1200);
  });

  it('runs the hooks for every row and clears the cache', async () => {
    await insertGauges(test, [{ gaugeCode: 'a', gaugeName: 'old' }]);
    beforeWrite.mockImplementation((values: Record<string, unknown>) => {
      if (values['gaugeName'] === 'bare') values['remark'] = 'filled in';
    });
    await importSheet(
      names,
      [
        ['a', 'new'],
        ['b', 'bare'],
      ],
      '&updateSupport=true',
    );
    expect(beforeWrite.mock.calls[0]?.[2]).toMatchObject({ gaugeName: 'old' });
    expect(beforeWrite.mock.calls[1]?.[2]).toBeUndefined();
    expect((await stored())[1]).toMatchObject({ remark: 'filled in' });
    expect(cache.clear).toHaveBeenCalledOnce();
    beforeWrite.mockReset();
  });
});

describe('a round trip', () => {
  it.each(languages)('in %s brings every row back as it was', async (language) => {
    await insertGauges(test, [
      {
        gaugeCode: 'a',
        gaugeName: '=1+1',
        level: 5,
        kind: 'danger',
        status: '1',
        deptId: 100,
        remark: 'é 漢 😀\nnext',
      },
      { gaugeCode: 'b', gaugeName: "-O'Brien <b>", level: 0, kind: 'success' },
      { gaugeCode: '007', gaugeName: '1e5' },
    ]);
    const columns = 'gauge_code, gauge_name, level, kind, status, dept_id, remark';
    const read = async () => (await test.app.pool.query(`select ${columns} from test_gauge order by 1`)).rows;
    const before = await read();
    const { bytes } = await test.send('POST', `/test/gauge/export?lang=${wireLanguages[language]}`, {
      token,
    });
    await test.app.pool.query('truncate test_gauge cascade');
    expect((await send(wrapFile(bytes))).report).toEqual({ added: 3, updated: 0, failed: [] });
    // A department is a person's default where the sheet names none.
    const expected = before.map((row) => ({ ...row, dept_id: 100 }));
    expect(await read()).toEqual(expected);
  });
});

describe('a file that cannot be imported', () => {
  const refusal = async (bytes: Uint8Array) => {
    const { code, msg } = await send(wrapFile(bytes));
    expect(code).toBe(500);
    expect(await stored()).toEqual([]);
    return msg;
  };

  it('lacks a required column, which the error names', async () => {
    const { code, msg } = await importSheet(['gaugeName', 'level'], [['x', 1]]);
    expect([code, msg]).toEqual([
      500,
      translate('en', 'errors.sheet.columns_missing', { label: label('gaugeCode') }),
    ]);
  });

  it('has a column twice, which the error names', async () => {
    const { msg } = await importSheet(['gaugeCode', label('gaugeCode'), 'gaugeName'], [['a', 'b', 'x']]);
    expect(msg).toBe(translate('en', 'errors.sheet.column_twice', { label: label('gaugeCode') }));
    expect(await stored()).toEqual([]);
  });

  it('has no rows', async () => {
    const { code, msg } = await importSheet(names, []);
    expect([code, msg]).toEqual([500, translate('en', 'errors.sheet.empty')]);
  });

  it('has another format, whatever its name', async () => {
    const text = translate('en', 'errors.sheet.not_a_sheet');
    expect(await refusal(Buffer.from('gaugeCode,gaugeName\na,b'))).toBe(text);
    expect(await refusal(Buffer.from('%PDF-1.7'))).toBe(text);
    expect(await refusal(Buffer.from('<html><table></table></html>'))).toBe(text);
    expect(await refusal(Buffer.alloc(0))).toBe(text);
  });

  it('is damaged', async () => {
    const { payload } = await makeUpload(names, [['a', 'b']]);
    const start = payload.indexOf('PK');
    expect(await refusal(payload.subarray(start, start + 400))).toBe(translate('en', 'errors.sheet.corrupt'));
  });
});
