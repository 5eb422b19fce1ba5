import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { translate } from '../../platform/texts.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { adminPassword } from '../../testing/connection.ts';
import { dumpTables } from '../../testing/dump.ts';
import { addPerson, personPassword } from '../../testing/people.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
  await addPerson(t, 'lin', []);
  await addPerson(t, 'wang', []);
});
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate login_failure, sys_logininfor'));

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

async function countOf(subject: string): Promise<number> {
  const { rows } = await t.app.pool.query('select count from login_failure where subject = $1', [subject]);
  return rows[0]?.count ?? 0;
}

async function listLog() {
  const { rows } = await t.app.pool.query(
    'select user_name, ipaddr, browser, os, status, msg from sys_logininfor order by info_id',
  );
  return rows;
}

describe('a login', () => {
  it('answers with a token that opens a session', async () => {
    const { status, body } = await attempt('lin', personPassword);
    expect([status, body.code]).toEqual([200, 200]);
    const info = await t.send('GET', '/getInfo', { token: String(body['token']) });
    expect(info.body).toMatchObject({ code: 200, user: { userName: 'lin' } });
  });

  it('reads the user name without the spaces around it', async () => {
    expect((await attempt('  lin\t', personPassword)).body.code).toBe(200);
  });

  it('notes where and when the person was last seen', async () => {
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
  ])('without %s names what is missing', async (field, json) => {
    const { body } = await t.send('POST', '/login?lang=en_US', { json });
    const label = translate('en', `shell.login.fields.${field}`);
    expect(body).toMatchObject({ code: 500, field, msg: `${label} is required` });
  });

  it('says what is wrong in the language of the request', async () => {
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

describe('what a stranger learns', () => {
  it('is the same for an unknown user, a deleted one and a wrong password', async () => {
    await addPerson(t, 'gone', []);
    await t.app.pool.query(`update sys_user set del_flag = '2' where user_name = 'gone'`);
    const answers = [
      await attempt('nobody', wrong),
      await attempt('gone', personPassword),
      await attempt('lin', wrong),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toEqual({ code: 500, msg: text('wrong_password') });
    }
  });

  it('does not show in the work it makes', async () => {
    // Processor time, not the clock's: other programs on the machine do not count.
    const best = { lin: Infinity, nobody: Infinity };
    for (let round = 0; round < 6; round++) {
      for (const name of ['lin', 'nobody'] as const) {
        await t.app.pool.query('truncate login_failure');
        const start = process.cpuUsage();
        await attempt(name, wrong);
        const { user, system } = process.cpuUsage(start);
        best[name] = Math.min(best[name], user + system);
      }
    }
    // Without the same work for both it would be a twentieth.
    expect(best.nobody / best.lin).toBeGreaterThan(0.33);
    expect(best.nobody / best.lin).toBeLessThan(3);
  });

  it('of a stopped account is nothing without its password', async () => {
    await addPerson(t, 'paused', []);
    await t.app.pool.query(`update sys_user set status = '1' where user_name = 'paused'`);
    expect((await attempt('paused', wrong)).body.msg).toBe(text('wrong_password'));
    expect((await attempt('paused', personPassword)).body).toEqual({ code: 500, msg: text('user_stopped') });
  });
});

describe('five wrong passwords', () => {
  it('lock the account, and the fifth says so', async () => {
    const messages = await failTimes(5, 'lin');
    expect(messages).toEqual([...Array<string>(4).fill(text('wrong_password')), locked]);
  });

  it('refuse the right password for ten minutes', async () => {
    await failTimes(5, 'lin');
    expect((await attempt('lin', personPassword)).body).toEqual({ code: 500, msg: locked });
    t.clock.advance(9.9);
    // This attempt renews the ten minutes, as every attempt does.
    expect((await attempt('lin', personPassword)).body.msg).toBe(locked);
    t.clock.advance(10.1);
    expect((await attempt('lin', personPassword)).body.code).toBe(200);
  });

  it('leave every other account alone', async () => {
    await failTimes(5, 'lin');
    expect((await attempt('wang', personPassword)).body.code).toBe(200);
  });

  it('lock a name nobody has in the same words', async () => {
    expect((await failTimes(5, 'nobody')).at(-1)).toBe(locked);
    expect((await attempt('nobody', wrong)).body.msg).toBe(locked);
  });

  it('count together however the name is spelt and wherever they come from', async () => {
    for (const [index, name] of ['lin', 'LIN', 'Lin', ' lin ', 'lIN'].entries())
      await attempt(name, wrong, `10.2.0.${index}`);
    expect((await attempt('lin', personPassword, '10.2.0.9')).body.msg).toBe(locked);
  });

  it('are forgotten after a right one', async () => {
    for (let round = 0; round < 2; round++) {
      await failTimes(4, 'lin');
      expect((await attempt('lin', personPassword)).body.code).toBe(200);
    }
    expect(await countOf('user:lin')).toBe(0);
  });

  it('cannot be outrun by asking twenty times at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt('lin', wrong)));
    const judged = answers.filter(({ body }) => body.msg === text('wrong_password'));
    expect(judged.length).toBe(4);
    expect(answers.filter(({ body }) => body.msg === locked).length).toBe(16);
    expect(await countOf('user:lin')).toBe(20);
    expect(await countOf('address:10.1.1.1')).toBe(20);
    expect((await listLog()).length).toBe(20);
    expect((await attempt('lin', personPassword)).body.msg).toBe(locked);
  });
});

describe('thirty failures from one address', () => {
  const refused = text('address_locked', { minutes: 10 });

  it('close it for everyone behind it, and for ten minutes', async () => {
    const messages = await failTimes(31, 'lin', '10.3.3.3');
    expect(messages.slice(0, 30)).not.toContain(refused);
    expect(messages[30]).toBe(refused);
    expect((await attempt('wang', personPassword, '10.3.3.3')).body).toEqual({ code: 500, msg: refused });
    expect((await attempt('wang', personPassword, '10.3.3.4')).body.code).toBe(200);
    t.clock.advance(10.1);
    expect((await attempt('wang', personPassword, '10.3.3.3')).body.code).toBe(200);
  });

  it('do not include logins that succeed', async () => {
    await attempt('lin', wrong, '10.4.4.4');
    for (let i = 0; i < 3; i++) await attempt('wang', personPassword, '10.4.4.4');
    expect(await countOf('address:10.4.4.4')).toBe(1);
  });
});

describe('unlocking an account', () => {
  it.each(['PUT', 'GET'])('is a right of its own (%s)', async (method) => {
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
    expect((await t.send(method, path, { token: right })).body.code).toBe(200);
    expect((await attempt('lin', personPassword)).body.code).toBe(200);
  });
});

describe('the login log', () => {
  it('has one line for each outcome, with client and address', async () => {
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
    expect(log.slice(2, 6)).toEqual(
      Array(4).fill({ ...failure, msg: 'errors.auth.wrong_password?count=5&minutes=10' }),
    );
    expect(log.slice(6)).toEqual([
      { ...failure, msg: 'errors.auth.user_locked?count=5&minutes=10' },
      { ...failure, user_name: 'nobody', msg: 'errors.auth.wrong_password?count=5&minutes=10' },
    ]);
  });

  it('and every other table are free of passwords and tokens', async () => {
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
  it('ends the session that asks, and no other', async () => {
    const [token, other] = [await t.login('lin', personPassword), await t.login('lin', personPassword)];
    const { body } = await t.send('POST', '/logout?lang=fr_FR', { token });
    expect(body).toEqual({ code: 200, msg: translate('fr', 'server.loggedOut') });
    expect((await t.send('GET', '/getInfo', { token })).body.code).toBe(401);
    expect((await t.send('GET', '/getInfo', { token: other })).body.code).toBe(200);
  });

  it('is fine with a token that has ended, with nonsense and with none', async () => {
    const token = await t.login('lin', personPassword);
    await t.send('POST', '/logout', { token });
    for (const stale of [token, 'nonsense', undefined]) {
      const { body } = await t.send('POST', '/logout', stale ? { token: stale } : {});
      expect(body).toEqual({ code: 200, msg: translate('zh', 'server.loggedOut') });
    }
    expect((await listLog()).filter(({ msg }) => msg === 'server.loggedOut').length).toBe(1);
  });
});
