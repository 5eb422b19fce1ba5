import type { NoticeReader, OpenNotice } from '@limpid/contract/system/notice';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';

/** The open notices with the user's read state, newest first. */
export async function listOpenNoticesFor(
  db: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<OpenNotice[]> {
  const { rows } = await sql<OpenNotice>`
    select n.notice_id, n.notice_title, n.notice_type, coalesce(n.notice_content, '') as notice_content,
      coalesce(n.create_by, '') as create_by, n.create_time, r.notice_id is not null as is_read
    from sys_notice n
    left join notice_read r on r.notice_id = n.notice_id and r.user_id = ${userId}
    where n.status = '0'
    order by n.create_time desc, n.notice_id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countOpenNoticesFor(
  db: Database,
  userId: number,
): Promise<{ open: number; unread: number }> {
  const { rows } = await sql<{ open: number; unread: number }>`
    select count(*) as open, count(*) filter (where r.notice_id is null) as unread
    from sys_notice n
    left join notice_read r on r.notice_id = n.notice_id and r.user_id = ${userId}
    where n.status = '0'`.execute(db);
  return rows[0] ?? { open: 0, unread: 0 };
}

/** The users of the data scope who have read a notice; phone numbers only within the scope of the list of users. */
export async function listReaders(
  db: Database,
  { readers, phones }: { readers: Scope; phones: Scope },
  { noticeId, searchValue }: { noticeId: number; searchValue?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: NoticeReader[]; total: number }> {
  const owner = { dept: 'u.deptId', user: 'u.userId' };
  const found = sql`
    from notice_read r join sys_user u using (user_id) left join sys_dept d on d.dept_id = u.dept_id
    where r.notice_id = ${noticeId} and u.del_flag = '0'
      and ${textCondition(['u.user_name', 'u.nick_name'], searchValue)}
      and ${scopeCondition(readers, owner)}`;
  const [{ rows }, count] = await Promise.all([
    sql<NoticeReader>`
      select u.user_id, u.user_name, u.nick_name, d.dept_name, r.read_at as read_time,
        case when ${scopeCondition(phones, owner)} then u.phonenumber end as phonenumber ${found}
      order by r.read_at desc, u.user_id limit ${limit} offset ${offset}`.execute(db),
    sql<{ total: number }>`select count(*) as total ${found}`.execute(db),
  ]);
  return { rows, total: count.rows[0]?.total ?? 0 };
}

export async function getNoticeContent(db: Database, noticeId: number): Promise<string | null> {
  const { rows } = await sql<{ noticeContent: string | null }>`
    select notice_content from sys_notice where notice_id = ${noticeId}`.execute(db);
  return rows[0]?.noticeContent ?? null;
}

/** Marks the open notices of these ids, or all open ones, as read. */
export async function markRead(db: Database, userId: number, ids: readonly number[] | null): Promise<void> {
  await sql`
    insert into notice_read (user_id, notice_id)
    select ${userId}::integer, notice_id from sys_notice
    where status = '0' and (${ids}::integer[] is null or notice_id = any(${ids}))
    on conflict do nothing`.execute(db);
}
