import type { IndexPollutant } from '@limpid/aqi/pollutant';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { PollutantSlot } from '../../rollup/rollup.api.ts';

/** A stored day of a site. */
export interface StoredSiteDay {
  siteId: number;
  day: string;
  aqi: number | null;
  main: string | null;
  whole: boolean;
  ozone: number | null;
  /** By position in the pollutants: the mean in the unit of the channel, and its valid hours. */
  means: (number | null)[];
  hours: (number | null)[];
}

/** The stored days of sites, in the order of sites and days. */
export async function listSiteDays(
  db: Database,
  siteIds: readonly number[],
  [first, last]: readonly [string, string],
  pollutants: readonly PollutantSlot[],
): Promise<StoredSiteDay[]> {
  const columns = (kind: string, type: string) =>
    sql`array[${sql.join(pollutants.map(({ slot }) => sql.ref(`${kind}${slot}`)))}]::${sql.raw(type)}[]`;
  const { rows } = await sql<StoredSiteDay>`
    select site_id, day::text, aqi, main, whole, o3_8h as ozone, ${columns('a', 'real')} as means,
      ${columns('c', 'integer')} as hours
    from reading_day where site_id = any(${[...siteIds]}) and day between ${first} and ${last}
    order by site_id, day`.execute(db);
  return rows;
}

/** The pollutants that the device type of a site has a channel for. */
export function measuredPollutants(
  slots: ReadonlySet<number> | undefined,
  pollutants: readonly PollutantSlot[],
): IndexPollutant[] {
  return pollutants.flatMap(({ pollutant, slot }) => (slots?.has(slot) ? [pollutant] : []));
}
