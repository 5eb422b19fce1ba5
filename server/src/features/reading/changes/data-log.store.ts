import { sql } from 'kysely';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Connection } from '../../../platform/db/transaction.ts';
import type { ValueStep } from './requests.ts';

/** One value that replaced another. */
export interface DataEntry {
  siteId: number | null;
  siteName: string;
  channelCode: string;
  dataTime: Date;
  oldValue: string | null;
  newValue: string | null;
  /** Entered by the user, or a translation key for changes by the program. */
  reason: string;
  operName: string | null;
}

/** A corrected value with its step, or one whose corrections were withdrawn, which is not undone again. */
export type CorrectedEntry = DataEntry & { step: ValueStep; isWithdrawn: boolean };

/** Writes the data-modify log in the transaction of the change, so that no change lacks its record. */
export async function recordDataChanges(
  client: Connection,
  clock: Clock,
  entries: readonly DataEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, old_value, new_value, reason, oper_name, create_time)
     select input.*, $9::timestamptz
     from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[]) as input`,
    [...columnsOf(entries), entries.map(({ operName }) => operName), clock.now().toISOString()],
  );
}

/** Writes the values of one correction under one number, so that they can be undone together. */
export async function recordCorrection(
  client: Connection,
  clock: Clock,
  entries: readonly CorrectedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, old_value, new_value, reason, oper_name, step,
       create_time, correction_id)
     select site_id, site_name, channel_code, data_time, old_value, new_value, reason, oper_name, step, $11::timestamptz,
       case when withdrawn then null else (select nextval('data_correction_id')) end
     from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::boolean[])
       as input(site_id, site_name, channel_code, data_time, old_value, new_value, reason, oper_name, step, withdrawn)`,
    [
      ...columnsOf(entries),
      entries.map(({ operName }) => operName),
      entries.map(({ step }) => step),
      entries.map(({ isWithdrawn }) => isWithdrawn),
      clock.now().toISOString(),
    ],
  );
}

function columnsOf(entries: readonly Omit<DataEntry, 'operName'>[]): unknown[][] {
  return [
    entries.map(({ siteId }) => siteId),
    entries.map(({ siteName }) => siteName),
    entries.map(({ channelCode }) => channelCode),
    entries.map(({ dataTime }) => dataTime.toISOString()),
    entries.map(({ oldValue }) => oldValue),
    entries.map(({ newValue }) => newValue),
    entries.map(({ reason }) => reason),
  ];
}

/**
 * Records values that a later packet has replaced, in the same transaction. A repeated packet is replaced
 * again, which is recorded once.
 */
export async function recordReplacedValues(
  client: Connection,
  clock: Clock,
  entries: readonly Omit<DataEntry, 'operName'>[],
): Promise<void> {
  await client.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, old_value, new_value, reason, create_time)
     select distinct on (site_id, channel_code, data_time, old_value) input.*, $8::timestamptz
     from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
       as input(site_id, site_name, channel_code, data_time, old_value, new_value, reason)
     where not exists (
       select from data_log stored where stored.data_time = input.data_time and stored.site_id = input.site_id
         and stored.channel_code = input.channel_code and stored.old_value = input.old_value and stored.oper_name is null)`,
    [...columnsOf(entries), clock.now().toISOString()],
  );
}

/** A manually changed value; moments in epoch milliseconds. */
export interface DataChange {
  ts: number;
  changedAt: number;
  channelCode: string;
  oldValue: string | null;
  newValue: string | null;
  reason: string;
  operName: string | null;
  /** The correction it was part of, with the number of its values; null for imports and undone ones. */
  correctionId: number | null;
  correctedValues: number;
}

type Tables = {
  dataLog: Omit<DataChange, 'ts' | 'changedAt' | 'correctedValues'> & {
    logId: number;
    siteId: number;
    dataTime: Date;
    createTime: Date;
  };
};

/** The manual changes of a site's values, or of one channel, in `[from, to)`; the last one first. */
export async function listManualChanges(
  db: Database,
  { siteId, channelCode }: { siteId: number; channelCode?: string | undefined },
  [from, to]: readonly [number, number],
  most: number,
): Promise<DataChange[]> {
  const millis = (column: 'data_time' | 'create_time') =>
    sql<number>`(extract(epoch from ${sql.ref(column)}) * 1000)::float8`;
  return db
    .withTables<Tables>()
    .selectFrom('dataLog')
    .select(['channelCode', 'oldValue', 'newValue', 'reason', 'operName'])
    .select([millis('data_time').as('ts'), millis('create_time').as('changedAt')])
    .select([
      sql<number | null>`correction_id::float8`.as('correctionId'),
      sql<number>`(select count(*) from data_log part where part.correction_id = data_log.correction_id)::int`.as(
        'correctedValues',
      ),
    ])
    .where('siteId', '=', siteId)
    .$if(channelCode !== undefined, (query) => query.where('channelCode', '=', channelCode ?? ''))
    .where('operName', 'is not', null)
    .where('dataTime', '>=', new Date(from))
    .where('dataTime', '<', new Date(to))
    .orderBy('createTime', 'desc')
    .orderBy('logId', 'desc')
    .limit(most)
    .execute();
}

/** Values of one channel that a person changed at once for one reason; moments in epoch milliseconds. */
export interface ChangeGroup {
  siteId: number;
  channelCode: string;
  /** The first and the last changed value. */
  from: number;
  to: number;
  count: number;
  changedAt: number;
  reason: string;
  operName: string;
}

/**
 * The manual changes of values in `[from, to)` that were not undone, joined by request, the latest request first. An entry
 * with a step and without a correction undoes all changes before it.
 */
export async function listChangeGroups(
  db: Database,
  siteIds: readonly number[],
  channelCodes: readonly string[],
  [from, to]: readonly [number, number],
  most: number,
): Promise<ChangeGroup[]> {
  const { rows } = await sql<ChangeGroup>`
    select site_id, channel_code, (extract(epoch from min(data_time)) * 1000)::float8 as from,
      (extract(epoch from max(data_time)) * 1000)::float8 as to, count(*)::int as count,
      (extract(epoch from create_time) * 1000)::float8 as changed_at, reason, oper_name
    from data_log part
    where data_time >= ${new Date(from)} and data_time < ${new Date(to)} and oper_name is not null
      and site_id = any(${[...siteIds]}) and channel_code = any(${[...channelCodes]})
      and (step is null or correction_id is not null) and not exists (
        select from data_log later
        where later.data_time = part.data_time and later.site_id = part.site_id
          and later.channel_code = part.channel_code and later.oper_name is not null
          and later.correction_id is null and (later.step = part.step or part.step is null and later.step is not null)
          and later.log_id > part.log_id)
    group by site_id, channel_code, create_time, reason, oper_name
    order by create_time desc, min(data_time)
    limit ${most}`.execute(db);
  return rows;
}

/** A value whose last manual change is part of a correction; the moment in epoch milliseconds. */
interface StandingChange {
  siteId: number;
  channelCode: string;
  step: ValueStep;
  ts: number;
}

/** The values of a correction, without those that were changed again later. */
export async function listStandingChanges(db: Database, correctionId: number): Promise<StandingChange[]> {
  const { rows } = await sql<StandingChange>`
    select site_id, channel_code, step, (extract(epoch from data_time) * 1000)::float8 as ts
    from data_log part
    where correction_id = ${correctionId} and not exists (
      select from data_log later
      where later.data_time = part.data_time and later.site_id = part.site_id
        and later.channel_code = part.channel_code and later.oper_name is not null and later.log_id > part.log_id)
    order by log_id`.execute(db);
  return rows;
}
