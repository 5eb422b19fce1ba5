import { DAY_MINUTES } from '@limpid/contract/durations';
import { sql } from 'kysely';
import { scopeCondition } from '../auth/scope.store.ts';
import { type Clock, minutesFrom } from '../clock.ts';
import type { Database } from '../db/database.ts';
import type { Connection } from '../db/transaction.ts';
import { type DepartmentLineage, type LiveListener, listensAtOwn, readTopicKind } from './audience.rule.ts';

const keptMinutes = DAY_MINUTES;
const passingMinutes = 10;

export interface StoredMessage {
  seq: number;
  deptId: number;
  topic: string;
  payload: unknown;
  kept: boolean;
  path: DepartmentLineage;
}

/** The ids of a department and its ancestors; undefined if it does not exist. */
export async function findDepartmentPath(
  db: Database,
  deptId: number,
): Promise<DepartmentLineage | undefined> {
  const { rows } = await sql<{ path: number[] }>`
    select array[dept_id] || ancestors as path from sys_dept
    where dept_id = ${deptId} and del_flag = '0'`.execute(db);
  return rows[0]?.path;
}

export async function insertMessage(
  db: Database,
  clock: Clock,
  message: { deptId: number; topic: string; payload: string; kept: boolean },
): Promise<number> {
  const { deptId, topic, payload, kept } = message;
  const { rows } = await sql<{ seq: number }>`
    with numbered as (update live_counter set last_seq = last_seq + 1 returning last_seq)
    insert into live_message (seq, dept_id, topic, payload, kept, created_at)
    select last_seq, ${deptId}, ${topic}, ${payload}::jsonb, ${kept}, ${clock.now()} from numbered
    returning seq`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** Inserts kept messages in their order. */
export async function insertKeptMessages(
  client: Connection,
  clock: Clock,
  messages: readonly { deptId: number; topic: string; payload: string }[],
): Promise<void> {
  await client.query(
    `with numbered as (
       update live_counter set last_seq = last_seq + $1::integer returning last_seq - $1::integer as before)
     insert into live_message (seq, dept_id, topic, payload, kept, created_at)
     select before + number, dept_id, topic, payload::jsonb, true, $2
     from numbered, unnest($3::integer[], $4::text[], $5::text[]) with ordinality as m (dept_id, topic, payload, number)`,
    [
      messages.length,
      clock.now(),
      messages.map(({ deptId }) => deptId),
      messages.map(({ topic }) => topic),
      messages.map(({ payload }) => payload),
    ],
  );
}

/** The newest number, and the highest one that is no longer stored. */
export async function readCounter(db: Database): Promise<{ lastSeq: number; forgottenSeq: number }> {
  const { rows } = await sql<{ lastSeq: number; forgottenSeq: number }>`
    select last_seq, forgotten_seq from live_counter`.execute(db);
  return rows[0] ?? { lastSeq: 0, forgottenSeq: 0 };
}

/** The messages of all processes after a number, in order. */
export async function listMessagesAfter(db: Database, seq: number, limit: number): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select m.seq, m.dept_id, m.topic, m.payload, m.kept, array[d.dept_id] || d.ancestors as path
    from live_message m join sys_dept d using (dept_id)
    where m.seq > ${seq} order by m.seq limit ${limit}`.execute(db);
  return rows;
}

interface MissedQuery {
  since: number;
  upTo: number;
  topics: ReadonlySet<string>;
  listener: LiveListener;
  limit: number;
}

/** The newest messages that a listener missed and may see, oldest first. */
export async function listMissed(db: Database, missed: MissedQuery): Promise<StoredMessage[]> {
  const { since, upTo, topics, listener, limit } = missed;
  const { deptId, scopes } = listener;
  const within = listensAtOwn(listener)
    ? sql`true`
    : sql`(d.dept_id = ${deptId} or d.ancestors @> array[${deptId}::integer])`;
  const wanted = [...topics].flatMap((topic) => {
    const scope = scopes.get(readTopicKind(topic));
    if (!scope) return [];
    const named = sql`(m.topic = ${topic} or split_part(m.topic, ':', 1) = ${topic})`;
    return [sql`(${named} and ${scopeCondition(scope, { dept: 'm.dept_id' })})`];
  });
  if (wanted.length === 0 || since >= upTo) return [];
  const { rows } = await sql<StoredMessage>`
    select m.seq, m.dept_id, m.topic, m.payload, m.kept, array[d.dept_id] || d.ancestors as path
    from live_message m join sys_dept d using (dept_id)
    where m.kept and m.seq > ${since} and m.seq <= ${upTo}
      and ${within} and (${sql.join(wanted, sql` or `)})
    order by m.seq desc limit ${limit}`.execute(db);
  return rows.toReversed();
}

/** Removes messages older than a day, and records the highest removed number. Returns how many were removed. */
export async function removeOldMessages(db: Database, clock: Clock): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with gone as (
      delete from live_message
      where created_at < ${minutesFrom(clock, -keptMinutes)}
        or (created_at < ${minutesFrom(clock, -passingMinutes)} and not kept)
      returning seq, kept),
    noted as (
      update live_counter set forgotten_seq = greatest(forgotten_seq, last.seq)
      from (select max(seq) as seq from gone where kept) last where last.seq is not null)
    select count(*) from gone`.execute(db);
  return rows[0]?.count ?? 0;
}
