import { fieldEntries, fieldLabel, isWritable } from '@limpid/contract/kit/resource';
import { languages, wireLanguages } from '@limpid/contract/language';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readSheet } from '../platform/sheets/read-sheet.ts';
import { translate } from '../platform/texts.ts';
import type { TestApp } from '../testing/app.ts';
import { gauge, insertGauges, openGaugeApp } from './gauge.fixture.ts';

let test: TestApp;
let token: string;

beforeAll(async () => {
  test = await openGaugeApp();
  token = await test.login();
});

afterAll(() => test.close());

beforeEach(() => test.app.pool.query('truncate test_gauge restart identity cascade'));

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('an export', () => {
  it.each(languages)('has headings, labels of coded values and a file name in %s', async (language) => {
    await insertGauges(test, [{ gaugeCode: 'a', level: 5, kind: 'danger', status: '1', remark: 'x' }]);
    const response = await test.send('POST', `/test/gauge/export?lang=${wireLanguages[language]}`, { token });
    const { header, rows } = await readSheet(response.bytes);
    expect(header).toEqual(fieldEntries(gauge).map(([name]) => translate(language, fieldLabel(gauge, name))));
    const words = {
      kind: translate(language, 'system.dictData.fields.listClass_danger'),
      status: { zh: '停用', en: 'Disabled', fr: 'Désactivé' }[language],
    };
    const cells = rows[0]?.cells ?? [];
    expect(cells.slice(0, 7)).toEqual([1, 'a', 'a', 5, words.kind, words.status, null]);
    expect(cells[9]).toBe('x');
    expect(String(cells[10])).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    const name = encodeURIComponent(`${translate(language, 'system.post.title')}.xlsx`);
    expect(response.headers['content-disposition']).toContain(name);
    expect(response.headers['content-type']).toContain('spreadsheetml.sheet');
  });

  it('responds with the bytes, or with a name to download them by', async () => {
    await insertGauges(test, [{ gaugeCode: 'a' }, { gaugeCode: 'b' }]);
    const { body } = await test.send('GET', '/test/gauge/export?gaugeCode=b&lang=en', { token });
    expect(body).toEqual({ code: 200, msg: expect.stringMatching(/^[\w-]{43}_.+\.xlsx$/) });
    const path = `/common/download?fileName=${encodeURIComponent(body.msg)}&delete=true`;
    const { rows } = await readSheet((await test.send('GET', path, { token })).bytes);
    expect(rows.map((row) => row.cells[1])).toEqual(['b']);
  });

  it.each<[string, string, object]>([
    ['the query', '?gaugeCode=a1&orderByColumn=gaugeCode', {}],
    ['a form', '', { payload: 'gaugeCode=a1&pageNum=1&pageSize=10', headers: form }],
    ['JSON', '', { json: { gaugeCode: 'a1', pageNum: 1, pageSize: 1 } }],
    [
      'a form with a range',
      '',
      { payload: 'params%5BbeginTime%5D=2026-01-31&params%5BendTime%5D=2026-01-31', headers: form },
    ],
  ])('is filtered by %s, and never cut to a page', async (_, query, options) => {
    await insertGauges(test, [
      { gaugeCode: 'a1', createTime: '2026-01-31T04:00:00Z' },
      { gaugeCode: 'a12', createTime: '2026-01-31T05:00:00Z' },
      { gaugeCode: 'b2', createTime: '2026-02-02T04:00:00Z' },
    ]);
    const { bytes } = await test.send('POST', `/test/gauge/export${query}`, { token, ...options });
    expect((await readSheet(bytes)).rows.map((row) => row.cells[1])).toEqual(['a1', 'a12']);
  });

  it('with an invalid filter fails instead of sending a file', async () => {
    const response = await test.send('POST', '/test/gauge/export?lang=en', {
      token,
      json: { beginTime: '2026-02-30' },
    });
    expect(response.headers['content-type']).toContain('application/json');
    expect(response.body.code).toBe(500);
  });

  it('escapes formulas and keeps their text', async () => {
    await insertGauges(test, [{ gaugeCode: 'f', gaugeName: '=HYPERLINK("http://x")', remark: '@SUM(1)' }]);
    const { bytes } = await test.send('POST', '/test/gauge/export', { token });
    const [row] = (await readSheet(bytes)).rows;
    expect([row?.cells[2], row?.cells[9]]).toEqual(['=HYPERLINK("http://x")', '@SUM(1)']);
  });

  it('has as many rows as the list', async () => {
    await test.app.pool.query(`insert into test_gauge (gauge_code, gauge_name, level, kind, status)
      select 'g' || n, 'gauge', 0, 'default', '0' from generate_series(1, 10500) n`);
    const { bytes } = await test.send('POST', '/test/gauge/export', { token });
    const { rows } = await readSheet(bytes);
    expect(rows).toHaveLength(10_500);
    expect(new Set(rows.map((row) => row.cells[1])).size).toBe(10_500);
  });

  it('without rows has its headings', async () => {
    const { bytes } = await test.send('POST', '/test/gauge/export', { token });
    expect(await readSheet(bytes)).toMatchObject({
      header: { length: fieldEntries(gauge).length },
      rows: [],
    });
  });
});

describe('the template', () => {
  it('has the writable columns in both spellings', async () => {
    const expected = fieldEntries(gauge)
      .filter(([, field]) => isWritable(field))
      .map(([name]) => translate('fr', fieldLabel(gauge, name)));
    const { body } = await test.send('GET', '/test/gauge/importTemplate?lang=fr_FR', { token });
    const path = `/common/download?fileName=${encodeURIComponent(body.msg)}`;
    for (const response of [
      await test.send('GET', path, { token }),
      await test.send('POST', '/test/gauge/importTemplate?lang=fr_FR', { token }),
    ]) {
      expect(decodeURIComponent(String(response.headers['download-filename']))).toContain(
        translate('fr', 'system.post.title'),
      );
      expect(await readSheet(response.bytes)).toEqual({ header: expected, rows: [] });
    }
  });
});
