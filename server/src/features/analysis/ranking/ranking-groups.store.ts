import type { RankingUnit } from '@limpid/contract/analysis/ranking-table';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type PollutantSlot, withholdingBounds } from '../../rollup/rollup.api.ts';
import { type Measure, minCovered } from './measure.store.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';
import { askSites, judgeSites, type RankingTableQuery } from './ranking-table.store.ts';

export type GroupUnit = Exclude<RankingUnit, 'site'>;

/** A group of sites: the sites of an entity, or of the entities with the same group. */
export interface StoredGroup {
  key: string;
  entityId: number | null;
  entityName: string | null;
  entityNameEn: string | null;
  entityNameFr: string | null;
  entityGroup: string | null;
  simulated: boolean;
  soFar: boolean;
  zones: string[];
  /** Enabled sites, and those of them with a value. */
  enabled: number;
  /** By channel: enabled sites that can measure it, those with a value, and their mean; also of the compared period. */
  able: number;
  valid: number;
  value: number | null;
  validBefore: number;
  before: number | null;
  hasData: boolean;
  /** The most valid days of one site, and the days that were expected of it. */
  counted: number;
  expected: number;
  /** By position in the pollutants: enabled sites that can measure it. */
  pollutantSites: number[];
}

const keys: Record<GroupUnit, RawBuilder<unknown>> = {
  entity: sql`j.entity_id::text`,
  group: sql`coalesce(e.entity_group, '')`,
};

const canMeasure = (slot: number) => sql`j.device_type_id in (
  select device_type_id from basic_device_type_channel join basic_channel using (channel_id) where slot = ${slot}::integer)`;

export async function listRankedGroups(
  db: Database,
  query: RankingTableQuery,
  unit: GroupUnit,
  pollutants: readonly PollutantSlot[],
): Promise<StoredGroup[]> {
  const { measure } = query;
  const isAble = measure === 'index' ? sql`true` : canMeasure(measure.slot);
  const perPollutant = pollutants.map(
    ({ slot }) => sql`count(*) filter (where enabled and ${canMeasure(slot)})::integer`,
  );
  const name = (column: string) =>
    unit === 'entity' ? sql`min(${sql.ref(`e.${column}`)})` : sql`null::text`;
  const { rows } = await sql<StoredGroup>`
    ${judgeSites(query)}
    select ${keys[unit]} as key, ${unit === 'entity' ? sql`min(j.entity_id)` : sql`null::integer`} as entity_id,
      ${name('entity_name')} as entity_name, ${name('entity_name_en')} as entity_name_en,
      ${name('entity_name_fr')} as entity_name_fr, min(e.entity_group) as entity_group, bool_or(simulated) as simulated,
      bool_or(so_far) as so_far, array_agg(distinct e.zone) as zones, count(*) filter (where enabled)::integer as enabled,
      count(*) filter (where enabled and ${isAble})::integer as able, count(value)::integer as valid,
      ${average('value', measure)} as value, count(before)::integer as valid_before, ${average('before', measure)} as before,
      coalesce(bool_or(has_data and enabled), false) as has_data, max(counted)::integer as counted,
      max(expected)::integer as expected, array[${sql.join([sql`0`, ...perPollutant])}]::integer[] as pollutant_sites
    from judged j join site_entity e using (entity_id) group by 1`.execute(db);
  return rows.map((row) => ({ ...row, pollutantSites: row.pollutantSites.slice(1) }));
}

/** Sound is averaged by energy. */
function average(column: 'value' | 'before', measure: Measure): RawBuilder<unknown> {
  const value = sql.ref(column);
  return measure !== 'index' && measure.by === 'level'
    ? sql`(10 * log(avg(power(10, ${value} / 10.0))))::real`
    : sql`avg(${value})::real`;
}

/** One hour or day of a group: by position in the pollutants, the mean of the sites with a valid value, and their number. */
export interface StoredGroupMeans {
  key: string;
  date: string;
  means: (number | null)[];
  sites: number[];
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
  const from = isHour
    ? sql`(select h.*, (ts at time zone j.zone)::date as date from reading_hour h join asked j using (site_id)
        where ts > ${period.hour}::timestamptz - interval '1 hour' and ts <= ${period.hour}
          and ts = date_trunc('hour', ${period.hour}::timestamptz, j.zone)) r`
    : sql`(select d.*, day as date from reading_day d where day between ${period.first} and ${period.last}) r`;
  const { rows } = await sql<StoredGroupMeans>`
    ${askSites(query)}
    select ${keys[unit]} as key, min(date)::text as date, array[${sql.join(columns.means)}]::float8[] as means,
      array[${sql.join(columns.sites)}]::integer[] as sites
    from ${from} join asked j using (site_id) join site_entity e on e.entity_id = j.entity_id
    where enabled group by 1${isHour ? sql`` : sql`, date`}`.execute(db);
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
