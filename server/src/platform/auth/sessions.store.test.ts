import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson } from '../../testing/people.ts';
import {
  endOtherSessions,
  endSession,
  findCaller,
  openSession,
  removeExpiredSessions,
} from './sessions.store.ts';
import { hashToken, makeToken } from './tokens.ts';

const client = { address: '10.0.0.1', browser: 'Firefox 140', os: 'Linux' };
let test: TestApp;
let userId: number;

beforeAll(async () => {
  test = await openTestApp();
  userId = await addPerson(test, 'lin', [
    { permissions: ['system:post:list'], dataScope: '2', deptIds: [100] },
  ]);
});

afterAll(() => test.close());

const open = () => openSession(test.app.db, test.clock, userId, client);
const find = (token: string) => findCaller(test.app.pool, test.clock, token);
const isOpen = async (token: string) => (await find(token)) !== undefined;

describe('a session', () => {
  it('belongs to a person with department, roles and permissions', async () => {
    expect(await find(await open())).toEqual({
      userId,
      userName: 'lin',
      nickName: 'lin',
      avatar: null,
      deptId: 100,
      deptName: 'Limpid',
      mustChangePassword: false,
      isPasswordExpired: false,
      roles: [{ roleKey: 'role of lin', dataScope: '2', deptIds: [100], permissions: ['system:post:list'] }],
    });
  });

  it('is stored with the hash of its token and its origin, and without the token', async () => {
    const token = await open();
    const { rows } = await test.app.pool.query(
      'select s.*, s::text as everything from session s where token_hash = $1',
      [hashToken(token)],
    );
    expect(rows[0]).toMatchObject({ user_id: userId, ...client });
    expect(rows[0].everything).not.toContain(token);
    expect(rows[0].everything).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
  });

  it('is not found by a forged token, by one in another case, or by its hash', async () => {
    const token = await open();
    expect(await isOpen(makeToken())).toBe(false);
    expect(await isOpen(token.toUpperCase())).toBe(false);
    expect(await isOpen(token.toLowerCase())).toBe(false);
    expect(await isOpen(hashToken(token).toString('base64url'))).toBe(false);
    expect(await isOpen(hashToken(token).toString('hex'))).toBe(false);
    expect(await isOpen(`${token}' or true --`)).toBe(false);
    expect(await isOpen(token)).toBe(true);
  });
});

describe('the life of a session', () => {
  it('ends after half an hour without use', async () => {
    const token = await open();
    test.clock.advance(29);
    const idle = await open();
    expect(await isOpen(token)).toBe(true);
    test.clock.advance(30.1);
    expect(await isOpen(idle)).toBe(false);
    expect(await isOpen(token)).toBe(false);
  });

  it('continues as long as it is used', async () => {
    const token = await open();
    for (let hour = 0; hour < 8; hour++) {
      for (const minutes of [20, 15, 25]) {
        test.clock.advance(minutes);
        expect(await isOpen(token)).toBe(true);
      }
    }
    test.clock.advance(30.1);
    expect(await isOpen(token)).toBe(false);
  });

  it('is not written again by requests in quick succession', async () => {
    const token = await open();
    const read = async () => {
      const { rows } = await test.app.pool.query(
        'select xmin, expires_at from session where token_hash = $1',
        [hashToken(token)],
      );
      return rows[0];
    };
    const before = await read();
    for (let request = 0; request < 5; request++) {
      test.clock.advance(1);
      await find(token);
    }
    expect(await read()).toEqual(before);
    test.clock.advance(6);
    await find(token);
    expect(await read()).not.toEqual(before);
  });

  it('does not resume once it is over', async () => {
    const token = await open();
    test.clock.advance(31);
    expect(await isOpen(token)).toBe(false);
    test.clock.advance(-31);
    await endSession(test.app.db, token);
    expect(await isOpen(token)).toBe(false);
  });
});

describe('the maximum life of a session', () => {
  const day = 24 * 60;
  /** Uses a session every 20 minutes; skips the days between by moving its end. */
  async function useUntil(token: string, days: number): Promise<void> {
    test.clock.advance(days * day);
    const renewed = new Date(test.clock.now().getTime() + 60_000);
    await test.app.pool.query('update session set expires_at = $2 where token_hash = $1', [
      hashToken(token),
      renewed,
    ]);
  }

  it.each([
    [undefined, 30],
    ['2', 2],
    ['', 30],
    ['0', 30],
    ['1.5', 30],
    ['-1', 30],
    ['for ever', 30],
  ])('is, with the parameter %j, %i days even if it is in use', async (value, days) => {
    const { pool } = test.app;
    const token = await open();
    if (value !== undefined)
      await pool.query(
        `update sys_config set config_value = $1 where config_key = 'sys.account.sessionDays'`,
        [value],
      );
    await useUntil(token, days - 0.01);
    expect(await isOpen(token)).toBe(true);
    // Prolonging does not exceed the maximum.
    const { rows } = await pool.query(
      'select expires_at - created_at as life from session where token_hash = $1',
      [hashToken(token)],
    );
    expect(rows[0].life).toMatchObject({ days });
    test.clock.advance(0.02 * day);
    await useUntil(token, 0);
    expect(await isOpen(token)).toBe(false);
    await pool.query(
      `update sys_config set config_value = '30' where config_key = 'sys.account.sessionDays'`,
    );
  });
});

describe('ending sessions', () => {
  it('leaves other sessions open if one is ended', async () => {
    const [mine, other] = [await open(), await open()];
    await endSession(test.app.db, mine);
    expect(await isOpen(mine)).toBe(false);
    expect(await isOpen(other)).toBe(true);
  });

  it('keeps the current session, and those of other users, if the others are ended', async () => {
    const [mine, other] = [await open(), await open()];
    const admins = await openSession(test.app.db, test.clock, 1, client);
    await endOtherSessions(test.app.db, userId, mine);
    expect([await isOpen(mine), await isOpen(other), await isOpen(admins)]).toEqual([true, false, true]);
  });

  it('removes expired sessions, and only those', async () => {
    await test.app.pool.query('delete from session');
    await open();
    test.clock.advance(31);
    const fresh = await open();
    await removeExpiredSessions(test.app.db, test.clock);
    const { rows } = await test.app.pool.query('select token_hash from session');
    expect(rows.map((row) => row.token_hash)).toEqual([hashToken(fresh)]);
  });
});

describe('the user of a session', () => {
  it('is gone if the account is disabled, marked as deleted or removed', async () => {
    const { pool } = test.app;
    const someone = await addPerson(test, 'wang', []);
    const token = await openSession(test.app.db, test.clock, someone, client);
    expect(await isOpen(token)).toBe(true);
    await pool.query(`update sys_user set status = '1' where user_id = $1`, [someone]);
    expect(await isOpen(token)).toBe(false);
    await pool.query(`update sys_user set status = '0', del_flag = '2' where user_id = $1`, [someone]);
    expect(await isOpen(token)).toBe(false);
    await pool.query(`update sys_user set del_flag = '0' where user_id = $1`, [someone]);
    expect(await isOpen(token)).toBe(true);
    await pool.query('delete from sys_user where user_id = $1', [someone]);
    expect(await isOpen(token)).toBe(false);
  });

  it('holds the permissions of enabled roles and enabled menus, also several in one menu', async () => {
    const { pool } = test.app;
    const someone = await addPerson(test, 'zhao', [
      { permissions: ['a:b:one, a:b:two', ' ', 'a:b:three'] },
      { permissions: ['a:b:four'] },
    ]);
    const token = await openSession(test.app.db, test.clock, someone, client);
    const held = async () => (await find(token))?.roles.map((role) => [...role.permissions].sort());
    expect(await held()).toEqual([['a:b:one', 'a:b:three', 'a:b:two'], ['a:b:four']]);
    await pool.query(`update sys_menu set status = '1' where perms = 'a:b:three'`);
    expect(await held()).toEqual([['a:b:one', 'a:b:two'], ['a:b:four']]);
    const { rows } = await pool.query('select min(role_id) as first from sys_user_role where user_id = $1', [
      someone,
    ]);
    await pool.query(`update sys_role set status = '1' where role_id = $1`, [rows[0].first]);
    expect(await held()).toEqual([['a:b:four']]);
    await pool.query(`update sys_role set del_flag = '2' where role_id <> $1`, [rows[0].first]);
    expect(await held()).toEqual([]);
  });
});
