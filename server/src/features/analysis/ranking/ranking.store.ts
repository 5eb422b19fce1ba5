import type { RankedSite } from '@limpid/contract/analysis/ranking';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { dayIndexColumns } from '../../reading/reading.api.ts';
import { withholdingBounds } from '../../rollup/rollup.api.ts';
import { type SiteFilter, siteFilterCondition } from '../site-filter.store.ts';
import type { HourIndex } from './foreign-hour.ts';
import { averageDays, type Measure, minCovered, selectComplete } from './measure.store.ts';

/** Yesterday is different for each site: the last day that has ended there. */
export type RankedPeriod = { hour: Date } | { first: string; last: string } | 'yesterday';

export interface RankingQuery {
  scope: Scope;
  sites: SiteFilter;
  measure: Measure;
  index: MapIndex;
  /** The indices of the hour, if they are not stored. */
  hourIndices: readonly HourIndex[] | undefined;
  period: RankedPeriod;
  order: 'asc' | 'desc';
  limit: number;
  now: Date;
  /** Sites whose index of the hour or the single day is withheld. */
  withheld: readonly number[];
  /** The slots of the pollutants; empty if indices cannot be withheld. */
  pollutantSlots: readonly number[];
}

export interface RankingRow extends Omit<RankedSite, 'rank' | 'missing'> {
  /** The date of a single day; null for hours and several days. */
  day: string | null;
  /** Whether the index of at least one of several days is withheld. */
  withheld: boolean;
}

/** The newest closed hour with data of one of these sites. */
export async function findNewestHour(
  db: Database,
  scope: Scope,
  sites: SiteFilter,
  ended: Date,
  since: Date,
): Promise<number | null> {
  const { rows } = await sql<{ at: string }>`
    select extract(epoch from h.ts) * 1000 as at
    from reading_hour h join site s using (site_id)
    where h.ts <= ${ended} and h.ts > ${since} and ${siteFilterCondition(scope, sites)}
    order by h.ts desc limit 1`.execute(db);
  return rows[0] ? Number(rows[0].at) : null;
}

/** The first sites of a ranking; sites without a value fill the page. */
export async function listRanked(db: Database, question: RankingQuery): Promise<RankingRow[]> {
  const { scope, sites, order, limit } = question;
  const byValue = sql.raw(`value ${order}, site_id`);
  const ranked = await listWithNames(
    db,
    question,
    sql`select m.* from measured m join site s using (site_id)
      where value is not null and ${siteFilterCondition(scope, sites)} order by ${byValue} limit ${limit}`,
    byValue,
  );
  if (ranked.length === limit) return ranked;
  const others = sql`select s.site_id, m.value, m.counted, m.aqi, m.main, m.whole, m.day, m.withheld
    from site s left join measured m using (site_id)
    where m.value is null and ${siteFilterCondition(scope, sites)} order by s.site_id limit ${limit - ranked.length}`;
  return [...ranked, ...(await listWithNames(db, question, others, sql`site_id`))];
}

/** Joins names only for the few selected sites. */
async function listWithNames(
  db: Database,
  question: RankingQuery,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<RankingRow[]> {
  const { measured, primary, soFar } = periodSql(question);
  const { rows } = await sql<RankingRow>`
    with measured as (${measured})
    select r.site_id, s.site_name, e.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, s.simulated,
      r.value, r.aqi, ${primary} as primary, r.aqi is not null and not r.whole as reference,
      coalesce(r.counted, 0) as counted, ${soFar} as so_far, r.day::text as day, coalesce(r.withheld, false) as withheld
    from (${chosen}) r join site s using (site_id) join site_entity e using (entity_id)
    order by ${order}`.execute(db);
  return rows;
}

export async function listRankedSiteIds(db: Database, scope: Scope, sites: SiteFilter): Promise<number[]> {
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site s where ${siteFilterCondition(scope, sites)}`.execute(db);
  return rows.map(({ siteId }) => siteId);
}

export async function countSites(db: Database, scope: Scope, sites: SiteFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from site s where ${siteFilterCondition(scope, sites)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first and the last date that is yesterday at one of these sites; null without sites. */
export async function findYesterdays(
  db: Database,
  scope: Scope,
  sites: SiteFilter,
  now: Date,
): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day)::text as first, max(day)::text as last from (
      select ${yesterdayOf(now)} as day from site s join site_entity using (entity_id)
      where ${siteFilterCondition(scope, sites)} group by zone
    ) as days`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** The date in an entity's zone. */
const todayOf = (now: Date) => sql`(${now}::timestamptz at time zone zone)::date`;
const yesterdayOf = (now: Date) => sql`${todayOf(now)} - 1`;

/** The parts of the statement that depend on the period: values, primary pollutants, and whether it has ended. */
interface PeriodSql {
  measured: RawBuilder<unknown>;
  primary: RawBuilder<unknown>;
  soFar: RawBuilder<unknown>;
}

function periodSql(question: RankingQuery): PeriodSql {
  const { period } = question;
  if (period === 'yesterday') return yesterdaySql(question);
  if ('hour' in period) return hourSql(period.hour, question);
  return period.first === period.last
    ? daySql(period.first, question)
    : daysSql([period.first, period.last], question);
}

function slotColumns(measure: Measure): RawBuilder<unknown> {
  if (measure === 'index') return sql``;
  return sql`, ${sql.ref(`a${measure.slot}`)}, ${sql.ref(`c${measure.slot}`)}`;
}

/** Days with the requested index under the names of the usual one. */
function selectDays({ measure, index }: RankingQuery): RawBuilder<unknown> {
  const { aqi, main, whole } = dayIndexColumns[index];
  return sql`(select site_id, day, ${sql.ref(aqi)} as aqi, ${sql.ref(main)} as main, ${sql.ref(whole)} as whole${slotColumns(measure)}
    from reading_day) as days`;
}

/** Hours with the requested index: the stored one, or one that was computed. */
function selectHours(hour: Date, { measure, hourIndices }: RankingQuery): RawBuilder<unknown> {
  if (!hourIndices) return sql`reading_hour`;
  const column = (name: keyof HourIndex) => hourIndices.map((one) => one[name]);
  return sql`(
    select site_id, ts, made.aqi, made.main, coalesce(made.whole, false) as whole${slotColumns(measure)}
    from reading_hour left join unnest(${column('siteId')}::integer[], ${column('aqi')}::integer[], ${column('main')}::text[],
      ${column('whole')}::boolean[]) as made (site_id, aqi, main, whole) using (site_id)
    where ts > ${hour}::timestamptz - interval '1 hour' and ts <= ${hour}
  ) as hours`;
}

/** The columns for one hour or day: the value, and the index unless it is withheld. */
function selectOne({ measure, withheld }: RankingQuery, least: number): RawBuilder<unknown> {
  // Most rankings have no withheld index, and then no row needs the comparison.
  const unlessWithheld = (column: RawBuilder<unknown>) =>
    withheld.length === 0
      ? column
      : sql`case when site_id <> all(${[...withheld]}::integer[]) then ${column} end`;
  const aqi = unlessWithheld(sql`aqi`);
  return sql`site_id, ${valueOf(measure, least, aqi)}, ${aqi} as aqi, ${unlessWithheld(sql`main`)} as main, whole,
    false as withheld`;
}

/** Compares the difference, for the same reason as for hours. */
function yesterdaySql(question: RankingQuery): PeriodSql {
  const { now } = question;
  return {
    measured: sql`
      with clock as materialized (select entity_id, ${yesterdayOf(now)} as own from site_entity)
      select ${selectOne(question, minCovered.day)}, day
      from ${selectDays(question)} join site using (site_id) join clock using (entity_id)
      where day between ${now}::date - 3 and ${now}::date + 1 and day - own = 0`,
    primary: sql`r.main`,
    soFar: sql`false`,
  };
}

/**
 * The hour of each site's own clock that contains the moment: some zones are half an hour off. It compares the difference,
 * because the planner assumes that an equality matches few rows.
 */
function hourSql(hour: Date, question: RankingQuery): PeriodSql {
  return {
    measured: sql`
      with clock as materialized (
        select entity_id, date_trunc('hour', ${hour}::timestamptz, zone) as own from site_entity
      )
      select ${selectOne(question, minCovered.hour)}, null::date as day
      from ${selectHours(hour, question)} join site using (site_id) join clock using (entity_id)
      where ts > ${hour}::timestamptz - interval '1 hour' and ts <= ${hour} and ts - own = interval '0'`,
    primary: sql`r.main`,
    soFar: sql`date_trunc('hour', ${hour}::timestamptz, e.zone) + interval '1 hour' > ${question.now}`,
  };
}

const soFarOf = (last: string, now: Date) => sql`${todayOf(now)} <= ${last}::date`;

function daySql(day: string, question: RankingQuery): PeriodSql {
  return {
    measured: sql`select ${selectOne(question, minCovered.day)}, day from ${selectDays(question)} where day = ${day}`,
    primary: sql`r.main`,
    soFar: soFarOf(day, question.now),
  };
}

/**
 * The means of several days, with and without the days whose index could be withheld. Whether sites measure all pollutants is
 * looked up only if there are such days, once for all of them: at the last day, or today if that is in the future.
 */
function daysSql([first, last]: readonly [string, string], question: RankingQuery): PeriodSql {
  const { measure, now, pollutantSlots } = question;
  const { since, upTo, measuredDays } = withholdingBounds;
  const isInRange = sql`day between ${first} and ${last}`;
  const isDoubtful = sql`(not whole and aqi <= ${upTo} and day >= ${since}::date)`;
  const sure = sql`filter (where aqi is not null and not ${isDoubtful})`;
  const until = sql`least(${last}::date, ${now}::date + 1)`;
  const published = (column: 'mean' | 'days' | 'whole') =>
    sql`case when complete.site_id is null then ${sql.ref(`summed.${column}`)} else ${sql.ref(`sure_${column}`)} end`;
  // Cast to `real`, so that equal means are equal in every stored digit.
  const ranked =
    measure === 'index'
      ? sql`(${published('mean')})::real as value, (${published('days')})::integer as counted`
      : sql`value, counted`;
  const channel = measure === 'index' ? sql`` : sql`${averageDays(measure)},`;
  return {
    soFar: soFarOf(last, now),
    measured: sql`
      with summed as materialized (
        select site_id, ${channel} avg(aqi) as mean, avg(aqi) ${sure} as sure_mean, count(aqi) as days,
          count(aqi) ${sure} as sure_days, bool_and(whole) filter (where aqi is not null) as whole,
          bool_and(whole) ${sure} as sure_whole, coalesce(bool_or(${isDoubtful}), false) as doubtful
        from ${selectDays(question)} where ${isInRange} group by site_id
      ), complete as materialized (
        ${selectComplete(sql`select site_id from summed where doubtful`, [sql`${until} - ${measuredDays}::integer`, until], pollutantSlots)}
      )
      select site_id, ${ranked}, round(${published('mean')})::integer as aqi, null::text as main,
        ${published('whole')} as whole, complete.site_id is not null as withheld, null::date as day
      from summed left join complete using (site_id)`,
    primary: sql`(
      select pollutant from ${selectDays(question)}, unnest(string_to_array(days.main, ',')) as pollutant
      where days.site_id = r.site_id and ${isInRange} and not (r.withheld and ${isDoubtful})
      group by pollutant order by count(*) desc, pollutant limit 1
    )`,
  };
}

function valueOf(measure: Measure, least: number, aqi: RawBuilder<unknown>): RawBuilder<unknown> {
  if (measure === 'index') return sql`(${aqi})::real as value, ((${aqi}) is not null)::integer as counted`;
  const [mean, covered] = [sql.ref(`a${measure.slot}`), sql.ref(`c${measure.slot}`)];
  const isValid = sql`${covered} >= ${least} and ${mean} is not null`;
  return sql`case when ${isValid} then ${mean} end as value, (${isValid})::integer as counted`;
}
