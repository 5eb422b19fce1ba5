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
}

/** Notes readings in the transaction that stores them. */
export async function noteArrivals(
  client: Connection,
  readings: readonly Reading[],
  { replacing, repeated }: EarlierReadings,
): Promise<void> {
  const news = readings.filter((reading) => !repeated.has(reading) && !replacing.has(reading));
  await insertArrivals(client, news, false);
  await insertArrivals(client, [...replacing], true);
}

/** Notes readings in the transaction that changes them. */
export const noteChanges = (client: Connection, readings: readonly Reading[]): Promise<void> =>
  insertArrivals(client, readings, true);

async function insertArrivals(
  client: Connection,
  readings: readonly Reading[],
  isChanged: boolean,
): Promise<void> {
  if (readings.length === 0) return;
  await client.query(
    `insert into forward_arrival (sites, kinds, times, changed)
     select $1, $2, $3, $4 where exists (select from forward_target)`,
    [
      readings.map(({ siteId }) => siteId),
      readings.map(({ kind }) => kind),
      readings.map(({ ts }) => new Date(ts).toISOString()),
      isChanged,
    ],
  );
}

interface ArrivalRow {
  arrival_id: string;
  sites: number[];
  kinds: PacketKind[];
  moments: number[];
  changed: boolean;
}

/** Takes the oldest batches of arrivals, at most so many; they are in the order of their times. */
export async function takeArrivals(
  client: Connection,
  most: number,
): Promise<{ arrivals: Arrival[]; isComplete: boolean }> {
  const { rows } = await client.query<ArrivalRow>(
    `delete from forward_arrival
     where arrival_id = any(array(select arrival_id from forward_arrival order by arrival_id limit $1))
     returning arrival_id, sites, kinds, changed,
       array(select extract(epoch from time)::float8 * 1000 from unnest(times) with ordinality as one(time, n) order by n) as moments`,
    [most],
  );
  const arrivals = rows.flatMap(({ sites, kinds, moments, changed }) =>
    sites.map((siteId, at) => ({
      siteId,
      // Only kinds of `packetKinds` are stored.
      kind: kinds[at] as PacketKind,
      ts: Math.round(moments[at] ?? 0),
      isChanged: changed,
    })),
  );
  return { arrivals: arrivals.toSorted((a, b) => a.ts - b.ts), isComplete: rows.length < most };
}
