import { randomUUID } from 'node:crypto';
import type { ReplyValue } from '@limpid/contract/kit/endpoint';
import type { getInfo } from '@limpid/contract/system/session';
import { sql } from 'kysely';
import { administratorRoleId } from '../../../platform/auth/caller.ts';
import type { SessionClient } from '../../../platform/auth/sessions.store.ts';
import { type Clock, minutesFrom } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { locateAddress } from '../../../platform/http/address.rule.ts';
import { removeOldAddresses } from '../login-guard/login-guard.store.ts';

interface UserTable {
  userId: number;
  userName: string;
  password: string;
  status: string;
  delFlag: string;
  loginIp: string;
  loginDate: Date;
  mustChangePassword: boolean;
  passwordTime: Date;
}

type LoginTables = {
  sysUser: UserTable;
  captcha: { uuid: string; answer: string; expiresAt: Date };
  loginFailure: { expiresAt: Date };
  sysLogininfor: {
    userName: string;
    userId: number | null;
    deptId: number | null;
    ipaddr: string;
    loginLocation: string | null;
    browser: string;
    os: string;
    status: string;
    msg: string;
    loginTime: Date;
  };
};

const tables = (db: Database) => db.withTables<LoginTables>();
const captchaMinutes = 2;

export async function storeCaptcha(db: Database, clock: Clock, answer: string): Promise<string> {
  const uuid = randomUUID();
  await tables(db)
    .insertInto('captcha')
    .values({ uuid, answer, expiresAt: minutesFrom(clock, captchaMinutes) })
    .execute();
  return uuid;
}

/** Returns the answer of a captcha and removes it. */
export async function consumeCaptcha(db: Database, clock: Clock, uuid: string): Promise<string | undefined> {
  const row = await tables(db)
    .deleteFrom('captcha')
    .where('uuid', '=', uuid)
    .returning(['answer', sql<boolean>`expires_at > ${clock.now()}`.as('valid')])
    .executeTakeFirst();
  return row?.valid ? row.answer : undefined;
}

/** Removes expired captchas, failures and known addresses. */
export async function removeExpiredCaptchas(db: Database, clock: Clock): Promise<number> {
  let count = await removeOldAddresses(db, clock);
  for (const table of ['captcha', 'loginFailure'] as const) {
    const removed = await tables(db)
      .deleteFrom(table)
      .where('expiresAt', '<', clock.now())
      .executeTakeFirst();
    count += Number(removed.numDeletedRows);
  }
  return count;
}

export function findUserByName(db: Database, userName: string) {
  return tables(db)
    .selectFrom('sysUser')
    .select(['userId', 'userName', 'password', 'status'])
    .where('userName', '=', userName)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
}

export async function recordLastLogin(
  db: Database,
  clock: Clock,
  userId: number,
  address: string,
): Promise<void> {
  await tables(db)
    .updateTable('sysUser')
    .set({ loginIp: address, loginDate: clock.now() })
    .where('userId', '=', userId)
    .execute();
}

/** The owner of a log row; null for an unknown user name. */
function ownerOf(userName: string) {
  const column = (name: 'user_id' | 'dept_id') =>
    sql<
      number | null
    >`(select ${sql.ref(name)} from sys_user where user_name = ${userName} and del_flag = '0')`;
  return { userId: column('user_id'), deptId: column('dept_id') };
}

export async function recordLogin(
  db: Database,
  clock: Clock,
  entry: { userName: string; client: SessionClient; succeeded: boolean; msg: string },
): Promise<void> {
  const { userName, client, succeeded, msg } = entry;
  const { address: ipaddr, browser, os } = client;
  const where = { ipaddr, loginLocation: locateAddress(ipaddr), browser, os };
  await tables(db)
    .insertInto('sysLogininfor')
    .values({
      userName,
      ...ownerOf(userName),
      ...where,
      status: succeeded ? '0' : '1',
      msg,
      loginTime: clock.now(),
    })
    .execute();
}

type DepartmentAndRoles = Pick<ReplyValue<(typeof getInfo)['reply']>['user'], 'dept' | 'roles'>;

/** Department and enabled roles of a user, in the form of the family's clients. */
export async function readDepartmentAndRoles(db: Database, userId: number): Promise<DepartmentAndRoles> {
  const { rows } = await sql<DepartmentAndRoles>`
    select
      json_build_object('deptId', d.dept_id, 'deptName', d.dept_name, 'leader', d.leader) as dept,
      coalesce((
        select json_agg(json_build_object('roleId', r.role_id, 'roleName', r.role_name, 'roleKey', r.role_key,
          'roleSort', r.role_sort, 'dataScope', r.data_scope, 'status', r.status,
          'admin', r.role_id = ${administratorRoleId}) order by r.role_sort, r.role_id)
        from sys_user_role ur
        join sys_role r on r.role_id = ur.role_id and r.status = '0' and r.del_flag = '0'
        where ur.user_id = u.user_id), '[]') as roles
    from sys_user u left join sys_dept d on d.dept_id = u.dept_id
    where u.user_id = ${userId}`.execute(db);
  return rows[0] ?? { dept: { deptId: null, deptName: null, leader: null }, roles: [] };
}

export async function readPasswordHash(db: Database, userId: number): Promise<string> {
  const row = await tables(db)
    .selectFrom('sysUser')
    .select('password')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return row.password;
}

export async function storeChosenPassword(
  db: Database,
  clock: Clock,
  userId: number,
  password: string,
): Promise<void> {
  await tables(db)
    .updateTable('sysUser')
    .set({ password, mustChangePassword: false, passwordTime: clock.now() })
    .where('userId', '=', userId)
    .execute();
}
