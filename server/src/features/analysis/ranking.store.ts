import type { RankedSite } from '@limpid/contract/analysis/ranking';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import type { Database } from '../../platform/db/database.ts';
import { chooseSites, type SiteChoice } from './site-choice.store.ts';

/** What sites are ranked by: the index, or a slot whose values are averaged plainly or, as sound is, by energy. */
export type Measure = 'index' | { slot: number; by: 'mean' | 'level' };
/** Yesterday is each site's own: the last day that has ended there. */
export type RankingPeriod = { hour: Date } | { first: string; last: string } | 'yesterday';

export interface RankingQuestion {
  scope: Scope;
  sites: SiteChoice;
  measure: Measure;
  period: RankingPeriod;
  order: 'asc' | 'desc';
  limit: number;
  now: Date;
  /** Sites whose index of the hour is withheld. */
  withheld: readonly number[];
}

type RankingRow = Omit<RankedSite, 'rank' | 'missing'>;

/** An hour counts with 45 minutes of valid seconds, a day with twenty valid hours. */
const enough = { hour: 2700, day: 20 };

/** The newest hour that has ended and in which one of these sites has data. */
export async function findNewestHour(
  db: Database,
  scope: Scope,
  sites: SiteChoice,
  ended: Date,
  since: Date,
): Promise<number | null> {
  const { rows } = await sql<{ at: string }>`
    select extract(epoch from h.ts) * 1000 as at
    from reading_hour h join site s using (site_id)
    where h.ts <= ${ended} and h.ts > ${since} and ${chooseSites(scope, sites)}
    order by h.ts desc limit 1`.execute(db);
  return rows[0] ? Number(rows[0].at) : null;
}

/** The first sites of a ranking; only where it has not enough of them, sites without a value follow. */
export async function listRanked(db: Database, question: RankingQuestion): Promise<RankingRow[]> {
  const { scope, sites, order, limit } = question;
  const byValue = sql.raw(`value ${order}, site_id`);
  const ranked = await readNamed(
    db,
    question,
    sql`select m.* from measured m join site s using (site_id)
      where value is not null and ${chooseSites(scope, sites)} order by ${byValue} limit ${limit}`,
    byValue,
  );
  if (ranked.length === limit) return ranked;
  const others = sql`select s.site_id, m.value, m.counted, m.aqi, m.main, m.whole
    from site s left join measured m using (site_id)
    where m.value is null and ${chooseSites(scope, sites)} order by s.site_id limit ${limit - ranked.length}`;
  return [...ranked, ...(await readNamed(db, question, others, sql`site_id`))];
}

/** Names are looked up for the few sites that are left. */
async function readNamed(
  db: Database,
  question: RankingQuestion,
  chosen: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<RankingRow[]> {
  const { measured, primary, soFar } = askPeriod(question);
  const { rows } = await sql<RankingRow>`
    with measured as (${measured})
    select r.site_id, s.site_name, e.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, s.simulated,
      r.value, r.aqi, ${primary} as primary, r.aqi is not null and not r.whole as reference,
      coalesce(r.counted, 0) as counted, ${soFar} as so_far
    from (${chosen}) r join site s using (site_id) join site_entity e using (entity_id)
    order by ${order}`.execute(db);
  return rows;
}

export async function countSites(db: Database, scope: Scope, sites: SiteChoice): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from site s where ${chooseSites(scope, sites)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first and the last date that is yesterday at one of these sites; null where there are none. */
export async function findOwnDays(
  db: Database,
  scope: Scope,
  sites: SiteChoice,
  now: Date,
): Promise<{ first: string | null; last: string | null }> {
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day)::text as first, max(day)::text as last from (
      select ${yesterdayOf(now)} as day from site s join site_entity using (entity_id)
      where ${chooseSites(scope, sites)} group by zone
    ) as days`.execute(db);
  return rows[0] ?? { first: null, last: null };
}

/** The date of an entity's zone. */
const todayOf = (now: Date) => sql`(${now}::timestamptz at time zone zone)::date`;
const yesterdayOf = (now: Date) => sql`${todayOf(now)} - 1`;

/** The parts of the statement that depend on the period: what was measured, what was primary, whether it has ended. */
interface Asked {
  measured: RawBuilder<unknown>;
  primary: RawBuilder<unknown>;
  soFar: RawBuilder<unknown>;
}

function askPeriod({ period, measure, now, withheld }: RankingQuestion): Asked {
  if (period === 'yesterday') return askYesterday(measure, now);
  return 'hour' in period ? askHour(period, measure, now, withheld) : askDays(period, measure, now);
}

/** Compared by their difference, for the same reason as hours. */
function askYesterday(measure: Measure, now: Date): Asked {
  return {
    measured: sql`
      with clock as materialized (select entity_id, ${yesterdayOf(now)} as own from site_entity)
      select site_id, ${valueOf(measure, enough.day)}, aqi, main, whole
      from reading_day join site using (site_id) join clock using (entity_id)
      where day between ${now}::date - 3 and ${now}::date + 1 and day - own = 0`,
    primary: sql`r.main`,
    soFar: sql`false`,
  };
}

/**
 * The hour of each site's own clock that the moment lies in: some zones are half an hour off. Compared by their difference,
 * because the planner takes an equality for something few rows have.
 */
function askHour({ hour }: { hour: Date }, measure: Measure, now: Date, withheld: readonly number[]): Asked {
  const isPublished = sql`site_id <> all(${[...withheld]}::integer[])`;
  const aqi = sql`case when ${isPublished} then aqi end`;
  return {
    measured: sql`
      with clock as materialized (
        select entity_id, date_trunc('hour', ${hour}::timestamptz, zone) as own from site_entity
      )
      select site_id, ${valueOf(measure, enough.hour, aqi)}, ${aqi} as aqi,
        case when ${isPublished} then main end as main, whole
      from reading_hour join site using (site_id) join clock using (entity_id)
      where ts > ${hour}::timestamptz - interval '1 hour' and ts <= ${hour} and ts - own = interval '0'`,
    primary: sql`r.main`,
    soFar: sql`date_trunc('hour', ${hour}::timestamptz, e.zone) + interval '1 hour' > ${now}`,
  };
}

function askDays({ first, last }: { first: string; last: string }, measure: Measure, now: Date): Asked {
  const soFar = sql`${todayOf(now)} <= ${last}::date`;
  if (first === last) {
    const value = valueOf(measure, enough.day);
    return {
      measured: sql`select site_id, ${value}, aqi, main, whole from reading_day where day = ${first}`,
      primary: sql`r.main`,
      soFar,
    };
  }
  return {
    soFar,
    measured: sql`
      select site_id, ${meanOf(measure)}, round(avg(aqi))::integer as aqi, null::text as main,
        bool_and(whole) filter (where aqi is not null) as whole
      from reading_day where day between ${first} and ${last} group by site_id`,
    primary: sql`(
      select pollutant from reading_day d, unnest(string_to_array(d.main, ',')) as pollutant
      where d.site_id = r.site_id and d.day between ${first} and ${last}
      group by pollutant order by count(*) desc, pollutant limit 1
    )`,
  };
}

function valueOf(measure: Measure, least: number, aqi: RawBuilder<unknown> = sql`aqi`): RawBuilder<unknown> {
  if (measure === 'index') return sql`(${aqi})::real as value, ((${aqi}) is not null)::integer as counted`;
  const [mean, covered] = [sql.ref(`a${measure.slot}`), sql.ref(`c${measure.slot}`)];
  const isValid = sql`${covered} >= ${least} and ${mean} is not null`;
  return sql`case when ${isValid} then ${mean} end as value, (${isValid})::integer as counted`;
}

/** Over several days. As `real`, so that equal means are equal to the last digit that is stored. */
function meanOf(measure: Measure): RawBuilder<unknown> {
  if (measure === 'index') return sql`avg(aqi)::real as value, count(aqi)::integer as counted`;
  const [mean, covered] = [sql.ref(`a${measure.slot}`), sql.ref(`c${measure.slot}`)];
  const valid = sql`filter (where ${covered} >= ${enough.day})`;
  const average =
    measure.by === 'level'
      ? sql`10 * log(avg(power(10, ${mean} / 10.0)) ${valid})`
      : sql`avg(${mean}) ${valid}`;
  return sql`(${average})::real as value, (count(${mean}) ${valid})::integer as counted`;
}
