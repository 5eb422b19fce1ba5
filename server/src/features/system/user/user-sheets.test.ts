import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport } from '@limpid/contract/kit/resource-endpoints';
import type { WorkRow } from '@limpid/contract/work';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type JsonFields,
  openWorkbook,
  responseRows,
} from '../../../../tests/compatibility/family-client.fixture.ts';
import type { Cell } from '../../../platform/sheets/cell.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment } from '../../../testing/people.ts';
import { soon } from '../../../testing/soon.ts';
import { makeUpload, wrapFile } from '../../../testing/upload.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const path = '/system/user';
const label = (field: string) => translate('zh', `system.user.fields.${field}`);
const names = ['userName', 'nickName'];

/** 100 ─ 110 ─ 111, 100 ─ 120 ─ 121; 111 and 121 have the same name. */
beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
  await addDepartment(t, 111, 110, [0, 100, 110]);
  await addDepartment(t, 121, 120, [0, 100, 120]);
  await t.app.pool.query(`update sys_dept set dept_name = '一班' where dept_id in (111, 121)`);
});

async function importSheet(header: string[], rows: Cell[][], query = '') {
  const sheet = await makeUpload(header, rows);
  const { body } = await t.send('POST', `${path}/importData?${query}`, { token, ...sheet });
  return { msg: body.msg, report: body['data'] as ImportReport };
}
const find = async (userName: string) =>
  responseRows((await t.send('GET', `${path}/list?userName=${userName}`, { token })).body)[0];

async function work(header: string[], rows: Cell[][]): Promise<WorkRow> {
  const sheet = await makeUpload(header, rows);
  const { body } = await t.send('POST', `${path}/importWork?updateSupport=true`, { token, ...sheet });
  const { id } = body['data'] as { id: string };
  const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as WorkRow;
  await soon(async () => (await read()).state).not.toBe('running');
  return read();
}

describe('users of a sheet', () => {
  it('get a password each that is returned once, works for one login, and is not stored', async () => {
    const { msg, report } = await importSheet(names, [
      ['sheet-a', '甲'],
      ['sheet-b', '乙'],
    ]);
    expect(report).toMatchObject({ added: 2, updated: 0, failed: [] });
    const secrets = report.secrets ?? [];
    expect(secrets.map(({ line, name }) => [line, name])).toEqual([
      [2, 'sheet-a'],
      [3, 'sheet-b'],
    ]);
    for (const row of secrets) {
      expect(row.secret).toMatch(/^\w{20}$/);
      expect(msg).toContain(translate('zh', 'server.importedSecret', row));
      const own = await t.login(row.name, row.secret);
      const info = await t.send('GET', '/getInfo', { token: own });
      expect(info.body['isDefaultModifyPwd']).toBe(true);
    }
    await soon(async () => (await t.app.pool.query('select from sys_oper_log')).rowCount).toBeGreaterThan(0);
    const { rows } = await t.app.pool.query(
      `select json_result as text from sys_oper_log union all select password from sys_user
      union all select report::text from work`,
    );
    for (const { secret } of secrets) expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('get their department by id, name or path, else that of the caller', async () => {
    const { report } = await importSheet(
      [...names, label('deptId')],
      [
        ['dept-a', 'a', 110],
        ['dept-b', 'b', 'department 120'],
        ['dept-c', 'c', 'Limpid/department 110/一班'],
        ['dept-d', 'd', '一班'],
        ['dept-e', 'e', '二班'],
        ['dept-f', 'f', ''],
        ['dept-g', 'g', '999'],
      ],
    );
    expect(report.failed).toEqual([
      { line: 5, name: 'dept-d', reason: errorText('user.department_ambiguous', { name: '一班' }) },
      { line: 6, name: 'dept-e', reason: errorText('user.department_unknown', { name: '二班' }) },
      { line: 8, name: 'dept-g', reason: errorText('field.choice', { label: label('deptId') }) },
    ]);
    const places = await Promise.all(['dept-a', 'dept-b', 'dept-c', 'dept-f'].map(find));
    expect(places.map((row) => row?.['deptId'])).toEqual([110, 120, 111, 100]);
  });

  it('that exist are rejected, or updated on request, and keep their department and password', async () => {
    await importSheet([...names, 'deptId'], [['again', '旧', 110]]);
    const rows: Cell[][] = [['again', '新', 120, '女', '停用']];
    const header = [...names, 'deptId', label('sex'), label('status')];
    const taken = { line: 2, name: 'again', reason: errorText('field.taken', { label: label('userName') }) };
    expect((await importSheet(header, rows)).report).toEqual({ added: 0, updated: 0, failed: [taken] });
    const { report } = await importSheet(header, rows, 'updateSupport=1');
    expect(report).toEqual({ added: 0, updated: 1, failed: [] });
    expect(await find('again')).toMatchObject({ nickName: '新', deptId: 110, sex: '1', status: '1' });
  });

  it('get posts and roles by name; an unknown name fails the row, an empty cell changes nothing', async () => {
    await t.app.pool.query(
      `insert into sys_post (post_id, post_code, post_name, post_sort) values (901, 'sheet-1', '采样, 一线', 901),
        (902, 'sheet-2', '巡检岗', 902)`,
    );
    const { rows } = await t.app.pool.query(
      'select role_name from sys_role where role_id in (2, 3) order by role_sort',
    );
    const [operator, viewer] = rows.map((row) => String(row.role_name));
    const header = [...names, label('postIds'), label('roleIds')];
    const { report } = await importSheet(header, [
      ['linked-a', 'a', '巡检岗', `${viewer}，${operator}`],
      ['linked-b', 'b', '采样, 一线', ''],
      ['linked-c', 'c', '巡检岗、没有这个岗位', ''],
      ['linked-d', 'd', '', '没有这个角色'],
    ]);
    const unknown = (field: string, name: string) =>
      errorText('sheet.unknown_name', { label: label(field), name });
    expect(report.failed.map(({ line, reason }) => [line, reason])).toEqual([
      [4, unknown('postIds', '没有这个岗位')],
      [5, unknown('roleIds', '没有这个角色')],
    ]);
    expect(await find('linked-a')).toMatchObject({
      postNames: '巡检岗',
      roleNames: `${operator}, ${viewer}`,
    });
    expect(await find('linked-b')).toMatchObject({ postNames: '采样, 一线', roleNames: null });

    const again = await importSheet(header, [['linked-a', 'a2', '', operator ?? '']], 'updateSupport=1');
    expect(again.report.updated).toBe(1);
    expect(await find('linked-a')).toMatchObject({
      nickName: 'a2',
      postNames: '巡检岗',
      roleNames: operator,
    });
  });

  it('can be exported with posts and roles and imported again unchanged', async () => {
    const file = await t.send('POST', `${path}/export?userName=linked-`, { token });
    const { header, rows } = openWorkbook(file.bytes);
    expect(rows.map((row) => [row[label('userName')], row[label('postIds')]])).toEqual([
      ['linked-a', '巡检岗'],
      ['linked-b', '采样, 一线'],
    ]);
    const cells = rows.map((row) => header.map((heading) => (row[heading] ?? null) as Cell));
    expect((await importSheet(header, cells, 'updateSupport=1')).report).toEqual({
      added: 0,
      updated: 2,
      failed: [],
    });
    const template = await t.send('POST', `${path}/importTemplate`, { token });
    expect(openWorkbook(template.bytes).header).toEqual(
      expect.arrayContaining([label('postIds'), label('roleIds')]),
    );
  });

  it('are imported despite invalid rows, and duplicates within the sheet are reported', async () => {
    const { report } = await importSheet(
      [...names, 'email', 'phonenumber'],
      [
        ['mixed-a', 'a', 'same@example.org', ''],
        ['mixed-b', 'b', 'Same@example.org', ''],
        ['mixed-a', 'c', '', ''],
        ['MIXED-A', 'd', '', ''],
        ['<b>', 'e', '', ''],
        ['', 'f', '', ''],
        ['mixed-g', '', '', ''],
        ['mixed-h', 'h', 'no address', ''],
        ['mixed-i', 'i', '', '=1+1'],
        ['mixed-j', '@SUM(A1)', '', ''],
      ],
    );
    const why = (key: string, field: string) => errorText(`field.${key}`, { label: label(field) });
    expect(report.added).toBe(2);
    expect(report.failed.map(({ line, reason }) => [line, reason])).toEqual([
      [3, why('taken', 'email')],
      [4, why('taken', 'userName')],
      [5, why('taken', 'userName')],
      [6, expect.stringContaining(label('userName'))],
      [7, why('required', 'userName')],
      [8, why('required', 'nickName')],
      [9, expect.stringContaining(label('email'))],
      [10, expect.stringContaining(label('phonenumber'))],
    ]);
  });

  it('cannot have reserved or look-alike names', async () => {
    const { report } = await importSheet(names, [
      ['dеmo', 'a'],
      ['nina', 'b'],
      ['ninа', 'c'],
    ]);
    expect(report.added).toBe(1);
    expect(report.failed.map(({ line, reason }) => [line, reason])).toEqual([
      [2, errorText('user.name_reserved', { name: 'dеmo' })],
      [4, errorText('user.name_alike', { name: 'ninа' })],
    ]);
  });

  it('can have the headings of the family, where 用户名称 is the nickname', async () => {
    const header = ['部门编号', '登录名称', '用户名称', '用户邮箱', '手机号码', '用户性别', '账号状态'];
    const row = ['110', 'family-row', '家人', 'family@example.org', '13900000000', '男', '正常'];
    expect((await importSheet(header, [row])).report).toMatchObject({ added: 1, failed: [] });
    expect(await find('family-row')).toMatchObject({
      nickName: '家人',
      deptId: 110,
      email: 'family@example.org',
      phonenumber: '13900000000',
      sex: '0',
    });
  });

  it.each<[string, Buffer, string, object?]>([
    ['another file type', Buffer.from('userName,nickName\na,b\n'), 'sheet.not_a_sheet'],
    ['an empty file', Buffer.alloc(0), 'sheet.not_a_sheet'],
  ])('are rejected with a clear message in %s', async (_, bytes, key) => {
    const { body } = await t.send('POST', `${path}/importData`, {
      token,
      ...wrapFile(bytes, 'file', 'a.xlsx'),
    });
    expect(body).toEqual({ code: 500, msg: errorText(key) });
  });

  it('do not include 100,000 empty rows', async () => {
    const blank: Cell[][] = Array.from({ length: 100_000 }, () => [null, null]);
    const sheet = await makeUpload(names, [['early', 'e'], ...blank, ['late', 'l']]);
    const { body } = await t.send('POST', `${path}/importData`, { token, ...sheet });
    expect(body['data']).toMatchObject({ added: 2, failed: [] });
  });
});

describe('the result of an import', () => {
  const headings = ['line', 'name', 'result', 'reason'].map((key) =>
    translate('zh', `server.importResult.${key}`),
  );
  const secretHeading = translate('zh', 'server.importResult.secret');
  const fetchFile = (id: string) => t.send('GET', `/common/work/${id}/file`, { token });
  const kept = () => readdir(join(t.app.config.dataDir, 'work'));

  it('is a sheet with all rows and passwords, which can be downloaded once', async () => {
    await importSheet(names, [['known', '旧']]);
    const row = await work(names, [
      ['known', '新'],
      ['unknown', '新'],
      ['', '无'],
    ]);
    expect(row.report).toMatchObject({ added: 1, updated: 1, failed: [{ line: 4 }], secretsInFile: 1 });
    expect(row.report).not.toHaveProperty('secrets');
    expect(row.fileName).toBe(`${translate('zh', 'server.importResult.file', { title: '用户' })}.xlsx`);
    const { header, rows } = openWorkbook((await fetchFile(row.id)).bytes);
    expect(header).toEqual([...headings, secretHeading]);
    const cells = (values: JsonFields) =>
      [...headings, secretHeading].map((heading) => values[heading] ?? null);
    const secret = String(rows[1]?.[secretHeading]);
    expect(rows.map(cells)).toEqual([
      [2, 'known', '已更新', null, null],
      [3, 'unknown', '已新增', null, secret],
      [4, null, '失败', errorText('field.required', { label: label('userName') }), null],
    ]);
    expect(await t.login('unknown', secret)).toBeTruthy();
    expect((await fetchFile(row.id)).body).toEqual({ code: 500, msg: errorText('file.gone') });
    expect(await kept()).toEqual([]);
    const { body } = await t.send('GET', `/common/work/${row.id}`, { token });
    expect(body['data']).toMatchObject({ state: 'done', fileName: null });
  });

  it('can be downloaded again if it contains no password', async () => {
    const row = await work(names, [['known', '再']]);
    expect(row.report).toMatchObject({ updated: 1 });
    const readHeader = async () => openWorkbook((await fetchFile(row.id)).bytes).header;
    expect([await readHeader(), await readHeader()]).toEqual([headings, headings]);
    await t.send('DELETE', `/common/work/${row.id}`, { token });
    expect(await kept()).toEqual([]);
  });

  it('with passwords expires, and only one of two concurrent requests gets it', async () => {
    const forgotten = await work(names, [['forgotten', 'f']]);
    await t.send('DELETE', `/common/work/${forgotten.id}`, { token });
    expect(await kept()).toEqual([]);
    const row = await work(names, [['racing', 'r']]);
    const responses = await Promise.all([fetchFile(row.id), fetchFile(row.id), fetchFile(row.id)]);
    expect(responses.map(({ body }) => body.code).sort()).toEqual([0, 500, 500]);
  });
});

describe('the export of users', () => {
  it('has the columns of the family, the department by name, and no password', async () => {
    await t.app.pool.query(`update sys_dept set leader = '老王' where dept_id = 110`);
    await importSheet([...names, 'deptId', 'sex'], [['exported', '=1+1', 110, '女']]);
    const file = await t.send('POST', `${path}/export?userName=exported`, { token });
    const { header, rows } = openWorkbook(file.bytes);
    const named = [
      'userName',
      'nickName',
      'deptId',
      'status',
      'phonenumber',
      'email',
      'sex',
      'postIds',
      'roleIds',
    ].map(label);
    const kit = ['id', 'remark', 'createTime'].map((field) => translate('zh', `kit.fields.${field}`));
    const [number = '', remark = '', created = ''] = kit;
    const more = ['leader', 'loginIp', 'loginDate'].map(label);
    expect(header).toEqual([number, ...named, remark, ...more, created]);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      [label('userName')]: 'exported',
      [label('deptId')]: 'department 110',
      [label('leader')]: '老王',
      [label('sex')]: '女',
      [label('status')]: '正常',
    });
    expect(String(rows[0]?.[label('nickName')])).toMatch(/^.=1\+1$/);
  });

  it('contains the users of the data scope, filtered like the list', async () => {
    const file = await t.send('POST', `${path}/export`, {
      token,
      payload: 'deptId=110&userName=dept-',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const found = openWorkbook(file.bytes).rows.map((row) => row[label('userName')]);
    expect(found).toEqual(['dept-a', 'dept-c']);
  });
});
