import type { MapIndex } from '@limpid/contract/map/site-update';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { dayIndexColumns } from '../../reading/reading.api.ts';

/** A day as it is stored, with one of its slots. */
export interface StoredDay {
  day: string;
  aqi: number | null;
  main: string | null;
  whole: boolean;
  ozone: number | null;
  value: number | null;
  low: number | null;
  high: number | null;
  hours: number | null;
}

export async function listDays(
  db: Database,
  siteId: number,
  [first, last]: readonly [string, string],
  slot: number | undefined,
  index: MapIndex = 'china',
): Promise<StoredDay[]> {
  const { aqi, main, whole } = dayIndexColumns[index];
  const column = (kind: string) => (slot === undefined ? sql`null` : sql.ref(`${kind}${slot}`));
  const { rows } = await sql<StoredDay>`
    select day::text, ${sql.ref(aqi)} as aqi, ${sql.ref(main)} as main, ${sql.ref(whole)} as whole, o3_8h as ozone,
      ${column('a')} as value, ${column('l')} as low, ${column('h')} as high, ${column('c')} as hours
    from reading_day where site_id = ${siteId} and day between ${first} and ${last}`.execute(db);
  return rows;
}
