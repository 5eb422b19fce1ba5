import { DAY_MINUTES } from '@limpid/contract/durations';
import { sql } from 'kysely';
import { type Clock, minutesFrom } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type AttemptTally, emptyTally, knownAddressDays, lockMinutes } from './login-guard.rule.ts';

/** What attempts are counted for; account or address is empty if it does not apply. */
export interface AttemptSubject<K extends string> {
  kind: K;
  account: string;
  address: string;
}

export type SubjectTallies<K extends string> = Record<K, AttemptTally>;

const columns = sql`kind, failed_at, pending, extract(epoch from locked_until)::float8 * 1000 as locked_until`;

export async function readTallies<K extends string>(
  db: Database,
  subjects: readonly AttemptSubject<K>[],
): Promise<SubjectTallies<K>> {
  const { rows } = await sql<AttemptTally & { kind: K }>`
    select ${columns} from login_failure
    where (kind, account, address) in (select * from ${unnest(subjects)})`.execute(db);
  return indexTallies(subjects, rows);
}

/**
 * Locks and changes the tallies of subjects, and returns the value of `change`. Callers list subjects in the order of
 * `guardKinds`, so that two attempts cannot deadlock. Without `tallies` nothing is written.
 */
export function changeTallies<K extends string, V>(
  { db, clock }: { db: Database; clock: Clock },
  subjects: readonly AttemptSubject<K>[],
  change: (tallies: SubjectTallies<K>) => { tallies?: SubjectTallies<K>; value: V },
): Promise<V> {
  return db.transaction().execute(async (transaction) => {
    const expiresAt = minutesFrom(clock, lockMinutes);
    const { rows } = await sql<AttemptTally & { kind: K }>`
      insert into login_failure (kind, account, address, expires_at)
      select *, ${expiresAt}::timestamptz from ${unnest(subjects)}
      on conflict (kind, account, address) do update set expires_at = excluded.expires_at
      returning ${columns}`.execute(transaction);
    const { tallies, value } = change(indexTallies(subjects, rows));
    if (!tallies) return value;
    const values = subjects.map((subject) => ({ ...subject, ...tallies[subject.kind] }));
    await sql`
      update login_failure f
      set failed_at = n."failedAt", pending = n.pending, locked_until = to_timestamp(n."lockedUntil" / 1000)
      from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as n
        (kind text, account text, address text, "failedAt" float8[], pending float8[], "lockedUntil" float8)
      where (f.kind, f.account, f.address) = (n.kind, n.account, n.address)`.execute(transaction);
    return value;
  });
}

function unnest(subjects: readonly AttemptSubject<string>[]) {
  const list = (name: keyof AttemptSubject<string>) => subjects.map((subject) => subject[name]);
  return sql`unnest(${list('kind')}::text[], ${list('account')}::text[], ${list('address')}::text[])`;
}

function indexTallies<K extends string>(
  subjects: readonly AttemptSubject<K>[],
  rows: readonly (AttemptTally & { kind: K })[],
): SubjectTallies<K> {
  const found = new Map<K, AttemptTally>(rows.map(({ kind, ...tally }) => [kind, tally]));
  const entries = subjects.map(({ kind }) => [kind, found.get(kind) ?? emptyTally]);
  // Each kind of the subjects has an entry.
  return Object.fromEntries(entries) as SubjectTallies<K>;
}

/** Removes all failures of an account, which unlocks it for every address. */
export async function clearFailures(db: Database, account: string): Promise<void> {
  await sql`delete from login_failure where account = ${account}`.execute(db);
}

export async function markCaptchaAsked(db: Database, clock: Clock, address: string): Promise<void> {
  await sql`
    insert into login_failure (kind, address, expires_at)
    values ('captcha', ${address}, ${minutesFrom(clock, lockMinutes)})
    on conflict (kind, account, address) do update set expires_at = excluded.expires_at`.execute(db);
}

export async function wasCaptchaAsked(db: Database, clock: Clock, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from login_failure
    where kind = 'captcha' and account = '' and address = ${address} and expires_at > ${clock.now()}`.execute(
    db,
  );
  return rows.length > 0;
}

export async function rememberAddress(
  db: Database,
  clock: Clock,
  userId: number,
  address: string,
): Promise<void> {
  await sql`
    insert into login_address (user_id, address, last_login_at) values (${userId}, ${address}, ${clock.now()})
    on conflict (user_id, address) do update set last_login_at = excluded.last_login_at`.execute(db);
}

export async function isKnownAddress(
  db: Database,
  clock: Clock,
  userName: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from login_address join sys_user using (user_id)
    where user_name = ${userName} and del_flag = '0' and address = ${address}
      and last_login_at > ${knownSince(clock)}`.execute(db);
  return rows.length > 0;
}

export async function removeOldAddresses(db: Database, clock: Clock): Promise<number> {
  const gone = await sql`delete from login_address where last_login_at < ${knownSince(clock)}`.execute(db);
  return Number(gone.numAffectedRows ?? 0);
}

function knownSince(clock: Clock): Date {
  return minutesFrom(clock, -knownAddressDays * DAY_MINUTES);
}
