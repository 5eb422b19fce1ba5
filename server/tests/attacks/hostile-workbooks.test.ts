import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { fullRounds } from '../../src/testing/full-rounds.ts';
import { measureChildren } from '../../src/testing/measure-children.ts';
import { soon } from '../../src/testing/soon.ts';
import { makeUpload, wrapFile } from '../../src/testing/upload.ts';
import { responseRows } from '../compatibility/family-client.fixture.ts';

const folder = new URL('../../../../shared/data/spreadsheets/', import.meta.url);
/** Files that differ from others only in what their cells say. */
const ordinary = /^(1904\.|Attendance|DateFormats|Employee|ErrorTypes|LONumbers|SampleSS\.xls$|gold|ragged)/;
const files = (existsSync(folder) ? readdirSync(folder) : []).filter(
  (name) => /\.xlsx?$/.test(name) && (fullRounds || !ordinary.test(name)),
);

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

type Upload = ReturnType<typeof wrapFile>;
async function importInto(path: string, upload: Upload, query = '') {
  return (await t.send('POST', `${path}/importData${query}`, { token, ...upload })).body;
}
const posts = async () => responseRows((await t.send('GET', '/system/post/list', { token })).body);

describe.skipIf(files.length === 0)(
  'workbooks of others (shared/data/spreadsheets, skipped when absent)',
  () => {
    const refusals: Record<string, string> = {
      'password.xls': errorText('sheet.encrypted'),
      'protected_passtika.xlsx': errorText('sheet.encrypted'),
      'xlsx-corrupted.xlsx': errorText('sheet.corrupt'),
      'poc-xmlbomb.xlsx': errorText('sheet.corrupt'),
      'missing-bits.xlsx': errorText('sheet.corrupt'),
      '1904DateWindowing.xls': errorText('sheet.empty'),
      'invalid-xml.xlsx': errorText('sheet.empty'),
    };
    const label = translate('zh', 'system.user.fields.userName');
    const noColumn = errorText('sheet.columns_missing', { label });
    const users = async () => responseRows((await t.send('GET', '/system/user/list', { token })).body);

    /** Imports like a browser: receives an id at once and polls for the outcome. */
    async function importUsers(name: string): Promise<WorkRow> {
      const file = wrapFile(readFileSync(new URL(name, folder)), 'file', name);
      const { body } = await t.send('POST', '/system/user/importWork', { token, ...file });
      const { id } = body['data'] as { id: string };
      const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
      await soon(async () => (await read()).state).not.toBe('running');
      return read();
    }

    it.each(files)(
      '%s is refused in clear words, with little work and memory, and stores nothing',
      async (name) => {
        let row: WorkRow | undefined;
        const { megabytes, seconds } = await measureChildren(async () => {
          row = await importUsers(name);
        });
        expect(row).toMatchObject({ state: 'failed', problem: refusals[name] ?? noColumn });
        // Node itself needs 50 MB.
        expect(megabytes).toBeLessThan(250);
        expect(seconds).toBeLessThan(10);
        expect(await users()).toHaveLength(1);
      },
    );
  },
);

describe('a file that is not a workbook', () => {
  it.each([
    ['an empty file', Buffer.alloc(0)],
    ['text', Buffer.from('postCode,postName\na,b\n')],
    ['a page', Buffer.from('<html><table><tr><td>postCode</td></tr></table></html>')],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
    ['a program', Buffer.from('MZ\x90\0\x03')],
  ])('(%s) is rejected regardless of its name', async (_what, bytes) => {
    const body = await importInto('/system/post', wrapFile(bytes, 'file', 'posts.xlsx'));
    expect(body).toEqual({ code: 500, msg: errorText('sheet.not_a_sheet') });
  });

  it.each([
    ['the first bytes of a zip', Buffer.from('PK\x03\x04')],
    ['a zip of nothing', Buffer.from(`504b0506${'00'.repeat(18)}`, 'hex')],
    ['the first bytes of an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ])('(%s) is rejected with a clear message', async (_what, bytes) => {
    const body = await importInto('/system/post', wrapFile(bytes, 'file', 'posts.xls'));
    expect(body.code).toBe(500);
    expect([errorText('sheet.corrupt'), errorText('sheet.not_a_sheet'), errorText('sheet.empty')]).toContain(
      body.msg,
    );
  });

  it('is never read from the path in its name', async () => {
    const template = await t.send('POST', '/system/post/importTemplate', { token });
    const body = await importInto('/system/post', wrapFile(template.bytes, 'file', '../../../etc/passwd'));
    expect(body).toEqual({ code: 500, msg: errorText('sheet.empty') });
  });
});

describe('an import', () => {
  it('imports the valid rows and reports each invalid one', async () => {
    const sheet = await makeUpload(
      ['岗位编码', 'Name', 'postSort', 'État'],
      [
        ['a', '甲', 1, '正常'],
        ['', '乙', 1, 'Disabled'],
        ['c', '丙', 'x', '0'],
        ['d', '甲', 1, null],
        ['a', '丁', 1, null],
        ['e', '戊', 1, 'Peut-être'],
        ['f', '己', 7, 'désactivé'],
      ],
    );
    const { data, msg } = await importInto('/system/post', sheet, '?lang=en_US');
    const label = (field: string) => translate('en', `system.post.fields.${field}`);
    const formatReason = (key: string, field: string) =>
      translate('en', `errors.field.${key}`, { label: label(field) });
    const failed = [
      { line: 3, name: '乙', reason: formatReason('required', 'postCode') },
      { line: 4, name: '丙', reason: formatReason('integer', 'postSort') },
      { line: 5, name: '甲', reason: formatReason('taken', 'postName') },
      { line: 6, name: '丁', reason: formatReason('taken', 'postCode') },
      { line: 7, name: '戊', reason: formatReason('choice', 'status') },
    ];
    expect(data).toEqual({ added: 2, updated: 0, failed });
    expect(msg.split('<br/>')).toHaveLength(6);
    expect((await posts()).map(({ postCode, status }) => [postCode, status])).toEqual([
      ['a', '0'],
      ['f', '1'],
    ]);
  });

  it('changes existing rows only on request', async () => {
    const sheet = await makeUpload(['postCode', 'postName', 'postSort'], [['a', '新', 9]]);
    const refused = await importInto('/system/post', sheet);
    expect(refused['data']).toMatchObject({ updated: 0, failed: [{ line: 2 }] });
    const done = await importInto('/system/post', sheet, '?updateSupport=true');
    expect(done['data']).toEqual({ added: 0, updated: 1, failed: [] });
    expect((await posts()).find(({ postCode }) => postCode === 'a')).toMatchObject({
      postName: '新',
      postSort: 9,
    });
  });

  it('applies the rules of its resource and clears its cache', async () => {
    const head = ['dictType', 'dictLabel', 'dictValue', 'dictSort'];
    const sheet = await makeUpload(head, [
      ['sys_yes_no', '也许', 'M', 3],
      ['no_such_type', 'x', 'x', 1],
      ['Bad Type', 'x', 'x', 1],
    ]);
    const serve = async () =>
      (await t.send('GET', '/system/dict/data/type/sys_yes_no', { token })).bytes.toString();
    expect(await serve()).not.toContain('也许');
    const { data } = await importInto('/system/dict/data', sheet);
    expect(data).toMatchObject({ added: 1, failed: [{ line: 3 }, { line: 4 }] });
    expect(await serve()).toContain('也许');
  });

  it('ignores read-only columns', async () => {
    const head = ['postId', 'postCode', 'postName', 'postSort', 'createTime', 'createBy', '__proto__'];
    const sheet = await makeUpload(head, [[1, 'z', '末', 99, '2000-01-01 00:00:00', 'x', 'x']]);
    expect((await importInto('/system/post', sheet))['data']).toMatchObject({ added: 1, failed: [] });
    const { rows } = await t.app.pool.query(
      `select post_id > 99 as numbered, create_by from sys_post where post_code = 'z'`,
    );
    expect(rows).toEqual([{ numbered: true, create_by: 'admin' }]);
  });
});
