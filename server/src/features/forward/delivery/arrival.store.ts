import type { Connection } from '../../../platform/db/transaction.ts';
import type { PacketKind, Reading } from '../../reading/model.api.ts';
import type { EarlierReadings } from '../../reading/storage.api.ts';

/** A reading that was stored or changed. */
export interface Arrival {
  siteId: number;
  kind: PacketKind;
  ts: number;
  /** Values that were stored before have changed. */
  isChanged: boolean;
  /** From a file, and not stored before. */
  isImported: boolean;
}

/** Notes readings in the transaction that stores them. */
export async function noteArrivals(
  client: Connection,
  readings: readonly Reading[],
  { replacing, repeated }: EarlierReadings,
): Promise<void> {
  const news = readings.filter((reading) => !repeated.has(reading) && !replacing.has(reading));
  await insertArrivals(client, news, { isChanged: false, isImported: false });
  await insertArrivals(client, [...replacing], { isChanged: true, isImported: false });
}

/** Notes readings in the transaction that changes or imports them. */
export async function noteChanges(
  client: Connection,
  readings: readonly Reading[],
  imported: ReadonlySet<Reading> = new Set(),
): Promise<void> {
  const changed = readings.filter((reading) => !imported.has(reading));
  await insertArrivals(client, changed, { isChanged: true, isImported: false });
  await insertArrivals(client, [...imported], { isChanged: false, isImported: true });
}

async function insertArrivals(
  client: Connection,
  readings: readonly Reading[],
  { isChanged, isImported }: Pick<Arrival, 'isChanged' | 'isImported'>,
): Promise<void> {
  if (readings.length === 0) return;
  await client.query(
    `insert into forward_arrival (sites, kinds, times, changed, imported)
     select $1, $2, $3, $4, $5 where exists (select from forward_target)`,
    [
      readings.map(({ siteId }) => siteId),
      readings.map(({ kind }) => kind),
      readings.map(({ ts }) => new Date(ts).toISOString()),
      isChanged,
      isImported,
    ],
  );
}

interface ArrivalRow {
  arrival_id: string;
  sites: number[];
  kinds: PacketKind[];
  moments: number[];
  changed: boolean;
  imported: boolean;
}

const [newAtOnce, changedAtOnce] = [100, 20];
/** Readings of changed batches that one round takes; at least one batch. */
const changesAtOnce = 5000;

interface TakenArrivals {
  arrivals: Arrival[];
  /** No new readings are left. */
  hasAllNew: boolean;
  isComplete: boolean;
}

/**
 * Takes the oldest batches of arrivals, new readings before changed ones: a correction of many hours is taken bit by bit
 * and delays nothing. They are in the order of their times.
 */
export async function takeArrivals(client: Connection): Promise<TakenArrivals> {
  const { rows } = await client.query<ArrivalRow>(
    `delete from forward_arrival where arrival_id = any(array(
       (select arrival_id from forward_arrival where not changed order by arrival_id limit $1)
       union all
       (select arrival_id from (
         select arrival_id, sum(cardinality(sites)) over (order by arrival_id) - cardinality(sites) as before from (
           select arrival_id, sites from forward_arrival where changed order by arrival_id limit $2) next
       ) counted where before < $3)
     ))
     returning arrival_id, sites, kinds, changed, imported,
       array(select extract(epoch from time)::float8 * 1000 from unnest(times) with ordinality as one(time, n) order by n) as moments`,
    [newAtOnce, changedAtOnce, changesAtOnce],
  );
  const arrivals = rows.flatMap(({ sites, kinds, moments, changed, imported }) =>
    sites.map((siteId, at) => ({
      siteId,
      // Only kinds of `packetKinds` are stored.
      kind: kinds[at] as PacketKind,
      ts: Math.round(moments[at] ?? 0),
      isChanged: changed,
      isImported: imported,
    })),
  );
  const changed = arrivals.filter(({ isChanged }) => isChanged).length;
  const hasAllNew = rows.filter((row) => !row.changed).length < newAtOnce;
  const hasAllChanged = rows.filter((row) => row.changed).length < changedAtOnce && changed < changesAtOnce;
  return {
    arrivals: arrivals.toSorted((a, b) => a.ts - b.ts),
    hasAllNew,
    isComplete: hasAllNew && hasAllChanged,
  };
}
