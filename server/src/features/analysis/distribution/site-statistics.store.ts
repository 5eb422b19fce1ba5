import { minValidHours } from '@limpid/aqi/validity';
import {
  type MeasuredSite,
  maxStatisticSites,
  type SiteStatistic,
} from '@limpid/contract/analysis/distribution';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { dayIndexColumns, type StoredChannel } from '../../reading/reading.api.ts';
import { withholdingBounds } from '../../rollup/rollup.api.ts';
import { selectComplete } from '../ranking/measure.store.ts';
import { siteFilterCondition } from '../site-filter.store.ts';
import { findLeastShownAbove, type ShareLimit } from './share-limits.rule.ts';

/** An index; the slots of all pollutants decide which of HJ 633 are withheld. */
interface DailyIndex {
  index: MapIndex;
  pollutantSlots: readonly number[];
}

interface StatisticQuery {
  scope: Scope;
  measure: StoredChannel | DailyIndex;
  statistic: SiteStatistic;
  /** What a share is counted above, in the order of their dates; empty if days have no limit. */
  limits: readonly ShareLimit[];
  counted: 'hour' | 'day';
  /** The first and the last date on the clock of each site. */
  dates: readonly [first: string, last: string];
  now: Date;
}

/** The seconds of 45 minutes. */
const minCovered = 2700;

/** A site with the code that exports name it by. */
interface CodedSite extends Omit<MeasuredSite, 'flags'> {
  siteCode: string;
  zone: string;
}

/** One statistic of each site, over its valid hours or days that have ended. */
export async function listStatistics(db: Database, query: StatisticQuery): Promise<CodedSite[]> {
  const { measure, counted } = query;
  const measured =
    'pollutantSlots' in measure
      ? selectIndexDays(query, measure)
      : counted === 'hour'
        ? selectHours(query, measure)
        : selectDays(query, measure);
  const { rows } = await sql<CodedSite>`
    with measured as (
      select site_id, ${aggregate(query)} as value, count(*)::int as count from (${measured}) as valid group by site_id
    )
    select s.site_id, s.site_code, e.zone, s.site_name, s.longitude, s.latitude, s.simulated, m.value, coalesce(m.count, 0) as count
    from site s join site_entity e using (entity_id) left join measured m using (site_id)
    where ${siteFilterCondition(query.scope, {})}
    order by s.site_id limit ${maxStatisticSites}`.execute(db);
  return rows;
}

function selectHours({ scope, dates: [first, last], now }: StatisticQuery, { slot }: StoredChannel) {
  // The dates of all zones lie within a day around those of UTC, which selects the partitions.
  return sql`
    select h.site_id, ${sql.ref(`h.a${slot}`)}::float8 as value
    from reading_hour h join site s using (site_id) join (
      select entity_id, ${first}::timestamp at time zone zone as begins,
        (${last}::date + 1)::timestamp at time zone zone as ends
      from site_entity
    ) as clock using (entity_id)
    where h.ts >= ${first}::date - 1 and h.ts < ${last}::date + 2 and h.ts >= begins and h.ts < ends
      and h.ts + interval '1 hour' <= ${now}
      and ${sql.ref(`h.c${slot}`)} >= ${minCovered} and ${siteFilterCondition(scope, {})}`;
}

function selectDays(query: StatisticQuery, { slot }: StoredChannel) {
  return sql`
    select d.site_id, d.day, ${sql.ref(`d.a${slot}`)}::float8 as value from ${endedDays(query)}
      and ${sql.ref(`d.c${slot}`)} >= ${minValidHours}`;
}

/** Daily indices that are not withheld: by HJ 633, of a site that measures all pollutants an incomplete one is. */
function selectIndexDays(query: StatisticQuery, { index, pollutantSlots }: DailyIndex) {
  const number = sql.ref(`d.${dayIndexColumns[index].aqi}`);
  const indices = sql`select d.site_id, ${number}::float8 as value from ${endedDays(query)} and ${number} is not null`;
  if (index !== 'china') return indices;
  const { since, upTo, measuredDays } = withholdingBounds;
  const last = sql`least(${query.dates[1]}::date, ${query.now}::date + 1)`;
  const isDoubtful = sql`(not d.whole and d.aqi <= ${upTo} and d.day >= ${since}::date)`;
  const doubtful = sql`select d.site_id from ${endedDays(query)} and ${isDoubtful}`;
  const complete = selectComplete(doubtful, [sql`${last} - ${measuredDays}::integer`, last], pollutantSlots);
  return sql`${indices} and not (${isDoubtful} and d.site_id in (${complete}))`;
}

/** The days `d` of sites `s` that have ended, as tables and a condition. */
function endedDays({ scope, dates: [first, last], now }: StatisticQuery) {
  return sql`reading_day d join site s using (site_id) join (
      select entity_id, (${now}::timestamptz at time zone zone)::date as today from site_entity
    ) as clock using (entity_id)
    where d.day between ${first} and ${last} and d.day < today and ${siteFilterCondition(scope, {})}`;
}

const wholeNumber = { dataType: 'number', decimals: 0 };
const percents = { p50: 50, p90: 90, p98: 98 };

/** Sound is averaged by its energy; percentiles are linear between neighbours, as HJ 663 has them. */
function aggregate({ statistic, limits, measure }: StatisticQuery): RawBuilder<unknown> {
  const { dataType, decimals } = 'pollutantSlots' in measure ? wholeNumber : measure;
  if (statistic === 'mean')
    return dataType === 'level' ? sql`10 * log(avg(power(10, value / 10)))` : sql`avg(value)`;
  if (statistic === 'share') return shareAbove(limits, decimals);
  return sql`percentile_cont(${percents[statistic] / 100}::float8) within group (order by value)`;
}

/** The share of values whose shown number is above the limit of their date. */
function shareAbove(limits: readonly ShareLimit[], decimals: number): RawBuilder<unknown> {
  const [first, second] = limits.map(({ since, above }) => ({
    since,
    least: sql`${findLeastShownAbove(above, decimals)}::float8`,
  }));
  if (!first) return sql`null::float8`;
  const least = second
    ? sql`case when day < ${second.since}::date then ${first.least} else ${second.least} end`
    : first.least;
  return sql`avg((value >= ${least})::int)::float8`;
}
