import { afterAll, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';

const t = await openTestApp();
afterAll(() => t.close());

const path = '/system/user/profile';
const done = { code: 200, msg: translate('zh', 'server.done') };
let count = 0;

/** Adds a user and logs in. */
async function arrive() {
  const name = `person-${count++}`;
  const userId = await addPerson(t, name, [{ permissions: [] }]);
  return { name, userId, token: await t.login(name, personPassword) };
}

const read = async (token: string) => (await t.send('GET', path, { token })).body;
const edit = async (token: string, json: object) => (await t.send('PUT', path, { token, json })).body;
const stored = async (userId: number) =>
  (await t.app.pool.query('select * from sys_user where user_id = $1', [userId])).rows[0];

function refusal(key: string, field: string, params = {}) {
  const label = translate('zh', `system.profile.fields.${field}`);
  return { code: 500, field, msg: translate('zh', `errors.field.${key}`, { label, ...params }) };
}

describe('the profile of the caller', () => {
  it('contains department, roles and posts, and no password', async () => {
    const { name, userId, token } = await arrive();
    await t.app.pool.query('insert into sys_user_role values ($1, 2), ($1, 3)', [userId]);
    await t.app.pool.query(`insert into sys_post (post_id, post_code, post_name, post_sort)
      values (901, 'second', 'Second', 2), (902, 'first', 'First', 1)`);
    await t.app.pool.query('insert into sys_user_post values ($1, 901), ($1, 902)', [userId]);
    const { data, ...groups } = await read(token);
    const own = `role of ${name}`;
    expect(groups).toEqual({ ...done, roleGroup: `${own},值班员,只读`, postGroup: 'First,Second' });
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(data).toEqual({
      userId,
      userName: name,
      nickName: name,
      email: null,
      phonenumber: null,
      sex: '2',
      avatar: '',
      deptId: 100,
      dept: { deptId: 100, deptName: 'Limpid' },
      createTime: time,
      loginIp: '127.0.0.1',
      loginDate: time,
    });
  });

  it('contains enabled roles only, and empty texts without any', async () => {
    const { userId, token } = await arrive();
    await t.app.pool.query(
      `update sys_role set status = '1' where role_id in (select role_id from sys_user_role where user_id = $1)`,
      [userId],
    );
    await t.app.pool.query('update sys_user set dept_id = null where user_id = $1', [userId]);
    const dept = { deptId: null, deptName: null };
    expect(await read(token)).toMatchObject({ data: { deptId: null, dept }, roleGroup: '', postGroup: '' });
  });
});

describe('changing the profile', () => {
  it('stores the four fields trimmed, with author and time', async () => {
    const { name, userId, token } = await arrive();
    const json = { nickName: ' Lin ', email: ' Lin@example.org', phonenumber: '+86 138-0013 8000', sex: '1' };
    expect(await edit(token, json)).toEqual(done);
    const row = await stored(userId);
    expect(row).toMatchObject({
      nick_name: 'Lin',
      email: 'Lin@example.org',
      phonenumber: '+86 138-0013 8000',
      sex: '1',
      update_by: name,
    });
    expect(row.update_time).not.toBeNull();
  });

  it('keeps missing fields, and empties fields sent empty', async () => {
    const { userId, token } = await arrive();
    await edit(token, { nickName: 'A', email: 'kept@example.org', phonenumber: '5550001' });
    await edit(token, { nickName: 'B', phonenumber: '' });
    expect(await stored(userId)).toMatchObject({
      nick_name: 'B',
      email: 'kept@example.org',
      phonenumber: null,
    });
  });

  it('changes no other field and no other user', async () => {
    const { userId, token, name } = await arrive();
    const victim = await arrive();
    const before = { me: await stored(userId), victim: await stored(victim.userId), admin: await stored(1) };
    const others = { userId: victim.userId, user_id: 1, userName: 'admin', loginName: 'admin', deptId: 1 };
    const rights = { roleIds: [1], roles: [{ roleId: 1 }], postIds: [1], status: '1', delFlag: '2' };
    const rest = { password: 'taken', mustChangePassword: true, avatar: '/common/file/x', remark: 'x' };
    const json = { nickName: name, ...others, ...rights, ...rest };
    expect(await edit(token, json)).toEqual(done);
    expect(await stored(victim.userId)).toEqual(before.victim);
    expect(await stored(1)).toEqual(before.admin);
    const after = await stored(userId);
    expect(after).toEqual({ ...before.me, update_by: name, update_time: after.update_time });
    const roles = await t.app.pool.query('select role_id from sys_user_role where user_id = $1', [userId]);
    expect(roles.rows.map((row) => row.role_id)).not.toContain(1);
    expect(await t.login(name, personPassword)).toBeTruthy();
  });

  it.each([
    [{ nickName: ' ' }, refusal('required', 'nickName')],
    [{ nickName: 'x'.repeat(31) }, refusal('max', 'nickName', { limit: 30 })],
    [{ nickName: '<b>x</b>' }, refusal('markup', 'nickName')],
    [{ nickName: 'x', email: 'nobody' }, refusal('pattern', 'email')],
    [{ nickName: 'x', email: 'a b@example.org' }, refusal('pattern', 'email')],
    [{ nickName: 'x', email: 'a@b' }, refusal('pattern', 'email')],
    [{ nickName: 'x', email: 'a@b..org' }, refusal('pattern', 'email')],
    [{ nickName: 'x', email: '<a>@b.org' }, refusal('pattern', 'email')],
    [{ nickName: 'x', email: `${'x'.repeat(50)}@b.org` }, refusal('max', 'email', { limit: 50 })],
    [{ nickName: 'x', phonenumber: 'call me' }, refusal('pattern', 'phonenumber')],
    [{ nickName: 'x', phonenumber: '+-+' }, refusal('pattern', 'phonenumber')],
    [{ nickName: 'x', phonenumber: '1'.repeat(21) }, refusal('max', 'phonenumber', { limit: 20 })],
    [{ nickName: 'x', sex: '7' }, refusal('choice', 'sex')],
  ])('refuses %j', async (json, expected) => {
    const { userId, token } = await arrive();
    const before = await stored(userId);
    expect(await edit(token, json)).toEqual(expected);
    expect(await stored(userId)).toEqual(before);
  });

  it('does not reveal phones and e-mails of users whom the caller may not see', async () => {
    const [first, second] = [await arrive(), await arrive()];
    const contacts = { nickName: 'A', email: 'One@Example.org', phonenumber: '5550002' };
    expect(await edit(first.token, contacts)).toEqual(done);
    expect(await edit(second.token, contacts)).toEqual(done);
    expect(await edit(second.token, { ...contacts, phonenumber: '5550003' })).toEqual(done);
  });

  it('rejects a phone or e-mail of a visible user, regardless of case, until that user is deleted', async () => {
    const permissions = ['system:user:list'];
    await addDepartment(t, 940, 100, [0, 100]);
    const first = await arrive();
    const inside = await addPerson(t, 'inside', [{ permissions, dataScope: '3' }]);
    await addPerson(t, 'outside', [{ permissions, dataScope: '3' }], 940);
    const [near, far] = [await t.login('inside', personPassword), await t.login('outside', personPassword)];
    await edit(first.token, { nickName: 'A', email: 'Two@Example.org', phonenumber: '5550004' });
    const phone = { nickName: 'B', phonenumber: '5550004' };
    const email = { nickName: 'B', email: 'tWO@example.ORG' };
    expect(await edit(near, phone)).toEqual(refusal('taken', 'phonenumber'));
    expect(await edit(near, email)).toEqual(refusal('taken', 'email'));
    expect(await edit(far, { ...phone, ...email })).toEqual(done);
    expect(await edit(first.token, { nickName: 'A', email: 'two@example.org' })).toEqual(done);
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_id = $1`, [first.userId]);
    expect(await edit(near, { ...phone, ...email })).toEqual(done);
    expect(await stored(inside)).toMatchObject({ phonenumber: '5550004' });
  });

  it('gives a free e-mail to only one of two concurrent requests', async () => {
    const tokens = await Promise.all(
      ['racer-1', 'racer-2'].map(async (name) => {
        await addPerson(t, name, [{ permissions: ['system:user:list'] }]);
        return t.login(name, personPassword);
      }),
    );
    const json = { nickName: 'x', email: 'race@example.org' };
    const codes = await Promise.all(tokens.map(async (token) => (await edit(token, json)).code));
    expect(codes.sort()).toEqual([200, 500]);
  });

  it('is logged as an operation', async () => {
    const { name, token } = await arrive();
    await edit(token, { nickName: 'x', sex: '0' });
    await edit(token, { nickName: 'x', email: 'nobody' });
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      'select title, business_type, status from sys_oper_log where oper_name = $1 order by status',
      [name],
    );
    const entry = { title: 'system.profile.title', business_type: 2 };
    expect(rows).toEqual([
      { ...entry, status: 0 },
      { ...entry, status: 1 },
    ]);
  });
});

describe('a screen preference', () => {
  const choose = async (token: string, json: object) =>
    (await t.send('PUT', `${path}/choice`, { token, json })).body;
  const choices = async (token: string) => (await t.send('GET', '/getInfo', { token })).body['choices'];

  it('is stored per user, and returned at every login', async () => {
    const { name, token } = await arrive();
    const other = await arrive();
    expect(await choices(token)).toEqual({});
    expect(await choose(token, { key: 'pageSize', value: '50' })).toEqual(done);
    expect(await choose(token, { key: 'pageSize', value: '10' })).toEqual(done);
    expect(
      await choose(token, { key: 'hidden:/system/user', value: '["email"]', userId: other.userId }),
    ).toEqual(done);
    const kept = { pageSize: '10', 'hidden:/system/user': '["email"]' };
    expect(await choices(await t.login(name, personPassword))).toEqual(kept);
    expect(await choices(other.token)).toEqual({});
  });

  it.each([
    ['without a key', { value: '1' }],
    ['with a key too long', { key: 'k'.repeat(101), value: '1' }],
    ['too long', { key: 'k', value: 'v'.repeat(4001) }],
  ])('with %s is rejected', async (_, json) => {
    const { token } = await arrive();
    expect((await choose(token, json)).code).toBe(500);
    expect(await choices(token)).toEqual({});
  });

  it('is not stored beyond the limit, but stored ones can be changed', async () => {
    const { userId, token } = await arrive();
    await t.app.pool.query(
      `insert into user_choice select $1, 'key-' || n, '1' from generate_series(1, 500) n`,
      [userId],
    );
    expect(await choose(token, { key: 'one-more', value: '1' })).toEqual(done);
    expect(await choose(token, { key: 'key-7', value: '2' })).toEqual(done);
    const kept = Object.entries(Object(await choices(token)));
    expect(kept).toHaveLength(500);
    expect(kept).toContainEqual(['key-7', '2']);
  });
});

describe('the profile page', () => {
  it('needs a session, and is read-only while the password must be changed', async () => {
    const { userId, token } = await arrive();
    await t.app.pool.query('update sys_user set must_change_password = true where user_id = $1', [userId]);
    expect((await t.send('GET', path)).body.code).toBe(401);
    expect((await t.send('GET', path, { token })).body.code).toBe(200);
    const calls = [
      ['PUT', path],
      ['PUT', `${path}/choice`],
      ['POST', `${path}/avatar`],
      ['GET', `${path}/sessions`],
      ['DELETE', `${path}/sessions`],
      ['DELETE', `${path}/sessions/x`],
    ] as const;
    for (const [method, url] of calls) {
      expect((await t.send(method, url)).body.code, url).toBe(401);
      expect((await t.send(method, url, { token })).body.code, url).toBe(403);
    }
  });
});
