import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

let t: TestApp;
let admin: string;
const path = '/monitor/logininfor';
const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Safari/537.36';

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addPerson(t, 'lin', []);
});

afterAll(() => t.close());

async function list(query: string): Promise<Record<string, unknown>[]> {
  const { body } = await t.send('GET', `${path}/list?${query}`, { token: admin });
  expect(body.code, body.msg).toBe(200);
  return body['rows'] as Record<string, unknown>[];
}

const enter = (username: string, password: string, address = '8.8.8.8') =>
  t.send('POST', '/login', {
    json: { username, password },
    remoteAddress: address,
    headers: { 'user-agent': chrome },
  });

describe('the list of logins', () => {
  it('shows system, browser, outcome and reason in the language of the request', async () => {
    for (let attempt = 0; attempt < 5; attempt++) await enter('lin', 'wrong');
    const [locked, wrong] = await list('userName=LIN&lang=en_US');
    expect(locked).toMatchObject({ userName: 'lin', status: '1', os: 'Windows', ipaddr: '8.8.8.8' });
    expect(locked?.['browser']).toMatch(/^Chrome/);
    expect(locked?.['msg']).toBe(translate('en', 'errors.auth.user_locked', { count: 5, minutes: 10 }));
    expect(locked?.['loginLocation']).toBeNull();
    expect(wrong?.['msg']).toBe(translate('en', 'errors.auth.wrong_password'));
    const [french] = await list('userName=lin&lang=fr_FR');
    expect(french?.['msg']).toBe(translate('fr', 'errors.auth.user_locked', { count: 5, minutes: 10 }));
  });

  it.each(['PUT', 'GET'])(
    'unlocks an account with %s, with the permission and not without',
    async (method) => {
      for (let attempt = 0; attempt < 6; attempt++) await enter('lin', 'wrong');
      expect((await enter('lin', personPassword)).body.code).toBe(500);
      await addPerson(t, `watcher-${method}`, [{ permissions: ['monitor:logininfor:list'] }]);
      const watcher = await t.login(`watcher-${method}`, personPassword);
      expect((await t.send(method, `${path}/unlock/lin`, { token: watcher })).body.code).toBe(403);
      expect((await t.send(method, `${path}/unlock/lin`, { token: admin })).body.code).toBe(200);
      expect((await enter('lin', personPassword, '10.0.0.8')).body.code).toBe(200);
      const [newest] = await list('userName=lin&status=0');
      expect(newest).toMatchObject({ msg: '登录成功', loginLocation: '内网地址', status: '0' });
    },
  );

  it('filters by name, address, outcome and time', async () => {
    expect(await list('ipaddr=0.0.8&status=1')).toEqual([]);
    expect((await list('ipaddr=10.0.0.8')).length).toBe(2);
    expect(await list('beginTime=2036-01-01+00:00:00')).toEqual([]);
    const names = (await list('orderByColumn=userName&isAsc=asc')).map((row) => String(row['userName']));
    expect(names).toEqual([...names].sort());
  });

  it('can be emptied, which is logged as an operation', async () => {
    expect((await t.send('DELETE', `${path}/clean`, { token: admin })).body.code).toBe(200);
    expect(await list('')).toEqual([]);
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select title, business_type from sys_oper_log where oper_url like '%logininfor/clean'`,
    );
    expect(rows).toEqual([{ title: 'monitor.loginLog.title', business_type: 9 }]);
  });
});
