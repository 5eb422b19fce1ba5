import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addDepartment } from '../../src/testing/people.ts';
import { makeUpload } from '../../src/testing/upload.ts';
import {
  familyGenerations,
  type JsonFields,
  make2xClient,
  make3xClient,
  nestedQuery,
  openWorkbook,
  responseData,
  responseList,
  responseRows,
} from './family-client.fixture.ts';

const t = await openTestApp();
const token = await t.login();
const [old, modern] = [make2xClient(t, token), make3xClient(t, token)];
afterAll(() => t.close());

const path = '/system/user';
const done = translate('zh', 'server.done');

beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await t.app.pool.query(`update sys_dept set leader = '老王' where dept_id = 110`);
  await t.app.pool.query(`insert into sys_post (post_id, post_code, post_name) values (1, 'a', '甲')`);
});

/** The body of the family's form: untouched fields are undefined. */
const form = (userName: string, more: JsonFields = {}): JsonFields => ({
  userId: undefined,
  deptId: 110,
  userName,
  nickName: userName,
  password: 'Given-word-1',
  phonenumber: undefined,
  email: undefined,
  sex: undefined,
  status: '0',
  remark: undefined,
  postIds: [],
  roleIds: [],
  ...more,
});

describe.each(familyGenerations)('a $generation client at the users', ({ generation, makeClient }) => {
  const client = makeClient(t, token);
  const userName = `client-${generation.replace('.', '')}`;
  const find = async (query: JsonFields = {}) =>
    responseRows(await client.get(`${path}/list`, { pageNum: 1, pageSize: 10, userName, ...query }))[0];

  it('reads the options of a new user, with and without a trailing slash', async () => {
    for (const address of [path, `${path}/`]) {
      const { roles, posts } = await client.get(address);
      expect(roles).toMatchObject([{ roleId: 1, roleName: '管理员', roleKey: 'admin', status: '0' }, {}, {}]);
      expect(posts).toMatchObject([{ postId: 1, postName: '甲' }]);
    }
  });

  it('adds a user and finds it by name, department and date', async () => {
    expect(await client.post(path, form(userName, { roleIds: [2], postIds: [1] }))).toMatchObject({
      code: 200,
      msg: done,
    });
    expect(await find({ deptId: 100, phonenumber: '', status: '' })).toMatchObject({
      userName,
      dept: { deptName: 'department 110', leader: '老王' },
      status: '0',
    });
    expect(await find({ deptId: 110 })).toBeDefined();
    const days = { beginTime: '2020-01-01', endTime: '2020-01-02' };
    expect(await find(generation === '2.x' ? days : { params: days })).toBeUndefined();
  });

  it('reads a user for the form and sends the complete row back', async () => {
    const userId = Number((await find())?.['userId']);
    const response = await client.get(`${path}/${userId}`);
    expect(response).toMatchObject({
      code: 200,
      postIds: [1],
      roleIds: [2],
      roles: [{}, {}, {}],
      posts: [{}],
    });
    const { data, roleIds, postIds } = response;
    const row = {
      ...(data as JsonFields),
      postIds,
      roleIds,
      password: '',
      params: {},
      roles: response['roles'],
    };
    expect(await client.put(path, { ...row, nickName: '改名', roleIds: [3] })).toEqual({
      code: 200,
      msg: done,
    });
    const after = await client.get(`${path}/${userId}`);
    expect(responseData(after)).toMatchObject({ userName, nickName: '改名' });
    expect(after['roleIds']).toEqual([3]);
  });

  it('changes the status, resets the password and unlocks the user', async () => {
    const userId = (await find())?.['userId'];
    await client.put(`${path}/changeStatus`, { userId, status: '1' });
    expect(await find()).toMatchObject({ status: '1' });
    await client.put(`${path}/changeStatus`, { userId, status: '0' });
    expect(await client.put(`${path}/resetPwd`, { userId, password: 'Second-word-2' })).toMatchObject({
      code: 200,
    });
    expect(await t.login(userName, 'Second-word-2')).toBeTruthy();
    expect(await client.get(`/monitor/logininfor/unlock/${userName}`)).toMatchObject({ code: 200 });
  });

  it('assigns roles by comma-separated ids in the query', async () => {
    const userId = (await find())?.['userId'];
    const { user, roles } = await client.get(`${path}/authRole/${String(userId)}`);
    expect(user).toMatchObject({ userName });
    expect((roles as JsonFields[]).map(({ roleId, flag }) => [roleId, flag])).toEqual([
      [1, false],
      [2, false],
      [3, true],
    ]);
    const sent = { userId, roleIds: '2,3' };
    const { body } = await t.send('PUT', `${path}/authRole?${nestedQuery(sent)}`, { token });
    expect(body).toEqual({ code: 200, msg: done });
  });

  it('deletes several users at once', async () => {
    const ids = [];
    for (const end of ['x', 'y']) {
      await client.post(path, form(`${userName}-${end}`));
      ids.push((await find({ userName: `${userName}-${end}` }))?.['userId']);
    }
    expect(await client.delete(`${path}/${ids.join(',')}`)).toEqual({ code: 200, msg: done });
    expect(await find({ userName: `${userName}-` })).toBeUndefined();
  });

  it('imports users, with the report and the passwords in msg', async () => {
    const header = ['登录名称', '用户名称', '部门编号'];
    const sheet = await makeUpload(header, [[`${userName}-sheet`, '表', 110]]);
    const { body } = await t.send('POST', `${path}/importData?updateSupport=0`, { token, ...sheet });
    expect(body).toMatchObject({ code: 200, data: { added: 1, failed: [] } });
    const password = /(\w{20})$/.exec(body.msg)?.[1] ?? '';
    expect(await t.login(`${userName}-sheet`, password)).toBeTruthy();
  });
});

describe('beside the list of users', () => {
  const heading = translate('zh', 'system.user.fields.userName');

  it('2.x downloads exports and templates by name', async () => {
    for (const below of ['/export?userName=admin', '/importTemplate']) {
      const { msg } = (await t.send('GET', path + below, { token })).body;
      const file = await t.send('GET', `/common/download?fileName=${encodeURIComponent(msg)}&delete=true`, {
        token,
      });
      expect(openWorkbook(file.bytes).header).toContain(heading);
    }
  });

  it('3.x receives exports and templates as blobs', async () => {
    for (const below of ['/export', '/importTemplate']) {
      const file = await t.send('POST', path + below, {
        token,
        payload: nestedQuery({ userName: 'admin', params: { beginTime: '2020-01-01' } }),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect(openWorkbook(file.bytes).header).toContain(heading);
    }
  });

  it('both generations read the tree of departments', async () => {
    for (const client of [old, modern]) {
      const [top] = responseList(await client.get(`${path}/deptTree`));
      expect(top).toMatchObject({ id: 100, label: 'Limpid', children: [{ id: 110 }] });
    }
  });
});
