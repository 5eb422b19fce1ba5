import type { RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type PollutantSlot, withholdingBounds } from '../../rollup/rollup.api.ts';
import { siteFilterCondition } from '../site-filter.store.ts';
import { minCovered } from './measure.store.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import type { RankingTableQuery } from './standings.ts';

export type GroupUnit = Exclude<RankingUnit, 'site'>;

const keys: Record<GroupUnit, RawBuilder<unknown>> = {
  entity: sql`j.entity_id::text`,
  group: sql`coalesce(e.entity_group, '')`,
};

export interface RankedEntity {
  entityId: number;
  entityName: string;
  entityNameEn: string | null;
  entityNameFr: string | null;
  entityGroup: string | null;
}

export async function listRankedEntities(db: Database): Promise<Map<number, RankedEntity>> {
  const { rows } = await sql<RankedEntity>`
    select entity_id, entity_name, entity_name_en, entity_name_fr, entity_group from site_entity`.execute(db);
  return new Map(rows.map((entity) => [entity.entityId, entity]));
}

/** The slots of each device type. */
export async function listDeviceTypeSlots(db: Database): Promise<Map<number, ReadonlySet<number>>> {
  const { rows } = await sql<{ deviceTypeId: number; slots: number[] }>`
    select device_type_id, array_agg(slot::integer) as slots
    from basic_device_type_channel join basic_channel using (channel_id) group by device_type_id`.execute(db);
  return new Map(rows.map(({ deviceTypeId, slots }) => [deviceTypeId, new Set(slots)]));
}

/** Begins a statement with the CTE `asked`: every site of the query, with its zone. */
function askSites({ scope, sites }: RankingTableQuery): RawBuilder<unknown> {
  return sql`
    with asked as materialized (
      select s.site_id, s.entity_id, s.status = '0' as enabled, zone
      from site s join site_entity using (entity_id) where ${siteFilterCondition(scope, sites)}
    )`;
}

/** One hour or day of a group: by position in the pollutants, the mean of the sites with a valid value, and their number. */
export interface StoredGroupMeans {
  key: string;
  date: string;
  means: (number | null)[];
  sites: number[];
  /** The mean of the highest values of ozone on a day, in the unit of its channel; null for an hour, or if one is unknown. */
  highestOzone: number | null;
}

/** The hours or days of the enabled sites of each group in a period. */
export async function listGroupMeans(
  db: Database,
  query: RankingTableQuery,
  unit: GroupUnit,
  period: ComparedPeriod,
  pollutants: readonly PollutantSlot[],
): Promise<StoredGroupMeans[]> {
  if (pollutants.length === 0) return [];
  const isHour = 'hour' in period;
  const least = isHour ? minCovered.hour : minCovered.day;
  const parts = pollutants.map(({ pollutant, slot }) => {
    // The index of a day takes ozone from its own column.
    if (!isHour && pollutant === 'O3') return { value: sql`o3_8h`, isValid: sql`o3_8h >= 0` };
    const value = sql.ref(`a${slot}`);
    return { value, isValid: sql`${sql.ref(`c${slot}`)} >= ${least} and ${value} >= 0` };
  });
  const columns = {
    means: parts.map(({ value, isValid }) => sql`avg(${value}) filter (where ${isValid})`),
    sites: parts.map(({ isValid }) => sql`count(*) filter (where ${isValid})`),
  };
  const ozone = isHour ? undefined : pollutants.find(({ pollutant }) => pollutant === 'O3');
  const highest = ozone && { value: sql.ref(`h${ozone.slot}`), valid: sql.ref(`c${ozone.slot}`) };
  const highestOzone = highest
    ? sql`case when bool_and(${highest.value} is not null) filter (where ${highest.valid} >= ${least})
        then avg(${highest.value}) filter (where ${highest.valid} >= ${least}) end`
    : sql`null::float8`;
  const from = isHour
    ? sql`(select h.*, (ts at time zone j.zone)::date as date from reading_hour h join asked j using (site_id)
        where ts > ${period.hour}::timestamptz - interval '1 hour' and ts <= ${period.hour}
          and ts = date_trunc('hour', ${period.hour}::timestamptz, j.zone)) r`
    : sql`(select d.*, day as date from reading_day d where day between ${period.first} and ${period.last}) r`;
  const { rows } = await sql<StoredGroupMeans>`
    ${askSites(query)}
    select ${keys[unit]} as key, min(date)::text as date, array[${sql.join(columns.means)}]::float8[] as means,
      array[${sql.join(columns.sites)}]::integer[] as sites, ${highestOzone} as highest_ozone
    from ${from} join asked j using (site_id) join site_entity e on e.entity_id = j.entity_id
    where enabled group by 1${isHour ? sql`` : sql`, date`}`.execute(db);
  return rows;
}

/** Of one day of a group: the mean of the highest valid hours of ozone of its sites, and of how many sites. */
export interface StoredOzoneHours {
  key: string;
  date: string;
  mean: number;
  sites: number;
}

/** The highest hours of ozone on these dates, of enabled sites with enough valid hours. */
export async function listHighestOzoneHours(
  db: Database,
  query: RankingTableQuery,
  unit: GroupUnit,
  days: { keys: readonly string[]; dates: readonly string[] },
  slot: number,
): Promise<StoredOzoneHours[]> {
  const dates = days.dates.toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (!first || !last) return [];
  const [mean, covered] = [sql.ref(`h.a${slot}`), sql.ref(`h.c${slot}`)];
  // The dates of all zones lie within a day around those of UTC, which selects the partitions.
  const { rows } = await sql<StoredOzoneHours>`
    ${askSites(query)}, highest as (
      select ${keys[unit]} as key, (h.ts at time zone j.zone)::date as date, h.site_id, max(${mean}) as value
      from reading_hour h join asked j using (site_id) join site_entity e on e.entity_id = j.entity_id
      where enabled and ${keys[unit]} = any(${[...days.keys]})
        and h.ts >= ${first}::date - 1 and h.ts < ${last}::date + 2
        and (h.ts at time zone j.zone)::date = any(${dates}::date[])
        and ${covered} >= ${minCovered.hour} and ${mean} >= 0
      group by 1, 2, 3 having count(*) >= ${minCovered.day}
    )
    select key, date::text as date, avg(value)::float8 as mean, count(*)::integer as sites
    from highest group by 1, 2`.execute(db);
  return rows;
}

/** By group and position in the pollutants: whether any of its enabled sites has a value in the month up to a date. */
export async function listMeasuredPollutants(
  db: Database,
  query: RankingTableQuery,
  unit: GroupUnit,
  until: string,
  pollutants: readonly PollutantSlot[],
): Promise<Map<string, boolean[]>> {
  if (pollutants.length === 0) return new Map();
  const columns = pollutants.map(({ slot }) => sql`coalesce(bool_or(${sql.ref(`c${slot}`)} > 0), false)`);
  const { rows } = await sql<{ key: string; measured: boolean[] }>`
    ${askSites(query)}
    select ${keys[unit]} as key, array[${sql.join(columns)}] as measured
    from reading_day join asked j using (site_id) join site_entity e on e.entity_id = j.entity_id
    where enabled and day > ${until}::date - ${withholdingBounds.measuredDays}::integer and day <= ${until}::date
    group by 1`.execute(db);
  return new Map(rows.map(({ key, measured }) => [key, measured]));
}
