import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Connection } from '../../platform/db/transaction.ts';
import { type DataChange, listChanges } from './data-log.store.ts';

/** One attempt to send something on. */
export interface ForwardEntry {
  /** In which form: HJ 212, JSON … */
  type: string;
  /** What it was about: site, time of the data and target. */
  businessKey: string;
  handleData: string | null;
  succeeded: boolean;
  errorMsg: string | null;
  dataTime: Date | null;
}

/** One value that took another's place. */
export interface DataEntry {
  siteId: number | null;
  siteName: string;
  channelCode: string;
  dataTime: Date;
  oldValue: string | null;
  newValue: string | null;
  /** In the words of the person, or a translation key where the program decided. */
  reason: string;
  operName: string | null;
}

type LogTables = {
  forwardLog: Omit<ForwardEntry, 'succeeded'> & { handleResult: string; createTime: Date };
};

const tables = (db: Database) => db.withTables<LogTables>();
const maxData = 8000;
const maxMessage = 2000;

/** Writes the forward log. Takes many at once: whoever forwards does so in batches. */
export async function recordForwards(
  db: Database,
  clock: Clock,
  entries: readonly ForwardEntry[],
): Promise<void> {
  const createTime = clock.now();
  const rows = entries.map(({ succeeded, handleData, errorMsg, ...entry }) => ({
    ...entry,
    handleData: handleData?.slice(0, maxData) ?? null,
    errorMsg: errorMsg?.slice(0, maxMessage) ?? null,
    handleResult: succeeded ? '0' : '1',
    createTime,
  }));
  if (rows.length > 0) await tables(db).insertInto('forwardLog').values(rows).execute();
}

/** Writes the data-modify log, in the transaction of the change: none without its trace. */
export async function recordDataChanges(
  client: Connection,
  clock: Clock,
  entries: readonly DataEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  await client.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, old_value, new_value, reason, oper_name, create_time)
     select said.*, $9::timestamptz
     from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[], $8::text[]) as said`,
    [...columnsOf(entries), entries.map(({ operName }) => operName), clock.now().toISOString()],
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
 * Keeps values that a later packet has replaced, in the transaction that did so. A packet that comes again loses again:
 * that is written once.
 */
export async function recordReplacedValues(
  client: Connection,
  clock: Clock,
  entries: readonly Omit<DataEntry, 'operName'>[],
): Promise<void> {
  await client.query(
    `insert into data_log (site_id, site_name, channel_code, data_time, old_value, new_value, reason, create_time)
     select distinct on (site_id, channel_code, data_time, old_value) said.*, $8::timestamptz
     from unnest($1::integer[], $2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::text[])
       as said(site_id, site_name, channel_code, data_time, old_value, new_value, reason)
     where not exists (
       select from data_log known where known.data_time = said.data_time and known.site_id = said.site_id
         and known.channel_code = said.channel_code and known.old_value = said.old_value and known.oper_name is null)`,
    [...columnsOf(entries), clock.now().toISOString()],
  );
}

/** What people have changed of a site's values in `[from, to)`, the last change first. */
export function listDataChanges(
  db: Database,
  siteId: number,
  bounds: readonly [number, number],
  most: number,
): Promise<DataChange[]> {
  return listChanges(db, siteId, bounds, most);
}
