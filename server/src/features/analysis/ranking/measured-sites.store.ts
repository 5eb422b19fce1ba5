import type { MapIndex } from '@limpid/contract/map/site-update';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import type { Pool } from '../../../platform/db/transaction.ts';
import { type DayColumns, type DayItem, readDayColumns } from '../../reading/reading.api.ts';
import { type AirHourSource, withholdingBounds } from '../../rollup/rollup.api.ts';
import { computeHourIndices } from './foreign-hour.ts';
import { type Measure, minCovered, selectComplete } from './measure.store.ts';
import { collectChannel, collectIndex, type DayCollector, type SiteMeasure } from './measured-days.rule.ts';

/** The hour that contains a moment, or whole days of each site's own calendar, both included. */
export type ComparedPeriod = { hour: Date } | { first: string; last: string };

export interface MeasuredQuery {
  measure: Measure;
  index: MapIndex;
  now: Date;
  /** The slots of the pollutants; empty if indices cannot be withheld. */
  pollutantSlots: readonly number[];
}

interface Deps {
  db: Database;
  pool: Pool;
  air: AirHourSource;
}

/**
 * What sites have in a period, by their position; undefined for a site without anything. Days are read while the sites are
 * being listed.
 */
export async function measureSites(
  deps: Deps,
  period: ComparedPeriod,
  query: MeasuredQuery,
  listed: Promise<readonly number[]>,
): Promise<(place: number) => SiteMeasure | undefined> {
  if ('hour' in period) {
    const siteIds = await listed;
    const isStored = query.measure !== 'index' || query.index === 'china';
    const found = await (isStored
      ? measureHour(deps.db, period.hour, query)
      : measureForeignHour(deps.air, period.hour, query.index, siteIds));
    return (place) => found.get(siteIds[place] ?? 0);
  }
  const { measure } = query;
  const collect = <C extends DayCollector>(
    items: readonly DayItem[],
    open: (siteIds: readonly number[]) => C,
  ) => collectDays(deps.pool, period, items, listed.then(open));
  if (measure !== 'index')
    return (await collect([measure.slot], (siteIds) => collectChannel(siteIds, measure.by))).read;
  if (query.index !== 'china')
    return (await collect([query.index], (siteIds) => collectChannel(siteIds, 'mean'))).read;
  const index = await collect(['aqi', 'whole'], collectIndex);
  const doubtful = index.doubtful();
  if (doubtful.length > 0) index.withhold(await listWithheldSites(deps.db, doubtful, period.last, query));
  return index.read;
}

/** Reads days into a collector; those that are read before it is there wait for it. */
async function collectDays<C extends DayCollector>(
  pool: Pool,
  { first, last }: { first: string; last: string },
  items: readonly DayItem[],
  opened: Promise<C>,
): Promise<C> {
  const early: DayColumns[] = [];
  let add = (columns: DayColumns): void => void early.push(columns);
  const collecting = opened.then((collector) => {
    for (const columns of early) collector.add(columns);
    add = (columns) => collector.add(columns);
    return collector;
  });
  const [collector] = await Promise.all([
    collecting,
    readDayColumns(pool, [first, last], items, (columns) => add(columns)),
  ]);
  return collector;
}

const { since, upTo, measuredDays } = withholdingBounds;

/** Of these sites, those that measure all pollutants: their incomplete indices are withheld. */
async function listWithheldSites(
  db: Database,
  siteIds: readonly number[],
  last: string,
  { now, pollutantSlots }: MeasuredQuery,
): Promise<number[]> {
  const until = sql`least(${last}::date, ${now}::date + 1)`;
  const doubtful = sql`select unnest(${[...siteIds]}::integer[])`;
  const bounds = [sql`${until} - ${measuredDays}::integer`, until] as const;
  const { rows } = await sql<{ siteId: number }>`
    ${selectComplete(doubtful, bounds, pollutantSlots)}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

async function measureForeignHour(
  air: AirHourSource,
  hour: Date,
  index: MapIndex,
  siteIds: readonly number[],
): Promise<Map<number, SiteMeasure>> {
  const indices = await computeHourIndices(air, siteIds, hour, index);
  return new Map(
    indices.map(({ siteId, aqi, whole }) => {
      const counted = aqi === null ? 0 : 1;
      return [siteId, { value: aqi, counted, found: counted, hasData: true, whole, withheld: false }];
    }),
  );
}

/** The hour of each site's own clock that contains the moment. */
async function measureHour(
  db: Database,
  hour: Date,
  { measure, pollutantSlots }: MeasuredQuery,
): Promise<Map<number, SiteMeasure>> {
  const published = sql`case when complete.site_id is null then aqi end`;
  const slot = measure === 'index' ? undefined : measure.slot;
  const [mean, covered] =
    slot === undefined ? [sql`null::real`, sql`0`] : [sql.ref(`a${slot}`), sql.ref(`c${slot}`)];
  const isValid = slot === undefined ? sql`${published} is not null` : sql`covered >= ${minCovered.hour}`;
  const lookBack = [sql`${hour}::date - ${measuredDays}::integer`, sql`${hour}::date + 1`] as const;
  // The difference is compared, because the planner assumes that an equality matches few rows.
  const { rows } = await sql<SiteMeasure & { siteId: number }>`
    with own_hour as materialized (
      select entity_id, date_trunc('hour', ${hour}::timestamptz, zone) as own, zone from site_entity
    ), stored as materialized (
      select site_id, aqi, main, whole, ${mean} as mean, ${covered} as covered,
        not whole and aqi <= ${upTo} and (own at time zone zone)::date >= ${since}::date as doubtful
      from reading_hour join site using (site_id) join own_hour using (entity_id)
      where ts > ${hour}::timestamptz - interval '1 hour' and ts <= ${hour} and ts - own = interval '0'
    ), complete as materialized (
      ${selectComplete(sql`select site_id from stored where doubtful`, lookBack, pollutantSlots)}
    )
    select stored.site_id,
      case when ${isValid} then ${slot === undefined ? sql`(${published})::real` : sql`mean`} end as value,
      (${isValid})::integer as counted,
      (${slot === undefined ? sql`aqi is not null` : isValid})::integer as found,
      ${slot === undefined ? sql`true` : sql`covered > 0`} as has_data, whole, complete.site_id is not null as withheld
    from stored left join complete on complete.site_id = stored.site_id and doubtful`.execute(db);
  return new Map(rows.map(({ siteId, ...measured }) => [siteId, measured]));
}
