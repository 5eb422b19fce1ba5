import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../testing/people.ts';

interface OnlineRow {
  tokenId: string;
  userName: string;
  deptName: string;
  ipaddr: string;
  browser: string;
  loginTime: string;
}

const permissions = ['monitor:online:list', 'monitor:online:forceLogout'];
let here: TestApp;
let there: TestApp;
let admin: string;
let guard: string;

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({}, { connection: here.connection });
  await addDepartment(here, 200, 100, [0, 100]);
  await addDepartment(here, 300, 100, [0, 100]);
  await addPerson(here, 'guard', [{ permissions, dataScope: '4' }], 200);
  await addPerson(here, 'north', [], 200);
  await addPerson(here, 'south', [{ permissions: ['system:post:list'] }], 300);
  admin = await here.login();
  guard = await here.login('guard', personPassword);
});

afterAll(async () => {
  await there.close();
  await here.close();
});

async function list(token: string, query = ''): Promise<OnlineRow[]> {
  const { body } = await here.send('GET', `/monitor/online/list${query}`, { token });
  expect(body.code).toBe(200);
  return body['rows'] as OnlineRow[];
}

async function sessionOf(userName: string): Promise<string> {
  return (await list(admin, `?userName=${userName}`))[0]?.tokenId ?? '';
}

const end = (token: string, tokenId: string) => here.send('DELETE', `/monitor/online/${tokenId}`, { token });

describe('online users', () => {
  it('are listed from every process, with device, address and times, without tokens', async () => {
    const north = await there.login('north', personPassword);
    const [row] = await list(admin, '?userName=north&ipaddr=127');
    expect(row).toMatchObject({ userName: 'north', ipaddr: '127.0.0.1', loginLocation: '内网地址' });
    expect(row?.loginTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(JSON.stringify(row)).not.toContain(north);
  });

  it('are limited to the data scope', async () => {
    await here.login('south', personPassword);
    const names = new Set((await list(guard)).map(({ userName }) => userName));
    expect([...names].sort()).toEqual(['guard', 'north']);
  });

  it('are returned without paging if no page is requested, and by id with the permission to view', async () => {
    await here.app.pool.query(
      `insert into session (token_hash, user_id, created_at, last_used_at, expires_at, address, browser, os)
       select sha256(i::text::bytea), 1, limpid_now(), limpid_now(), limpid_now() + '1 hour', 'many', '', '' from generate_series(1, 60) i`,
    );
    const many = await list(admin, '?ipaddr=many');
    expect(many).toHaveLength(60);
    expect(await list(admin, '?ipaddr=many&pageSize=10')).toHaveLength(10);
    const one = await here.send('GET', `/monitor/online/${many[0]?.tokenId}`, { token: admin });
    expect(one.body['data']).toMatchObject({ userName: 'admin', ipaddr: 'many' });
    await here.app.pool.query(`delete from session where address = 'many'`);
  });

  it('do not include expired sessions', async () => {
    await here.login('south', personPassword);
    await here.app.pool.query(`update session set expires_at = limpid_now() where user_id =
      (select user_id from sys_user where user_name = 'south')`);
    expect(await list(admin, '?userName=south')).toEqual([]);
  });
});

describe('a forced logout', () => {
  it('takes effect at the next request, also in the other process', async () => {
    const north = await there.login('north', personPassword);
    expect((await there.send('GET', '/getInfo', { token: north })).body.code).toBe(200);
    expect((await end(guard, await sessionOf('north'))).body.code).toBe(200);
    expect((await there.send('GET', '/getInfo', { token: north })).body.code).toBe(401);
    expect((await here.send('GET', '/getInfo', { token: north })).body.code).toBe(401);
  });

  it('is limited to the data scope, and needs its own permission', async () => {
    const south = await here.login('south', personPassword);
    const north = await here.login('north', personPassword);
    const target = await sessionOf('south');
    expect((await end(guard, target)).body).toMatchObject({ code: 500, msg: expect.any(String) });
    expect((await end(north, target)).body.code).toBe(403);
    expect((await here.send('GET', '/getInfo', { token: south })).body.code).toBe(200);
  });

  it('of the first administrator is possible for administrators only', async () => {
    await addPerson(here, 'chief', [{ permissions, dataScope: '1' }]);
    const chief = await here.login('chief', personPassword);
    const other = await here.login();
    const target = (await list(admin, '?userName=admin'))[0]?.tokenId ?? '';
    expect((await end(chief, target)).body.code).toBe(500);
    expect((await here.send('GET', '/getInfo', { token: other })).body.code).toBe(200);
  });

  it('of a user who holds more is rejected, alone or with others', async () => {
    const rights = [...permissions, 'monitor:online:batchLogout'];
    await addPerson(here, 'captain', [{ permissions: rights, dataScope: '4' }], 200);
    await addPerson(here, 'major', [{ permissions: ['system:post:list'], dataScope: '4' }], 200);
    const [captain, major, north] = await Promise.all(
      ['captain', 'major', 'north'].map((name) => here.login(name, personPassword)),
    );
    const [above, beside] = [await sessionOf('major'), await sessionOf('north')];
    const refused = { code: 500, msg: translate('zh', 'errors.user.above', { name: 'major' }) };
    expect((await end(captain ?? '', above)).body).toEqual(refused);
    expect((await end(captain ?? '', `batch/${beside},${above}`)).body).toEqual(refused);
    for (const token of [major ?? '', north ?? ''])
      expect((await here.send('GET', '/getInfo', { token })).body.code).toBe(200);
    expect((await end(captain ?? '', `batch/${beside}`)).body.code).toBe(200);
  });

  it('of several sessions needs its own permission, and ends all or none', async () => {
    const [north, south] = [
      await here.login('north', personPassword),
      await here.login('south', personPassword),
    ];
    const ids = [await sessionOf('north'), await sessionOf('south')];
    const endAll = async (token: string) =>
      (await here.send('DELETE', `/monitor/online/batch/${ids.join(',')}`, { token })).body.code;
    expect(await endAll(guard)).toBe(403);
    await addPerson(here, 'warden', [{ permissions: ['monitor:online:batchLogout'], dataScope: '4' }], 200);
    expect(await endAll(await here.login('warden', personPassword))).toBe(500);
    const codes = async () =>
      Promise.all(
        [north, south].map(async (token) => (await here.send('GET', '/getInfo', { token })).body.code),
      );
    expect(await codes()).toEqual([200, 200]);
    expect(await endAll(admin)).toBe(200);
    expect(await codes()).toEqual([401, 401]);
  });

  it.each(['999999999', '0', 'abc', `${'9'.repeat(30)}`])(
    'of a session %s that is none says so',
    async (id) => {
      expect((await end(admin, id)).body.code).not.toBe(200);
    },
  );

  it('is logged as a forced logout', async () => {
    await here.login('north', personPassword);
    await end(admin, await sessionOf('north'));
    await Promise.all(here.app.background);
    const { rows } = await here.app.pool.query(
      `select business_type from sys_oper_log where oper_url like '%/monitor/online/%' and status = 0`,
    );
    expect(rows.at(-1)).toEqual({ business_type: 7 });
  });
});
