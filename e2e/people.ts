import { randomBytes } from 'node:crypto';
import { hashPassword } from '../server/src/platform/auth/passwords.ts';
import { query } from './database.ts';
import { adminPassword, origin } from './server.ts';

export interface Person {
  userName: string;
  password: string;
}

export const admin: Person = { userName: 'admin', password: adminPassword };
const password = 'Plain-horse-2';
const hashed = hashPassword(password);

interface Facts {
  /** Numbers of seeded menus: screens with their catalog, and single rights. */
  menus?: number[];
  mustChangePassword?: boolean;
}

/** Numbers of the seeded menus. */
export const menus = {
  system: 1,
  post: { screen: 104, query: 1020, add: 1021, edit: 1022, remove: 1023, export: 1024, import: 1900 },
  dict: { screen: 105, query: 1025 },
};

/** Somebody nobody else uses, with one role of their own. */
export async function addPerson(name: string, facts: Facts = {}): Promise<Person & { roleId: number }> {
  const userName = `${name}-${randomBytes(3).toString('hex')}`;
  const [role] = await query<{ role_id: number }>(
    `insert into sys_role (role_name, role_key, data_scope) values ($1, $1, '1') returning role_id`,
    [userName],
  );
  const roleId = role?.role_id ?? 0;
  await query(
    `with person as (
      insert into sys_user (dept_id, user_name, nick_name, password, must_change_password)
      values (100, $1, $1, $2, $3) returning user_id)
    insert into sys_user_role select user_id, $4 from person`,
    [userName, await hashed, facts.mustChangePassword ?? false, roleId],
  );
  await grant(roleId, facts.menus ?? []);
  return { userName, password, roleId };
}

export async function grant(roleId: number, menuIds: number[]): Promise<void> {
  await query('insert into sys_role_menu select $1, unnest($2::int[])', [roleId, menuIds]);
}

export async function readCaptchaAnswer(uuid: string): Promise<string> {
  const [row] = await query<{ answer: string }>('select answer from captcha where uuid = $1', [uuid]);
  if (!row) throw new Error(`There is no captcha ${uuid}`);
  return row.answer;
}

interface Envelope extends Record<string, unknown> {
  code: number;
  msg: string;
}

/** A request of the API, as the browser would send it. */
export async function send(token: string, method: string, path: string, body?: unknown): Promise<Envelope> {
  const answer = await fetch(`${origin}/prod-api${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const envelope: unknown = await answer.json();
  // Every answer of the API that is no file is an envelope.
  return envelope as Envelope;
}

/** Logs in without a page, for everything that is not about logging in. */
export async function openSession({ userName, password }: Person): Promise<string> {
  const { uuid } = await send('', 'GET', '/captchaImage');
  const code = await readCaptchaAnswer(String(uuid));
  const answer = await send('', 'POST', '/login', { username: userName, password, uuid, code });
  if (answer.code !== 200) throw new Error(`${userName} cannot log in: ${answer.msg}`);
  return String(answer['token']);
}

/** The administrator of an installation of its own, where no picture has to be read. */
export async function logInAt(address: string): Promise<string> {
  const answer = await fetch(`${address}/prod-api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: admin.userName, password: admin.password }),
  });
  const { token }: { token: string } = await answer.json();
  return token;
}

export async function endSessions(userName: string): Promise<void> {
  await query('delete from session where user_id = (select user_id from sys_user where user_name = $1)', [
    userName,
  ]);
}
