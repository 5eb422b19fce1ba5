import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { dumpTables } from '../../../testing/dump-tables.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { runTask } from '../../../testing/run-task.ts';
import { addProvider, issueCode } from './identity.service.ts';

const provider = 'test';
const locked = errorText('auth.user_locked', { count: 5, minutes: 10 });
const spent = { code: 500, msg: errorText('identity.code_invalid'), field: 'oneTimeCode' };

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  addProvider(t.app, provider);
  await addPerson(t, 'lin', []);
  await addPerson(t, 'wang', []);
});
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, sys_logininfor, user_identity, identity_code'));

/** The redirect of a provider. */
const issue = (subject: string) => issueCode(t.app, { provider, subject });

async function bind(oneTimeCode: string, username = 'lin', given: object = {}) {
  const json = { username, password: personPassword, oneTimeCode, ...given };
  return (await t.send('POST', '/bind', { json, remoteAddress: '10.4.0.1' })).body;
}

async function redeem(oneTimeCode: string) {
  const options = { json: { oneTimeCode }, remoteAddress: '10.4.0.1' };
  return (await t.send('POST', '/auth-redirect', options)).body;
}

async function listIdentities() {
  const { rows } = await t.app.pool.query(
    'select subject, user_name from user_identity join sys_user using (user_id) order by subject',
  );
  return rows;
}

async function listLog() {
  const { rows } = await t.app.pool.query(
    'select user_name, status, msg from sys_logininfor order by info_id',
  );
  return rows;
}

/** Links an identity, and returns a login code for it. */
async function issueLogin(subject = 'phone', username = 'lin'): Promise<string> {
  await bind((await issue(subject)).code, username);
  await t.app.pool.query('truncate sys_logininfor');
  return (await issue(subject)).code;
}

describe('an identity', () => {
  it('is redirected to be linked first, and to log in afterwards', async () => {
    const first = await issue('phone');
    expect(first.page).toBe('/bind');
    expect((await bind(first.code)).code).toBe(200);
    const next = await issue('phone');
    expect(next.page).toBe('/auth-redirect');
    const { code, token } = await redeem(next.code);
    expect(code).toBe(200);
    const info = await t.send('GET', '/getInfo', { token: String(token) });
    expect(info.body).toMatchObject({ user: { userName: 'lin' } });
    expect(await listLog()).toEqual([
      { user_name: 'lin', status: '0', msg: 'server.bound' },
      { user_name: 'lin', status: '0', msg: 'server.loggedIn' },
    ]);
  });

  it('belongs to one account; an account may have several', async () => {
    await bind((await issue('phone')).code);
    await bind((await issue('tablet')).code);
    await bind((await issue('other phone')).code, 'wang');
    expect(await listIdentities()).toEqual([
      { subject: 'other phone', user_name: 'wang' },
      { subject: 'phone', user_name: 'lin' },
      { subject: 'tablet', user_name: 'lin' },
    ]);
  });

  it('cannot log in after its account is deleted, and can be linked again', async () => {
    await addPerson(t, 'leaver', []);
    const waiting = await issueLogin('phone', 'leaver');
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = 'leaver'`);
    expect(await redeem(waiting)).toEqual(spent);
    const again = await issue('phone');
    expect(again.page).toBe('/bind');
    expect((await bind(again.code)).code).toBe(200);
    expect(await listIdentities()).toEqual([{ subject: 'phone', user_name: 'lin' }]);
  });
});

describe('a bind code', () => {
  it('works once, for any user', async () => {
    const { code } = await issue('phone');
    expect((await bind(code)).code).toBe(200);
    expect(await bind(code)).toEqual(spent);
    expect(await bind(code, 'wang')).toEqual(spent);
    expect(await listIdentities()).toEqual([{ subject: 'phone', user_name: 'lin' }]);
  });

  it('works once for concurrent requests', async () => {
    const { code } = await issue('phone');
    const responses = await Promise.all(['lin', 'wang', 'lin', 'wang'].map((name) => bind(code, name)));
    expect(responses.filter((response) => response.code === 200).length).toBe(1);
    expect((await listIdentities()).length).toBe(1);
  });

  it('becomes invalid when another code of the same identity is used', async () => {
    const [one, other] = [await issue('phone'), await issue('phone')];
    expect((await bind(one.code)).code).toBe(200);
    expect(await bind(other.code, 'wang')).toEqual(spent);
  });

  it('expires after ten minutes', async () => {
    const [early, late] = [await issue('phone'), await issue('tablet')];
    t.clock.advance(9.9);
    expect((await bind(early.code)).code).toBe(200);
    t.clock.advance(0.2);
    expect(await bind(late.code)).toEqual(spent);
  });

  it('cannot log in', async () => {
    await bind((await issue('phone')).code);
    expect(await redeem((await issue('tablet')).code)).toEqual(spent);
  });

  it.each(['guess', 'x'.repeat(43), "' or 1=1 --"])(
    '%s is refused before a password is judged',
    async (code) => {
      for (let i = 0; i < 7; i++) expect(await bind(code, 'lin', { password: 'wrong' })).toEqual(spent);
      const { rowCount } = await t.app.pool.query('select from login_failure');
      expect(rowCount).toBe(0);
    },
  );

  it('stays valid after a wrong password, until the account is locked', async () => {
    const { code } = await issue('phone');
    for (let i = 0; i < 4; i++) {
      expect((await bind(code, 'lin', { password: 'wrong' })).msg).toBe(errorText('auth.wrong_password'));
    }
    expect((await bind(code, 'lin', { password: 'wrong' })).msg).toBe(locked);
    expect((await bind(code)).msg).toBe(locked);
    expect(await listIdentities()).toEqual([]);
    expect((await bind(code, 'wang')).code).toBe(200);
    expect((await listLog()).filter(({ status }) => status === '1').length).toBe(6);
  });

  it('requires a captcha if the login does', async () => {
    const strict = await openTestApp({ CAPTCHA_ENABLED: 'on' }, { connection: t.connection });
    addProvider(strict.app, provider);
    const { code } = await issue('phone');
    const json = { username: 'lin', password: personPassword, oneTimeCode: code };
    const expired = { code: 500, msg: errorText('auth.captcha_expired'), field: 'code' };
    expect((await strict.send('POST', '/bind', { json })).body).toEqual(expired);
    await strict.close();
  });
});

describe('a login code', () => {
  it('works once, and for two minutes', async () => {
    const code = await issueLogin();
    expect((await redeem(code)).code).toBe(200);
    expect(await redeem(code)).toEqual(spent);
    const late = (await issue('phone')).code;
    t.clock.advance(2.1);
    expect(await redeem(late)).toEqual(spent);
    expect(await redeem('guess')).toEqual(spent);
  });

  it('cannot link an identity', async () => {
    expect(await bind(await issueLogin(), 'wang')).toEqual(spent);
    expect(await listIdentities()).toEqual([{ subject: 'phone', user_name: 'lin' }]);
  });

  it('opens neither a locked nor a disabled account, and the attempts are logged', async () => {
    const code = await issueLogin();
    for (let i = 0; i < 5; i++) {
      const json = { username: 'lin', password: 'wrong' };
      await t.send('POST', '/login', { json, remoteAddress: '10.4.0.1' });
    }
    expect(await redeem(code)).toEqual({ code: 500, msg: locked });
    expect((await listLog()).at(-1)).toEqual({
      user_name: 'lin',
      status: '1',
      msg: 'errors.auth.user_locked?count=5&minutes=10',
    });
    await t.app.pool.query('truncate login_failure');
    const other = await issueLogin('tablet', 'wang');
    await t.app.pool.query(`update sys_user set status = '1' where user_name = 'wang'`);
    expect(await redeem(other)).toEqual({ code: 500, msg: errorText('auth.user_stopped') });
    await t.app.pool.query(`update sys_user set status = '0' where user_name = 'wang'`);
  });
});

it('stores codes as hashes only', async () => {
  const { code } = await issue('phone');
  expect(JSON.stringify([...(await dumpTables(t))])).not.toContain(code);
});

it('removes expired codes', async () => {
  await issue('phone');
  t.clock.advance(11);
  await runTask(t, 'loginCodeTask.clean');
  const { rowCount } = await t.app.pool.query('select from identity_code');
  expect(rowCount).toBe(0);
});

it('reports that there is no provider', async () => {
  const plain = await openTestApp();
  const none = { code: 500, msg: errorText('identity.no_provider') };
  const json = { username: 'admin', password: 'x', oneTimeCode: 'x' };
  expect((await plain.send('POST', '/bind', { json })).body).toEqual(none);
  expect((await plain.send('POST', '/auth-redirect', { json })).body).toEqual(none);
  await expect(issueCode(plain.app, { provider, subject: 'phone' })).rejects.toThrow('no_provider');
  const info = async (app: TestApp) => (await app.send('GET', '/api/v1/sys/info')).body['data'];
  expect(await info(plain)).toMatchObject({ canBind: false });
  expect(await info(t)).toMatchObject({ canBind: true });
  await plain.close();
});
