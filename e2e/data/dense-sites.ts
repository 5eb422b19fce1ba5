import { DAY_MS } from '@limpid/contract/durations';
import pg from 'pg';
import { addPartition } from '../../server/src/features/reading/partitions/partitions.store.ts';
import { packetKind } from '../../server/src/features/reading/reading.ts';
import { query, readConnection } from '../fixtures/database.ts';
import { addMeasuredSite } from '../fixtures/measured-site.ts';

interface DenseSites {
  count: number;
  /** Days in the zone of China: all hours from the first one, all minutes from the second one, to the end of the last one. */
  hoursFrom: string;
  minutesFrom: string;
  last: string;
}

/** Registers sites with PM2.5 by hour and by minute, without gaps. */
export async function addDenseSites(
  token: string,
  { count, hoursFrom, minutesFrom, last }: DenseSites,
): Promise<number[]> {
  const { siteId: first } = await addMeasuredSite(token, {
    hours: [hoursFrom, last],
    valueAt: (_, hour = 0) => 20 + hour,
  });
  const others: number[] = [];
  while (others.length < count - 1)
    others.push((await addMeasuredSite(token, { hours: [last, last], valueAt: () => 30 })).siteId);
  await query(
    `insert into reading_hour (site_id, ts, whole, a1, l1, h1, c1)
     select other, ts, whole, a1, l1, h1, c1 from reading_hour, unnest($2::integer[]) as other where site_id = $1
     on conflict do nothing`,
    [first, others],
  );
  const start = Date.parse(`${minutesFrom}T00:00:00+08:00`);
  const end = Date.parse(`${last}T00:00:00+08:00`) + DAY_MS;
  const pool = new pg.Pool({ ...readConnection(), max: 1 });
  for (let at = start; at < end; at += DAY_MS) await addPartition(pool, 'reading', at);
  await addPartition(pool, 'reading', end - 1);
  await pool.end();
  const sites = [first, ...others];
  await query(
    `insert into reading (site_id, ts, kind, rank, s1)
     select site, ts, $4, 0, 20 + extract(minute from ts)
     from unnest($1::integer[]) as site, generate_series($2::timestamptz, $3::timestamptz - interval '1 minute', '1 minute') as ts`,
    [sites, new Date(start), new Date(end), packetKind.minute],
  );
  return sites;
}
