import type { PieceOfNews } from '@limpid/contract/system/notice';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';

/** Open notices as one person sees them, newest first. */
export async function listOpenFor(
  db: Database,
  userId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<PieceOfNews[]> {
  const { rows } = await sql<PieceOfNews>`
    select n.notice_id, n.notice_title, n.notice_type, coalesce(n.notice_content, '') as notice_content,
      coalesce(n.create_by, '') as create_by, n.create_time, r.notice_id is not null as is_read
    from sys_notice n
    left join notice_read r on r.notice_id = n.notice_id and r.user_id = ${userId}
    where n.status = '0'
    order by n.create_time desc, n.notice_id desc
    limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export async function countOpenFor(db: Database, userId: number): Promise<{ open: number; unread: number }> {
  const { rows } = await sql<{ open: number; unread: number }>`
    select count(*) as open, count(*) filter (where r.notice_id is null) as unread
    from sys_notice n
    left join notice_read r on r.notice_id = n.notice_id and r.user_id = ${userId}
    where n.status = '0'`.execute(db);
  return rows[0] ?? { open: 0, unread: 0 };
}

export async function getContent(db: Database, noticeId: number): Promise<string | null> {
  const { rows } = await sql<{ noticeContent: string | null }>`
    select notice_content from sys_notice where notice_id = ${noticeId}`.execute(db);
  return rows[0]?.noticeContent ?? null;
}

/** Those of the ids that are open, or all open ones; what was read before stays so. */
export async function markRead(db: Database, userId: number, ids: readonly number[] | null): Promise<void> {
  await sql`
    insert into notice_read (user_id, notice_id)
    select ${userId}::integer, notice_id from sys_notice
    where status = '0' and (${ids}::integer[] is null or notice_id = any(${ids}))
    on conflict do nothing`.execute(db);
}
