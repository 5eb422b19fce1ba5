import { fail } from '@limpid/contract/errors';
import type { Input, ReplyValue } from '@limpid/contract/kit/endpoint';
import type { editProfile, readProfile } from '@limpid/contract/system/profile';
import { sql } from 'kysely';
import type { Caller } from '../../../platform/auth/caller.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';

type Profile = ReplyValue<(typeof readProfile)['reply']>;
type Changes = Input<typeof editProfile>['body'];

type ProfileTables = {
  sysUser: {
    userId: number;
    nickName: string;
    phonenumber: string | null;
    email: string | null;
    sex: string;
    avatar: string;
    updateBy: string;
    updateTime: Date;
  };
  userChoice: { userId: number; key: string; value: string };
};

const tables = (db: Database) => db.withTables<ProfileTables>();

export async function getProfile(db: Database, userId: number): Promise<Profile> {
  const { rows } = await sql<Profile['data'] & Omit<Profile, 'data'>>`
    select u.user_id, u.user_name, u.nick_name, u.email, u.phonenumber, u.sex, coalesce(u.avatar, '') as avatar, u.dept_id,
      json_build_object('deptId', d.dept_id, 'deptName', d.dept_name) as dept,
      u.create_time, u.login_ip, u.login_date,
      coalesce((
        select string_agg(r.role_name, ',' order by r.role_sort, r.role_id)
        from sys_user_role ur
        join sys_role r on r.role_id = ur.role_id and r.status = '0' and r.del_flag = '0'
        where ur.user_id = u.user_id), '') as role_group,
      coalesce((
        select string_agg(p.post_name, ',' order by p.post_sort, p.post_id)
        from sys_user_post up join sys_post p on p.post_id = up.post_id
        where up.user_id = u.user_id), '') as post_group
    from sys_user u
    left join sys_dept d on d.dept_id = u.dept_id
    where u.user_id = ${userId}`.execute(db);
  const { roleGroup, postGroup, ...data } = rows[0] ?? fail('row.gone');
  return { data, roleGroup, postGroup };
}

export async function updateProfile(
  db: Database,
  clock: Clock,
  { userId, userName }: Pick<Caller, 'userId' | 'userName'>,
  { nickName, phonenumber, email, sex }: Changes,
): Promise<void> {
  await tables(db)
    .updateTable('sysUser')
    // Columns are listed, so that no other field of a body can reach this table.
    .set({ nickName, phonenumber, email, sex, updateBy: userName, updateTime: clock.now() })
    .where('userId', '=', userId)
    .execute();
}

/** Sets the avatar and returns the previous one. The lock makes two concurrent changes release both old files. */
export async function replaceAvatar(db: Database, userId: number, avatar: string): Promise<string | null> {
  const user = tables(db).selectFrom('sysUser').select('avatar').where('userId', '=', userId);
  const before = await user.forUpdate().executeTakeFirstOrThrow();
  await tables(db).updateTable('sysUser').set({ avatar }).where('userId', '=', userId).execute();
  return before.avatar;
}

export async function readChoices(db: Database, userId: number): Promise<Record<string, string>> {
  const rows = await tables(db)
    .selectFrom('userChoice')
    .select(['key', 'value'])
    .where('userId', '=', userId)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Keys beyond this number are not stored; there are far fewer screens. */
const maxChoices = 500;

export async function storeChoice(db: Database, userId: number, key: string, value: string): Promise<void> {
  await sql`
    insert into user_choice (user_id, key, value)
    select ${userId}, ${key}, ${value}
    where (select count(*) from user_choice where user_id = ${userId} and key <> ${key}) < ${maxChoices}
    on conflict (user_id, key) do update set value = excluded.value`.execute(db);
}
