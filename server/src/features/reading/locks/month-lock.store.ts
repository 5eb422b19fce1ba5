import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../../platform/db/database.ts';
import { listUnlockedParts, type SiteLock, type SiteLocks } from './month-lock.rule.ts';

/** Namespace of the advisory lock that separates those who change readings from those who lock a month. */
const monthLocks = 7313;

/**
 * Begins a transaction that changes readings or queues hours. It holds a shared advisory lock; locking a month needs the
 * exclusive one, so the month locks that the next statement reads stay valid until the transaction ends. ADR 16.
 */
export const beginWriting = `begin; select pg_advisory_xact_lock_shared(${monthLocks}, 0)`;

/** The same within a transaction that has begun, for statements that follow. */
export async function joinWriters(db: Database): Promise<void> {
  await sql.raw(`select pg_advisory_xact_lock_shared(${monthLocks}, 0)`).execute(db);
}

const exclusive = `select pg_advisory_xact_lock(${monthLocks}, 0)`;

/** Waits until no transaction changes readings; until this one ends, none begins. */
export async function excludeWriters(transaction: Database | pg.ClientBase): Promise<void> {
  if ('executeQuery' in transaction) await sql.raw(exclusive).execute(transaction);
  else await transaction.query(exclusive);
}

/** Waits for writers that have not seen the locked months of a site that has come to another entity. */
export async function excludeWritersOfLocked(db: Database, siteId: number): Promise<void> {
  const { rows } = await sql`select from month_lock_site where site_id = ${siteId} limit 1`.execute(db);
  if (rows.length > 0) await excludeWriters(db);
}

interface LockRow {
  lock_id: number;
  site_id: number;
  month: string;
  since: number;
  until: number;
}

const lockColumns = `lock_id, month_lock_site.site_id, to_char(month, 'YYYY-MM') as month,
  extract(epoch from since)::float8 * 1000 as since, extract(epoch from until)::float8 * 1000 as until`;

function toLock({ lock_id: lockId, site_id: siteId, month, since, until }: LockRow): SiteLock {
  return { lockId, siteId, month, since, until };
}

/** The locks of these sites that overlap `[from, to)`. */
export async function readLocks(
  client: pg.ClientBase | pg.Pool,
  siteIds: readonly number[],
  [from, to]: readonly [number, number],
): Promise<SiteLocks> {
  const { rows } = await client.query<LockRow>(
    `select ${lockColumns} from month_lock_site where site_id = any($1::integer[]) and until > $2 and since < $3`,
    [siteIds, new Date(from).toISOString(), new Date(to).toISOString()],
  );
  return Map.groupBy(rows.map(toLock), ({ siteId }) => siteId);
}

/** Readings that came so much later than the newest of their batch are looked up on their own. */
const recentMs = 36 * HOUR_MS;

/**
 * The sites of readings that still exist, and the locks that may cover the readings. Nearly always one statement, which
 * finds no lock: the few late readings of a batch do not make it look at the past of all sites.
 */
export async function findSitesAndLocks(
  client: pg.ClientBase,
  readings: readonly { siteId: number; ts: number }[],
): Promise<{ sites: Set<number>; locks: SiteLocks }> {
  let newest = Number.NEGATIVE_INFINITY;
  for (const { ts } of readings) newest = Math.max(newest, ts);
  const first = newest - recentMs;
  const { rows } = await client.query<LockRow & { lock_id: number | null }>(
    `select site.site_id, lock_id, to_char(month, 'YYYY-MM') as month,
       extract(epoch from since)::float8 * 1000 as since, extract(epoch from until)::float8 * 1000 as until
     from site left join month_lock_site l on l.site_id = site.site_id and l.until > $2 and l.since <= $3
     where site.site_id = any($1::integer[])`,
    [
      [...new Set(readings.map(({ siteId }) => siteId))],
      new Date(first).toISOString(),
      new Date(newest).toISOString(),
    ],
  );
  const found = rows.filter(({ lock_id: lockId }) => lockId !== null).map(toLock);
  const late = readings.filter(({ ts }) => ts < first);
  if (late.length > 0) {
    const oldest = late.reduce((least, { ts }) => Math.min(least, ts), first);
    const locks = await readLocks(
      client,
      [...new Set(late.map(({ siteId }) => siteId))],
      [oldest, first + 1],
    );
    found.push(...[...locks.values()].flat());
  }
  return {
    sites: new Set(rows.map(({ site_id: siteId }) => siteId)),
    locks: Map.groupBy(found, ({ siteId }) => siteId),
  };
}

/** Refuses with the entity and the month of a lock. */
export async function failLocked(client: pg.ClientBase | pg.Pool, lock: SiteLock): Promise<never> {
  const { rows } = await client.query<{ name: string }>(
    'select entity_name as name from month_lock join site_entity using (entity_id) where lock_id = $1',
    [lock.lockId],
  );
  return fail('lock.month_locked', { entity: rows[0]?.name ?? '', month: lock.month });
}

/** The parts of each period, the end not included, that are in no locked month; refused if there are none at all. */
export async function clipToUnlocked<Period extends { siteId: number; from: number; to: number }>(
  client: pg.ClientBase,
  periods: readonly Period[],
): Promise<{ period: Period; parts: Period[] }[]> {
  if (periods.length === 0) return [];
  const locks = await readLocksOf(client, periods);
  const clipped = periods.map((period) => ({ period, parts: listUnlockedParts(period, locks) }));
  const [first] = [...locks.values()].flat();
  if (first && clipped.every(({ parts }) => parts.length === 0)) await failLocked(client, first);
  return clipped;
}

function readLocksOf(
  client: pg.ClientBase,
  periods: readonly { siteId: number; from: number; to: number }[],
): Promise<SiteLocks> {
  const siteIds = [...new Set(periods.map(({ siteId }) => siteId))];
  const [starts, ends] = [periods.map(({ from }) => from), periods.map(({ to }) => to)];
  return readLocks(client, siteIds, [Math.min(...starts), Math.max(...ends)]);
}

/** Refuses to change periods, the end not included, of which one reaches into a locked month. */
export async function refuseLockedPeriods(
  client: pg.ClientBase,
  periods: readonly { siteId: number; from: number; to: number }[],
): Promise<void> {
  if (periods.length === 0) return;
  const locks = await readLocksOf(client, periods);
  for (const { siteId, from, to } of periods) {
    const lock = locks.get(siteId)?.find(({ since, until }) => from < until && to > since);
    if (lock) await failLocked(client, lock);
  }
}

interface LockedEntity {
  siteId: number;
  entityName: string;
  month: string;
  since: number;
  until: number;
}

/** The locked months of sites with the name of the entity, to say why rows of a file are left out. */
export async function listLockedEntities(
  db: Database,
  siteIds: readonly number[],
  [first, last]: readonly [number, number],
): Promise<LockedEntity[]> {
  const { rows } = await sql<LockedEntity>`
    select s.site_id, entity_name, to_char(s.month, 'YYYY-MM') as month,
      extract(epoch from s.since)::float8 * 1000 as since, extract(epoch from s.until)::float8 * 1000 as until
    from month_lock_site s join month_lock l using (lock_id) join site_entity e on e.entity_id = l.entity_id
    where s.site_id = any(${[...siteIds]}) and s.until > ${new Date(first)} and s.since <= ${new Date(last)}`.execute(
    db,
  );
  return rows;
}

/**
 * Refuses K and B of a site that would count in a locked month: those from a moment in it, or before it without later ones
 * of the channel that begin before it. The transaction keeps months from being locked until it ends.
 */
export async function refuseLockedCoefficients(
  db: Database,
  siteId: number,
  channelIds: readonly number[],
  since: Date,
): Promise<void> {
  if (channelIds.length === 0) return;
  await joinWriters(db);
  const { rows } = await sql<{ entity: string; month: string }>`
    select entity_name as entity, to_char(s.month, 'YYYY-MM') as month
    from month_lock_site s join month_lock l using (lock_id) join site_entity e on e.entity_id = l.entity_id
    cross join unnest(${[...channelIds]}::integer[]) as channel(id)
    where s.site_id = ${siteId} and s.until > ${since} and s.since < coalesce((
      select min(next.since) from site_coefficient next
      where next.site_id = s.site_id and next.channel_id = channel.id and next.since > ${since}), 'infinity')
    order by s.month limit 1`.execute(db);
  const [found] = rows;
  if (found) fail('lock.month_locked', { entity: found.entity, month: found.month });
}

/** The end of the last locked month of a site after a moment, epoch milliseconds; undefined without one. */
export async function findLockEnd(db: Database, siteId: number, since: number): Promise<number | undefined> {
  const { rows } = await sql<{ until: number | null }>`
    select extract(epoch from max(until))::float8 * 1000 as until from month_lock_site
    where site_id = ${siteId} and until > ${new Date(since)}`.execute(db);
  return rows[0]?.until ?? undefined;
}

/** Refuses to remove a site with data in a locked month. */
export async function refuseLockedRemoval(
  db: Database,
  { siteId, siteName }: { siteId: number; siteName: string },
): Promise<void> {
  const { rows } = await sql<{ entity: string; month: string }>`
    select entity_name as entity, to_char(l.month, 'YYYY-MM') as month
    from month_lock_site s join month_lock l using (lock_id) join site_entity e on e.entity_id = l.entity_id
    where s.site_id = ${siteId} order by l.month limit 1`.execute(db);
  const [found] = rows;
  if (found) fail('lock.site', { name: siteName, entity: found.entity, month: found.month });
}
