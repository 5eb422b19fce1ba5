import { sql } from 'kysely';
import type pg from 'pg';
import { publishWithin } from '../bus.ts';
import { defineTopic } from '../bus-topic.ts';
import { type Clock, minutesFrom } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from './caller.ts';
import { enabledRoles } from './roles.store.ts';
import { hashToken, makeToken } from './tokens.ts';

const idleMinutes = 30;
/** A session is prolonged when less than this is left, so that most requests write nothing. */
const renewMinutes = 20;

interface SessionTable {
  tokenHash: Buffer;
  userId: number;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
  address: string;
  browser: string;
  os: string;
}

export interface SessionClient {
  address: string;
  browser: string;
  os: string;
}

const sessions = (db: Database) => db.withTables<{ session: SessionTable }>();

export async function openSession(
  db: Database,
  clock: Clock,
  userId: number,
  client: SessionClient,
): Promise<string> {
  const token = makeToken();
  const now = clock.now();
  await sessions(db)
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      userId,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: minutesFrom(clock, idleMinutes),
      ...client,
    })
    .execute();
  return token;
}

/** Published when sessions were ended, so that their sockets close at once in every process. */
export const sessionEnded = defineTopic('session.ended');

export async function endSession(db: Database, token: string): Promise<void> {
  await sessions(db).deleteFrom('session').where('tokenHash', '=', hashToken(token)).execute();
  await publishWithin(db, sessionEnded);
}

/** Ends every session of a user except the current one. */
export async function endOtherSessions(db: Database, userId: number, token: string): Promise<void> {
  await sessions(db)
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('tokenHash', '!=', hashToken(token))
    .execute();
  await publishWithin(db, sessionEnded);
}

/** Ends every session of a user. */
export async function endSessionsOf(db: Database, userId: number): Promise<void> {
  await sessions(db).deleteFrom('session').where('userId', '=', userId).execute();
  await publishWithin(db, sessionEnded);
}

/** An open session as its owner may see it. */
interface OpenSession extends SessionClient {
  /** The hash of the hash: it identifies a session, but can neither open it nor find it in the table. */
  id: string;
  createdAt: string;
  lastUsedAt: string;
  isCurrent: boolean;
}

const maxListed = 200;

/** The open sessions of a user, the current one first; a session in use was last used now. */
export async function listSessions(
  db: Database,
  clock: Clock,
  userId: number,
  token: string,
): Promise<OpenSession[]> {
  const now = clock.now();
  const { rows } = await sql<OpenSession>`
    select encode(sha256(token_hash), 'hex') as id, address, browser, os, created_at, is_current,
      case when is_current then ${now}::timestamptz else last_used_at end as last_used_at
    from session cross join lateral (select token_hash = ${hashToken(token)} as is_current) asking
    where user_id = ${userId} and expires_at > ${now}
    order by is_current desc, session.last_used_at desc, created_at desc
    limit ${maxListed}`.execute(db);
  return rows;
}

/** Returns false if this user has no such open session. */
export async function endSessionById(db: Database, userId: number, id: string): Promise<boolean> {
  const ended = await sessions(db)
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where(sql`encode(sha256(token_hash), 'hex')`, '=', id)
    .executeTakeFirst();
  await publishWithin(db, sessionEnded);
  return ended.numDeletedRows > 0n;
}

export async function removeExpiredSessions(db: Database, clock: Clock): Promise<number> {
  const gone = await sessions(db)
    .deleteFrom('session')
    .where('expiresAt', '<', clock.now())
    .executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/**
 * The user of a token, with current roles and permissions. Nothing is cached between requests, so a changed role or a
 * disabled account takes effect with the next request in every process.
 */
export async function findCaller(pool: pg.Pool, clock: Clock, token: string): Promise<Caller | undefined> {
  const [found] = await selectCallers(pool, clock, [hashToken(token)]);
  if (!found) return undefined;
  if (found.renew) await prolongSession(pool, clock, token);
  return found.caller;
}

/** The users of many sessions, by the hash in hexadecimal; reading a session this way does not prolong it. */
export async function findCallersWithoutRenewal(
  pool: pg.Pool,
  clock: Clock,
  tokenHashes: readonly Buffer[],
): Promise<Map<string, Caller>> {
  const found = await selectCallers(pool, clock, tokenHashes);
  return new Map(found.map(({ tokenHash, caller }) => [tokenHash.toString('hex'), caller]));
}

/** Read together with the user, so that a change takes effect with the next request in every process too. */
const parameter = (key: string) => `(select config_value from sys_config where config_key = '${key}')`;
const validity = parameter('sys.account.passwordValidateDays');
/** The maximum life of a session in days, even if it is in use; an invalid value counts as the default. */
const sessionDays = parameter('sys.account.sessionDays');
const maxSessionAge = `make_interval(days => case when ${sessionDays} ~ '^[1-9][0-9]{0,3}$' then (${sessionDays})::integer else 30 end)`;

/**
 * Runs before every request, so it is a named statement: a connection plans it once. A validity that is not a number of
 * days means "for ever".
 */
const callers = {
  name: 'callers',
  text: `
    select s.token_hash as "tokenHash", u.user_id as "userId", u.user_name as "userName", u.nick_name as "nickName",
      u.avatar, u.dept_id as "deptId", d.dept_name as "deptName",
      u.must_change_password and ${parameter('sys.account.initPasswordModify')} is distinct from '0'
        as "mustChangePassword",
      coalesce(coalesce(u.password_time, u.create_time) < $2::timestamptz - make_interval(days =>
        case when ${validity} ~ '^[1-9][0-9]{0,4}$' then (${validity})::integer end), false) as "isPasswordExpired",
      s.expires_at < $3 as renew,
      ${enabledRoles} as roles
    from session s
    join sys_user u on u.user_id = s.user_id and u.status = '0' and u.del_flag = '0'
    left join sys_dept d on d.dept_id = u.dept_id
    where s.token_hash = any($1) and s.expires_at > $2 and s.created_at > $2::timestamptz - ${maxSessionAge}`,
};

async function selectCallers(
  pool: pg.Pool,
  clock: Clock,
  tokenHashes: readonly Buffer[],
): Promise<{ caller: Caller; tokenHash: Buffer; renew: boolean }[]> {
  const values = [tokenHashes, clock.now(), minutesFrom(clock, renewMinutes)];
  const { rows } = await pool.query<Caller & { tokenHash: Buffer; renew: boolean }>({ ...callers, values });
  return rows.map(({ tokenHash, renew, ...caller }) => ({ caller, tokenHash, renew }));
}

async function prolongSession(pool: pg.Pool, clock: Clock, token: string): Promise<void> {
  await pool.query(
    `update session set last_used_at = $2, expires_at = least($3::timestamptz, created_at + ${maxSessionAge})
     where token_hash = $1`,
    [hashToken(token), clock.now(), minutesFrom(clock, idleMinutes)],
  );
}
