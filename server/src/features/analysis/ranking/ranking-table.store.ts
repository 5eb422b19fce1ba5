import { minValidShare, type RankingEntry, type RankingSort } from '@limpid/contract/analysis/ranking-table';
import type { Language } from '@limpid/contract/language';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';
import { type SiteFilter, siteFilterCondition } from '../site-filter.store.ts';
import type { Measure } from './measure.store.ts';
import { type ComparedPeriod, isDoubtfulDay, selectMeasuredSites } from './measured-sites.store.ts';

export interface RankingTableQuery {
  scope: Scope;
  sites: SiteFilter;
  measure: Measure;
  period: ComparedPeriod;
  compared: ComparedPeriod | undefined;
  order: 'asc' | 'desc';
  now: Date;
  pollutantSlots: readonly number[];
}

export interface RankingPage {
  search: string | undefined;
  sort: { by: RankingSort; desc: boolean };
  language: Language;
  limit: number;
  offset: number;
}

export type StoredEntry = Omit<RankingEntry, 'missing' | 'change' | 'sites' | 'allSites'>;

export interface RankingTotals {
  total: number;
  units: number;
  ranked: number;
  compared: number;
  disabled: number;
  noData: number;
  tooLittle: number;
  withheld: number;
  zones: string[] | null;
}

/** A page of the sites in their order, and the totals of all of them. */
export async function listRankedSites(
  db: Database,
  query: RankingTableQuery,
  page: RankingPage,
): Promise<{ rows: StoredEntry[]; totals: RankingTotals }> {
  const matches = matchesSearch(page.search);
  const { rows } = await sql<StoredEntry & RankingTotals>`
    ${judgeSites(query)}, totals as (
      select count(*) filter (where ${matches})::integer as total, count(*)::integer as units,
        count(value)::integer as ranked, count(*) filter (where is_compared)::integer as compared,
        ${sql.join(['disabled', 'noData', 'tooLittle', 'withheld'].map(countReason))},
        (select array_agg(distinct zone order by zone) from site_entity
          where entity_id in (select entity_id from judged)) as zones
      from judged
    ), ranked as (
      select *, case when value is not null then rank() over (order by value ${sql.raw(query.order)} nulls last) end as rank,
        case when is_compared then ${rankAmongCompared('before', query)} - ${rankAmongCompared('value', query)} end as rank_change
      from judged
    ), page as (
      select * from ranked where ${matches} order by ${orderBy(page)} limit ${page.limit} offset ${page.offset}
    )
    select totals.*, p.site_id, p.site_name, p.entity_id, e.entity_name, e.entity_name_en, e.entity_name_fr, e.entity_group,
      p.rank::integer as rank, p.reason, p.value, ${selectPrimary(query)} as primary, coalesce(p.value is not null and not p.whole, false)
        as reference, p.counted, p.expected, p.before, p.rank_change::integer as rank_change, p.so_far, p.simulated
    from totals left join page p on true left join site_entity e on e.entity_id = p.entity_id
    order by ${orderBy(page, 'p.')}`.execute(db);
  const [{ total, units, ranked, compared, disabled, noData, tooLittle, withheld, zones } = none] = rows;
  return {
    rows: rows.filter(({ siteId }) => siteId !== null),
    totals: { total, units, ranked, compared, disabled, noData, tooLittle, withheld, zones },
  };
}

const none: RankingTotals = {
  total: 0,
  units: 0,
  ranked: 0,
  compared: 0,
  disabled: 0,
  noData: 0,
  tooLittle: 0,
  withheld: 0,
  zones: null,
};

const countReason = (reason: string) =>
  sql`count(*) filter (where reason = ${reason})::integer as ${sql.ref(reason)}`;

/** Both ranks of a change count the same sites: those with a value in both periods. */
const rankAmongCompared = (column: 'value' | 'before', { order }: RankingTableQuery) =>
  sql`rank() over (partition by is_compared order by ${sql.ref(column)} ${sql.raw(order)})`;

/** Begins a statement with the CTE `asked`: every site of the query, with its zone and its date of today. */
export function askSites({
  scope,
  sites,
  now,
}: Pick<RankingTableQuery, 'scope' | 'sites' | 'now'>): RawBuilder<unknown> {
  return sql`
    with today as materialized (
      select entity_id, (${now}::timestamptz at time zone zone)::date as today, zone from site_entity
    ), asked as materialized (
      select s.site_id, s.site_name, s.entity_id, s.status = '0' as enabled, s.device_type_id, s.simulated, today, zone
      from site s join today using (entity_id) where ${siteFilterCondition(scope, sites)}
    )`;
}

/**
 * Begins a statement with the CTE `judged`: every site of the query with its value, its value before and the reason why
 * it is left out.
 */
export function judgeSites(query: RankingTableQuery): RawBuilder<unknown> {
  const { scope, sites, period, compared, now } = query;
  const isRestricted = !scope.all || Object.values(sites).some((part) => part !== undefined);
  const isAsked = isRestricted ? sql`site_id in (select site_id from asked)` : sql`true`;
  const measured = (one: ComparedPeriod) => selectMeasuredSites(one, { ...query, isAsked });
  const isEnough = (row: string, expected: RawBuilder<unknown>) =>
    sql`${sql.ref(`${row}.counted`)} >= ${expected} * ${minValidShare}::float8`;
  const past = compared
    ? { select: measured(compared), expected: expectedDays(compared) }
    : {
        select: sql`select null::integer as site_id, null::real as value, 0 as counted where false`,
        expected: sql`1`,
      };
  return sql`${askSites(query)}, present as materialized (${measured(period)}), past as materialized (${past.select}),
    valued as (
      select a.*, ${expectedDays(period)} as expected, coalesce(n.counted, 0) as counted, n.found, n.has_data, n.whole,
        n.withheld, case when enabled and ${isEnough('n', expectedDays(period))} then n.value end as value,
        case when enabled and ${isEnough('b', past.expected)} then b.value end as before, ${hasNotEnded(period, now)} as so_far
      from asked a left join present n on n.site_id = a.site_id left join past b on b.site_id = a.site_id
    ), judged as materialized (
      select *, value is not null and before is not null as is_compared,
        case when value is not null then null when not enabled then 'disabled'
          when withheld and found >= expected * ${minValidShare}::float8 then 'withheld'
          when has_data then 'tooLittle' else 'noData' end as reason
      from valued
    )`;
}

/** The days of the period that have ended at the site, at least one: the share of valid days is one of these. */
function expectedDays(period: ComparedPeriod): RawBuilder<unknown> {
  if ('hour' in period) return sql`1`;
  return sql`greatest(1, least(${period.last}::date, today - 1) - ${period.first}::date + 1)`;
}

function hasNotEnded(period: ComparedPeriod, now: Date): RawBuilder<unknown> {
  if (!('hour' in period)) return sql`today <= ${period.last}::date`;
  return sql`date_trunc('hour', ${period.hour}::timestamptz, zone) + interval '1 hour' > ${now}`;
}

/** The primary pollutants of the index; over several days the one that was primary on most published days. */
function selectPrimary({ measure, period }: RankingTableQuery): RawBuilder<unknown> {
  if (measure !== 'index') return sql`null::text`;
  if ('hour' in period) {
    return sql`(select main from reading_hour h where p.value is not null and h.site_id = p.site_id
      and h.ts = date_trunc('hour', ${period.hour}::timestamptz, p.zone))`;
  }
  const { first, last } = period;
  if (first === last) {
    return sql`(select main from reading_day d where p.value is not null and d.site_id = p.site_id and d.day = ${first})`;
  }
  return sql`(select pollutant from reading_day d, unnest(string_to_array(d.main, ',')) as pollutant
    where p.value is not null and d.site_id = p.site_id and d.day between ${first} and ${last}
      and not (p.withheld and ${isDoubtfulDay})
    group by pollutant order by count(*) desc, pollutant limit 1)`;
}

function matchesSearch(search: string | undefined): RawBuilder<SqlBool> {
  const entities = ['entity_name', 'entity_name_en', 'entity_name_fr'];
  return sql`(${textCondition(['site_name'], search)} or entity_id in (
    select entity_id from site_entity where ${textCondition(entities, search)}))`;
}

/** Sites that are left out come last in either direction. */
function orderBy({ sort, language }: RankingPage, prefix = ''): RawBuilder<unknown> {
  const columns: Record<RankingSort, string> = {
    rank: 'rank',
    name: `site_name collate "${language}-x-icu"`,
    value: 'value',
    change: `value - ${prefix}before`,
    rankChange: 'rank_change',
  };
  const direction = sort.desc ? 'desc' : 'asc';
  return sql.raw(
    `${prefix}${columns[sort.by]} ${direction} nulls last, ${prefix}rank nulls last, ${prefix}site_id`,
  );
}
