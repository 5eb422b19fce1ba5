import { type RawBuilder, sql } from 'kysely';
import { withholdingBounds } from '../../rollup/rollup.api.ts';
import { averageDays, type Measure, minCovered, selectComplete } from './measure.store.ts';

/** The hour that contains a moment, or whole days of each site's own calendar, both included. */
export type ComparedPeriod = { hour: Date } | { first: string; last: string };

export interface MeasuredQuery {
  measure: Measure;
  now: Date;
  /** The slots of the pollutants; empty if indices cannot be withheld. */
  pollutantSlots: readonly number[];
  /** A condition on `site_id`, if not all sites are requested. */
  isAsked: RawBuilder<unknown>;
}

/**
 * The value of each site in a period: `counted` valid hours or days are in it, `found` counts withheld ones too,
 * `has_data` is true if anything was stored, `withheld` if an incomplete index of this site is not published.
 */
export function selectMeasuredSites(period: ComparedPeriod, query: MeasuredQuery): RawBuilder<unknown> {
  return 'hour' in period ? selectHour(period.hour, query) : selectDays(period, query);
}

const { since, upTo, measuredDays } = withholdingBounds;

function selectHour(hour: Date, { measure, pollutantSlots, isAsked }: MeasuredQuery): RawBuilder<unknown> {
  const published = sql`case when complete.site_id is null then aqi end`;
  const slot = measure === 'index' ? undefined : measure.slot;
  const [mean, covered] =
    slot === undefined ? [sql`null::real`, sql`0`] : [sql.ref(`a${slot}`), sql.ref(`c${slot}`)];
  const isValid = slot === undefined ? sql`${published} is not null` : sql`covered >= ${minCovered.hour}`;
  const lookBack = [sql`${hour}::date - ${measuredDays}::integer`, sql`${hour}::date + 1`] as const;
  // The difference is compared, because the planner assumes that an equality matches few rows.
  return sql`
    with own_hour as materialized (
      select entity_id, date_trunc('hour', ${hour}::timestamptz, zone) as own, zone from site_entity
    ), stored as materialized (
      select site_id, aqi, main, whole, ${mean} as mean, ${covered} as covered,
        not whole and aqi <= ${upTo} and (own at time zone zone)::date >= ${since}::date as doubtful
      from reading_hour join site using (site_id) join own_hour using (entity_id)
      where ts > ${hour}::timestamptz - interval '1 hour' and ts <= ${hour} and ts - own = interval '0' and ${isAsked}
    ), complete as materialized (
      ${selectComplete(sql`select site_id from stored where doubtful`, lookBack, pollutantSlots)}
    )
    select stored.site_id,
      case when ${isValid} then ${slot === undefined ? sql`(${published})::real` : sql`mean`} end as value,
      (${isValid})::integer as counted,
      (${slot === undefined ? sql`aqi is not null` : isValid})::integer as found,
      ${slot === undefined ? sql`true` : sql`covered > 0`} as has_data, whole, complete.site_id is not null as withheld
    from stored left join complete on complete.site_id = stored.site_id and doubtful`;
}

interface Days {
  first: string;
  last: string;
}

/** A day whose index could be withheld, depending on what its site measures. */
export const isDoubtfulDay = sql`(not whole and aqi <= ${upTo} and day >= ${since}::date)`;

function selectDays(
  { first, last }: Days,
  { measure, now, pollutantSlots, isAsked }: MeasuredQuery,
): RawBuilder<unknown> {
  const inRange = sql`day between ${first} and ${last} and ${isAsked}`;
  if (measure !== 'index') {
    const covered = sql.ref(`c${measure.slot}`);
    return sql`
      select site_id, ${averageDays(measure)}, (count(*) filter (where ${covered} >= ${minCovered.day}))::integer as found,
        coalesce(bool_or(${covered} > 0), false) as has_data, true as whole, false as withheld
      from reading_day where ${inRange} group by site_id`;
  }
  const until = sql`least(${last}::date, ${now}::date + 1)`;
  const sure = sql`filter (where aqi is not null and not ${isDoubtfulDay})`;
  const published = (column: 'mean' | 'days' | 'whole') =>
    sql`case when complete.site_id is null then ${sql.ref(`all_${column}`)} else ${sql.ref(`sure_${column}`)} end`;
  return sql`
    with summed as materialized (
      select site_id, avg(aqi)::real as all_mean, avg(aqi) ${sure} ::real as sure_mean, count(aqi)::integer as all_days,
        (count(aqi) ${sure})::integer as sure_days, bool_and(whole) filter (where aqi is not null) as all_whole,
        bool_and(whole) ${sure} as sure_whole, coalesce(bool_or(${isDoubtfulDay}), false) as doubtful
      from reading_day where ${inRange} group by site_id
    ), complete as materialized (
      ${selectComplete(sql`select site_id from summed where doubtful`, [sql`${until} - ${measuredDays}::integer`, until], pollutantSlots)}
    )
    select summed.site_id, ${published('mean')} as value, ${published('days')} as counted, all_days as found,
      true as has_data, ${published('whole')} as whole, complete.site_id is not null as withheld
    from summed left join complete using (site_id)`;
}
