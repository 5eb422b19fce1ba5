import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translate } from '../../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { adminPassword } from '../../../testing/connection.ts';
import { dumpTables } from '../../../testing/dump-tables.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { startProcessorTime } from '../../../testing/processor-time.ts';
import { runTask } from '../../../testing/run-task.ts';
import { waitUntil } from '../../../testing/wait-until.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  await addPerson(t, 'lin', []);
  await addPerson(t, 'wang', []);
});
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, login_address, sys_logininfor'));

const wrong = 'Wrong-secret-9';
const text = (key: string, params = {}) => translate('zh', `errors.auth.${key}`, params);
const locked = text('user_locked', { count: 5, minutes: 10 });

function attempt(username: string, password: string, remoteAddress = '10.1.1.1') {
  return t.send('POST', '/login', { json: { username, password }, remoteAddress });
}

async function failTimes(count: number, username: string, address?: string): Promise<string[]> {
  const messages: string[] = [];
  for (let i = 0; i < count; i++) messages.push((await attempt(username, wrong, address)).body.msg);
  return messages;
}

async function countOf(kind: string, key: string): Promise<number> {
  const { rows } = await t.app.pool.query(
    'select cardinality(failed_at) as count from login_failure where kind = $1 and $2 in (account, address)',
    [kind, key],
  );
  return rows[0]?.count ?? 0;
}

/** Inserts failures as of a second ago. */
async function addFailures(count: number, of: { account: string } | { address: string }): Promise<void> {
  const { kind, account, address } = { kind: Object.keys(of)[0], account: '', address: '', ...of };
  await t.app.pool.query(
    `insert into login_failure (kind, account, address, failed_at, expires_at)
     values ($1, $2, $3, array_fill($4::float8, array[$5::int]), limpid_now() + interval '1 day')
     on conflict (kind, account, address) do update set failed_at = excluded.failed_at`,
    [kind, account, address, t.clock.now().getTime() - 1000, count],
  );
}

async function listLog() {
  const { rows } = await t.app.pool.query(
    'select user_name, ipaddr, browser, os, status, msg from sys_logininfor order by info_id',
  );
  return rows;
}

describe('a login', () => {
  it('returns the token of a session', async () => {
    const { status, body } = await attempt('lin', personPassword);
    expect([status, body.code]).toEqual([200, 200]);
    const info = await t.send('GET', '/getInfo', { token: String(body['token']) });
    expect(info.body).toMatchObject({ code: 200, user: { userName: 'lin' } });
  });

  it('trims the user name', async () => {
    expect((await attempt('  lin\t', personPassword)).body.code).toBe(200);
  });

  it('records address and time of the last login', async () => {
    await attempt('lin', personPassword, '10.9.8.7');
    const { rows } = await t.app.pool.query(`select * from sys_user where user_name = 'lin'`);
    expect(rows[0].login_ip).toBe('10.9.8.7');
    expect(rows[0].login_date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  it.each([
    ['username', { password: wrong }],
    ['username', { username: '  ', password: wrong }],
    ['password', { username: 'lin' }],
    ['password', { username: 'lin', password: '' }],
  ])('without %s gets an error with the field', async (field, json) => {
    const { body } = await t.send('POST', '/login?lang=en_US', { json });
    const label = translate('en', `shell.login.fields.${field}`);
    expect(body).toMatchObject({ code: 500, field, msg: `${label} is required` });
  });

  it('fails in the language of the request', async () => {
    for (const [lang, language] of [
      ['zh_CN', 'zh'],
      ['en_US', 'en'],
      ['fr_FR', 'fr'],
    ] as const) {
      const { body } = await t.send('POST', '/login', {
        json: { username: 'nobody', password: wrong, lang },
      });
      expect(body.msg).toBe(translate(language, 'errors.auth.wrong_password'));
    }
  });
});

describe('the response to a failed login', () => {
  it('is the same for an unknown user, a deleted one and a wrong password', async () => {
    await addPerson(t, 'gone', []);
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = 'gone'`);
    const responses = [
      await attempt('nobody', wrong),
      await attempt('gone', personPassword),
      await attempt('lin', wrong),
    ];
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body).toEqual({ code: 500, msg: text('wrong_password') });
    }
  });

  it('takes the same processor time for unknown users', async () => {
    // Processor time is independent of other programs on the machine.
    const best = { lin: Infinity, nobody: Infinity };
    for (let round = 0; round < 6; round++) {
      for (const name of ['lin', 'nobody'] as const) {
        await t.app.pool.query('truncate login_failure');
        const readTime = startProcessorTime();
        await attempt(name, wrong);
        best[name] = Math.min(best[name], readTime());
      }
    }
    // Without the dummy hash it would be a twentieth.
    expect(best.nobody / best.lin).toBeGreaterThan(0.33);
    expect(best.nobody / best.lin).toBeLessThan(3);
  });

  it('reveals a disabled account only with the correct password', async () => {
    await addPerson(t, 'paused', []);
    await t.app.pool.query(`update sys_user set status = '1' where user_name = 'paused'`);
    expect((await attempt('paused', wrong)).body.msg).toBe(text('wrong_password'));
    expect((await attempt('paused', personPassword)).body).toEqual({ code: 500, msg: text('user_stopped') });
  });
});

describe('five wrong passwords of an account from one address', () => {
  it('lock that pair, and the fifth reports the lock', async () => {
    const messages = await failTimes(5, 'lin');
    expect(messages).toEqual([...Array<string>(4).fill(text('wrong_password')), locked]);
  });

  it('block the correct password from there for ten minutes, which further attempts do not extend', async () => {
    await failTimes(5, 'lin');
    expect((await attempt('lin', personPassword)).body).toEqual({ code: 500, msg: locked });
    t.clock.advance(9.5);
    const lastMinute = text('user_locked', { count: 5, minutes: 1 });
    expect((await attempt('lin', personPassword)).body.msg).toBe(lastMinute);
    t.clock.advance(0.6);
    expect((await attempt('lin', personPassword)).body.code).toBe(200);
  });

  it('do not lock the account for other addresses, also of the administrator', async () => {
    await failTimes(7, 'admin');
    expect((await attempt('admin', adminPassword, '10.1.1.2')).body.code).toBe(200);
    expect((await attempt('admin', adminPassword)).body.msg).toBe(locked);
  });

  it('do not lock other accounts', async () => {
    await failTimes(5, 'lin');
    expect((await attempt('wang', personPassword)).body.code).toBe(200);
  });

  it('lock an unknown name with the same message', async () => {
    expect((await failTimes(5, 'nobody')).at(-1)).toBe(locked);
    expect((await attempt('nobody', wrong)).body.msg).toBe(locked);
  });

  it('count together regardless of case, and for a whole IPv6 network', async () => {
    for (const name of ['lin', 'LIN', 'Lin', ' lin ', 'lIN']) await attempt(name, wrong);
    expect((await attempt('lin', personPassword)).body.msg).toBe(locked);
    for (let i = 1; i <= 5; i++) await attempt('wang', wrong, `2001:db8:1:2::${i}`);
    expect((await attempt('wang', personPassword, '2001:db8:1:2:9:9:9:9')).body.msg).toBe(locked);
    expect((await attempt('wang', personPassword, '2001:db8:1:3::1')).body.code).toBe(200);
  });

  it('are cleared by a correct one', async () => {
    for (let round = 0; round < 2; round++) {
      await failTimes(4, 'lin');
      expect((await attempt('lin', personPassword)).body.code).toBe(200);
    }
    expect(await countOf('pair', 'lin')).toBe(0);
  });

  it('cannot be exceeded by twenty concurrent requests, also to two processes', async () => {
    const other = await openTestApp({}, { connection: t.connection });
    other.clock.advance((t.clock.now().getTime() - other.clock.now().getTime()) / 60_000);
    const json = { username: 'lin', password: wrong };
    const options = { json, remoteAddress: '10.1.1.1' };
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? t : other).send('POST', '/login', options)),
    );
    await other.close();
    expect(responses.filter(({ body }) => body.msg === text('wrong_password')).length).toBe(4);
    expect(responses.filter(({ body }) => body.msg === locked).length).toBe(16);
    // Only checked passwords count.
    expect(await countOf('address', '10.1.1.1')).toBe(5);
    expect(await countOf('account', 'lin')).toBe(5);
    expect((await listLog()).length).toBe(20);
    expect((await attempt('lin', personPassword)).body.msg).toBe(locked);
  });
});

describe('correct passwords', () => {
  it('in ten concurrent requests all open a session, even one failure before the lock', async () => {
    await failTimes(4, 'lin');
    const responses = await Promise.all(Array.from({ length: 10 }, () => attempt('lin', personPassword)));
    expect(responses.map(({ body }) => body.code)).toEqual(Array(10).fill(200));
    expect(await countOf('pair', 'lin')).toBe(0);
  });

  it('are never counted for the address or the account', async () => {
    await attempt('lin', wrong, '10.4.4.4');
    await Promise.all(Array.from({ length: 6 }, () => attempt('lin', personPassword, '10.4.4.4')));
    expect(await countOf('address', '10.4.4.4')).toBe(1);
    expect(await countOf('account', 'lin')).toBe(1);
    const { rows } = await t.app.pool.query('select from login_failure where cardinality(pending) > 0');
    expect(rows).toEqual([]);
  });
});

describe('thirty failures from one address', () => {
  const refused = text('address_locked', { minutes: 10 });

  it('lock it for all accounts for ten minutes', async () => {
    await addFailures(28, { address: '10.3.3.3' });
    for (const name of ['lin', 'nobody'])
      expect((await attempt(name, wrong, '10.3.3.3')).body.msg).toBe(text('wrong_password'));
    expect((await attempt('wang', personPassword, '10.3.3.3')).body).toEqual({ code: 500, msg: refused });
    expect((await attempt('wang', personPassword, '10.3.3.4')).body.code).toBe(200);
    t.clock.advance(10.1);
    expect((await attempt('wang', personPassword, '10.3.3.3')).body.code).toBe(200);
  });
});

describe('twenty failures of an account from any addresses', () => {
  const required = { code: 500, field: 'code', msg: text('captcha_required') };

  async function drawCaptcha(remoteAddress: string) {
    const { body } = await t.send('GET', '/captchaImage', { remoteAddress });
    const { rows } = await t.app.pool.query('select answer from captcha where uuid = $1', [body['uuid']]);
    return { enabled: body['captchaEnabled'], captcha: { uuid: body['uuid'], code: rows[0]?.answer } };
  }

  it('require a captcha for it even if the parameter is off, and not for others', async () => {
    await addFailures(19, { account: 'lin' });
    expect((await attempt('lin', wrong, '10.6.0.1')).body.msg).toBe(text('wrong_password'));
    expect((await attempt('lin', personPassword, '10.6.0.2')).body).toEqual(required);
    expect((await attempt('wang', personPassword, '10.6.0.2')).body.code).toBe(200);
    // Only addresses that need a captcha get one.
    expect(await drawCaptcha('10.6.0.3')).toMatchObject({ enabled: false });
    const { enabled, captcha } = await drawCaptcha('10.6.0.2');
    expect(enabled).toBe(true);
    const json = { username: 'lin', password: personPassword, ...captcha };
    const mistaken = { ...json, code: '-1' };
    const login = (body: object) => t.send('POST', '/login', { json: body, remoteAddress: '10.6.0.2' });
    expect((await login(mistaken)).body.msg).toBe(text('captcha_wrong'));
    expect((await login(json)).body.msg).toBe(text('captcha_expired'));
    const fresh = (await drawCaptcha('10.6.0.2')).captcha;
    expect((await login({ ...json, ...fresh })).body.code).toBe(200);
    t.clock.advance(10.1);
    expect((await attempt('lin', personPassword, '10.6.0.4')).body.code).toBe(200);
  });

  it('delay each response by two seconds, without holding a database connection', async () => {
    await addFailures(20, { account: 'lin' });
    t.clock.pauses.length = 0;
    let go = () => {};
    const gate = new Promise<void>((resolve) => {
      go = resolve;
    });
    const pause = t.clock.pause;
    t.clock.pause = (ms) => (ms === 2000 ? gate : pause(ms));
    let finished = 0;
    const delayed = Array.from({ length: 15 }, (_, i) =>
      attempt('lin', wrong, `10.6.1.${i}`).finally(() => finished++),
    );
    // More responses wait than there are connections, and others are served meanwhile.
    expect((await attempt('wang', personPassword)).body.code).toBe(200);
    await waitUntil(async () => t.app.pool.idleCount === t.app.pool.totalCount, 'no connection is in use');
    expect(finished).toBe(0);
    go();
    t.clock.pause = pause;
    for (const { body } of await Promise.all(delayed)) expect(body).toEqual(required);
  });

  it('never block an address that logged in to the account in the last thirty days', async () => {
    await attempt('lin', personPassword, '10.6.2.1');
    t.clock.advance(29.9 * 24 * 60);
    await addFailures(20, { account: 'lin' });
    t.clock.pauses.length = 0;
    expect((await attempt('lin', personPassword, '10.6.2.1')).body.code).toBe(200);
    expect(t.clock.pauses).toContain(2000);
    t.clock.advance(30.1 * 24 * 60);
    await addFailures(20, { account: 'lin' });
    expect((await attempt('lin', personPassword, '10.6.2.1')).body).toEqual(required);
    await runTask(t, 'captchaTask.clean');
    expect((await t.app.pool.query('select from login_address')).rows).toEqual([]);
  });

  it('cannot be exceeded by twelve addresses at once', async () => {
    await addFailures(15, { account: 'lin' });
    const guesses = Array.from({ length: 12 }, (_, i) => attempt('lin', wrong, `10.6.3.${i}`));
    const messages = (await Promise.all(guesses)).map(({ body }) => body.msg);
    expect(messages.filter((msg) => msg === text('wrong_password')).length).toBe(5);
    expect(messages.filter((msg) => msg === required.msg).length).toBe(7);
  });
});

describe('unlocking an account', () => {
  it.each(['PUT', 'GET'])('needs its own permission (%s)', async (method) => {
    const name = `helpdesk-${method}`;
    await addPerson(t, name, [{ permissions: ['monitor:logininfor:unlock'] }]);
    await addPerson(t, `${name}-new`, [{ permissions: ['monitor:logininfor:list'] }]);
    await failTimes(5, 'lin');
    const path = '/monitor/logininfor/unlock/lin';
    const token = await t.login(`${name}-new`, personPassword);
    expect((await t.send(method, path)).body.code).toBe(401);
    expect((await t.send(method, path, { token })).body.code).toBe(403);
    expect((await attempt('lin', personPassword)).body.msg).toBe(locked);
    const right = await t.login(name, personPassword);
    await failTimes(5, 'lin', '10.1.1.9');
    expect((await t.send(method, path, { token: right })).body.code).toBe(200);
    expect((await attempt('lin', personPassword)).body.code).toBe(200);
    expect((await attempt('lin', personPassword, '10.1.1.9')).body.code).toBe(200);
  });
});

describe('the login log', () => {
  it('has one row for each outcome, with client and address', async () => {
    await t.app.pool.query(`update sys_user set status = '0' where user_name = 'paused'`);
    const headers = {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0',
    };
    const json = { username: 'lin', password: personPassword };
    const { body } = await t.send('POST', '/login', { json, headers, remoteAddress: '10.5.5.5' });
    await t.send('POST', '/logout', { token: String(body['token']), headers, remoteAddress: '10.5.5.5' });
    await failTimes(5, 'lin');
    await attempt('nobody', wrong);
    const log = await listLog();
    const here = { user_name: 'lin', ipaddr: '10.5.5.5', browser: 'Edge 140', os: 'Windows' };
    expect(log.slice(0, 2)).toEqual([
      { ...here, status: '0', msg: 'server.loggedIn' },
      { ...here, status: '0', msg: 'server.loggedOut' },
    ]);
    const failure = { user_name: 'lin', ipaddr: '10.1.1.1', browser: '-', os: '-', status: '1' };
    expect(log.slice(2, 6)).toEqual(Array(4).fill({ ...failure, msg: 'errors.auth.wrong_password' }));
    expect(log.slice(6)).toEqual([
      { ...failure, msg: 'errors.auth.user_locked?count=5&minutes=10' },
      { ...failure, user_name: 'nobody', msg: 'errors.auth.wrong_password' },
    ]);
  });

  it('contains no passwords and tokens, nor does any other table', async () => {
    const secrets = [personPassword, adminPassword, wrong];
    const { body } = await attempt('lin', personPassword);
    secrets.push(String(body['token']));
    await attempt('lin', wrong);
    await Promise.all(t.app.background);
    for (const [table, rows] of await dumpTables(t)) {
      for (const secret of secrets) expect(rows.join('\n'), table).not.toContain(secret);
    }
  });
});

describe('logging out', () => {
  it('ends the current session, and no other', async () => {
    const [token, other] = [await t.login('lin', personPassword), await t.login('lin', personPassword)];
    const { body } = await t.send('POST', '/logout?lang=fr_FR', { token });
    expect(body).toEqual({ code: 200, msg: translate('fr', 'server.loggedOut') });
    expect((await t.send('GET', '/getInfo', { token })).body.code).toBe(401);
    expect((await t.send('GET', '/getInfo', { token: other })).body.code).toBe(200);
  });

  it('succeeds with an expired, an invalid and no token', async () => {
    const token = await t.login('lin', personPassword);
    await t.send('POST', '/logout', { token });
    for (const stale of [token, 'nonsense', undefined]) {
      const { body } = await t.send('POST', '/logout', stale ? { token: stale } : {});
      expect(body).toEqual({ code: 200, msg: translate('zh', 'server.loggedOut') });
    }
    expect((await listLog()).filter(({ msg }) => msg === 'server.loggedOut').length).toBe(1);
  });
});
