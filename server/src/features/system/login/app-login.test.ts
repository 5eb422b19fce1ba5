import { afterAll, beforeEach, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { adminPassword } from '../../../testing/connection.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { checkWithinLimits, inspectGuard } from '../login-guard/login-guard.service.ts';

const t = await openTestApp({ CAPTCHA_ENABLED: 'on' });
await addPerson(t, 'lin', []);
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, login_address, sys_logininfor'));

const locked = errorText('auth.user_locked', { count: 5, minutes: 10 });
const agent = 'LimpidApp/1.0 (Android 15)';

async function appLogin(username: string, password: string, remoteAddress = '10.3.0.1', captcha = {}) {
  const json = { username, password, ...captcha };
  const options = { json, remoteAddress, headers: { 'user-agent': agent } };
  return (await t.send('POST', '/applogin', options)).body;
}

it('opens a session with name and password, without a captcha', async () => {
  const { code, token } = await appLogin('lin', personPassword);
  expect(code).toBe(200);
  const info = await t.send('GET', '/getInfo', { token: String(token) });
  expect(info.body).toMatchObject({ code: 200, user: { userName: 'lin' } });
  expect(
    (await t.send('POST', '/login', { json: { username: 'lin', password: personPassword } })).body,
  ).toEqual({
    code: 500,
    msg: errorText('auth.captcha_expired'),
    field: 'code',
  });
});

it('names the app in the login log and in the session, also after a failure', async () => {
  await appLogin('lin', 'wrong');
  await appLogin('lin', personPassword);
  const { rows } = await t.app.pool.query(
    'select user_name, browser, os, status, msg from sys_logininfor order by info_id',
  );
  const app = { user_name: 'lin', browser: 'App', os: 'Android' };
  expect(rows).toEqual([
    { ...app, status: '1', msg: 'errors.auth.wrong_password' },
    { ...app, status: '0', msg: 'server.loggedIn' },
  ]);
  const sessions = await t.app.pool.query('select distinct browser, os from session');
  expect(sessions.rows).toEqual([{ browser: 'App', os: 'Android' }]);
});

it('shares the locks with the login page', async () => {
  for (let i = 0; i < 4; i++) {
    expect((await appLogin('lin', 'wrong')).msg).toBe(errorText('auth.wrong_password'));
  }
  expect((await appLogin('LIN', 'wrong')).msg).toBe(locked);
  expect((await appLogin('lin', personPassword)).msg).toBe(locked);
  t.clock.advance(10.1);
  expect((await appLogin('lin', personPassword)).code).toBe(200);
});

it('does not lock out the owner at another address', async () => {
  for (let i = 0; i < 8; i++) await appLogin('admin', 'wrong');
  expect((await appLogin('admin', adminPassword, '10.3.0.9')).code).toBe(200);
});

it('requires a captcha after twenty failures of an account, and accepts one', async () => {
  await t.app.pool.query(
    `insert into login_failure (kind, account, failed_at, expires_at)
     values ('account', 'lin', array_fill($1::float8, array[20]), limpid_now() + interval '1 day')`,
    [t.clock.now().getTime() - 1000],
  );
  const required = { code: 500, msg: errorText('auth.captcha_required'), field: 'code' };
  expect(await appLogin('lin', personPassword, '10.3.0.4')).toEqual(required);
  const { body } = await t.send('GET', '/captchaImage', { remoteAddress: '10.3.0.4' });
  const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [body['uuid']]);
  const captcha = { uuid: body['uuid'], code: rows[0].answer };
  const mistaken = { code: 500, msg: errorText('auth.captcha_expired'), field: 'code' };
  expect(await appLogin('lin', personPassword, '10.3.0.4', { ...captcha, uuid: 'unknown' })).toEqual(
    mistaken,
  );
  expect((await appLogin('lin', personPassword, '10.3.0.4', captcha)).code).toBe(200);
  expect(await appLogin('lin', 'wrong', '10.3.0.5', captcha)).toEqual(mistaken);
});

it('locks an address after thirty failures with any names', async () => {
  await t.app.pool.query(
    `insert into login_failure (kind, address, failed_at, expires_at)
     values ('address', '10.3.0.2', array_fill($1::float8, array[28]), limpid_now() + interval '1 day')`,
    [t.clock.now().getTime() - 1000],
  );
  for (const name of ['nobody', 'someone']) await appLogin(name, 'wrong', '10.3.0.2');
  const { msg } = await appLogin('lin', personPassword, '10.3.0.2');
  expect(msg).toBe(errorText('auth.address_locked', { minutes: 10 }));
  expect((await appLogin('lin', personPassword, '10.3.0.3')).code).toBe(200);
});

it('has its own limit per minute', async () => {
  const limited = await openTestApp({}, { connection: t.connection, limited: true });
  const codes: number[] = [];
  for (let i = 0; i < 21; i++) codes.push((await limited.send('POST', '/applogin', { json: {} })).body.code);
  expect(codes).toEqual([...Array<number>(20).fill(500), 429]);
  await limited.close();
});

it('is checked for a known address while unknown addresses fill the queue', async () => {
  await appLogin('lin', personPassword);
  const stranger = await inspectGuard(t.app, { userName: 'nobody', address: '10.3.0.2' });
  const known = await inspectGuard(t.app, { userName: 'lin', address: '10.3.0.1' });
  expect([stranger.isKnown, known.isKnown]).toEqual([false, true]);
  const verified = Promise.withResolvers<boolean>();
  const judge = () => checkWithinLimits(t.app, { ...stranger, subjects: [] }, true, () => verified.promise);
  const flood = Array.from({ length: 4 + 256 }, judge);
  try {
    await expect(judge()).rejects.toMatchObject({ key: 'request.too_many' });
    expect((await appLogin('lin', personPassword)).code).toBe(200);
  } finally {
    verified.resolve(true);
    await Promise.allSettled(flood);
  }
});
