import type { CompletenessSummary, SiteCompleteness } from '@limpid/contract/analysis/completeness';
import { DAY_SECONDS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../platform/auth/scope.rule.ts';
import type { Database } from '../../platform/db/database.ts';
import { type SiteFilter, siteFilterCondition } from './site-filter.store.ts';

interface CompletenessQuery {
  scope: Scope;
  sites: SiteFilter;
  /** The first and the last date; by default each site's own today. */
  dates: readonly [first: string, last: string] | undefined;
  now: Date;
  /** Readings up to this moment are counted. */
  until: Date;
  order: { by: 'siteName' | 'transmissionRate' | 'validRate'; desc: boolean };
  language: Language;
  limit: number;
  offset: number;
}

interface Completeness {
  rows: SiteCompleteness[];
  summary: CompletenessSummary;
}

/** Rounds to four decimals, a hundredth of a percent. */
function rate(part: string, whole: string): RawBuilder<unknown> {
  return sql.raw(`round(${part}::numeric / nullif(${whole}, 0), 4)::float8`);
}

/** A page of sites with expected and received data, and the totals of all sites. */
export async function listSiteCompleteness(db: Database, question: CompletenessQuery): Promise<Completeness> {
  const { order, language, limit, offset } = question;
  const name = `site_name collate "${language}-x-icu"`;
  const by = { siteName: name, transmissionRate: '"transmissionRate"', validRate: '"validRate"' }[order.by];
  const direction = sql.raw(`${by} ${order.desc ? 'desc' : 'asc'} nulls last, site_id`);
  const { rows } = await sql<{ page: SiteCompleteness[]; summary: CompletenessSummary }>`
    with ${countSites(question)},
    rated as (
      select *, ${rate('received', 'expected')} as "transmissionRate", ${rate('valid', 'taken')} as "validRate" from counted
    ),
    page as (
      select site_id as "siteId", site_name as "siteName", entity_name as "entityName", entity_name_en as "entityNameEn",
        entity_name_fr as "entityNameFr", report_interval as "reportInterval", simulated, so_far as "soFar", expected, received,
        "transmissionRate", taken as values, valid as "validValues", "validRate"
      from rated order by ${direction} limit ${limit} offset ${offset}
    )
    select (select coalesce(json_agg(page), '[]') from page) as page, (
      select json_build_object('sites', count(*), 'silent', count(*) filter (where expected > 0 and received = 0),
        'soFar', coalesce(bool_or(so_far), false),
        'expected', coalesce(sum(expected), 0), 'received', coalesce(sum(received), 0),
        'transmissionRate', ${rate('sum(received)', 'sum(expected)')},
        'values', coalesce(sum(taken), 0), 'validValues', coalesce(sum(valid), 0),
        'validRate', ${rate('sum(valid)', 'sum(taken)')})
      from counted) as summary`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A select without from gives one row.');
  return { rows: row.page, summary: row.summary };
}

/**
 * Counts the expected packets of each site from its first hour with data or, if it has none, from its registration. Days that
 * were rolled up before packets were counted are in neither number.
 */
function countSites({ scope, sites, dates, now, until }: CompletenessQuery): RawBuilder<unknown> {
  const today = sql`(${now}::timestamptz at time zone zone)::date`;
  const [first, last] = dates ? dates.map((date) => sql`${date}::date`) : [today, today];
  return sql`
    clock as materialized (
      select zone, first, last, first::timestamp at time zone zone as starts,
        (last + 1)::timestamp at time zone zone as ends
      from (select distinct zone, ${first} as first, ${last} as last from site_entity) as days
    ),
    summed as (
      select s.site_id, s.site_name, s.report_interval, s.simulated, s.create_time, e.entity_name, e.entity_name_en,
        e.entity_name_fr, e.zone, clock.first, starts, least(ends, ${until}) as ends, ends > ${now} as so_far, coalesce(sum(d.received), 0) as seconds,
        coalesce(sum(d.values_received), 0) as taken, coalesce(sum(d.values_valid), 0) as valid,
        count(d.day) - count(d.received) as unknown
      from site s join site_entity e using (entity_id) join clock on clock.zone = e.zone
      left join reading_day d on d.site_id = s.site_id and d.day between clock.first and clock.last
      where ${siteFilterCondition(scope, sites)} group by s.site_id, e.entity_id, clock.first, starts, ends
    ),
    expecting as (
      select summed.*, floor(greatest(0, extract(epoch from ends - greatest(starts, case
          when first_day is null then create_time
          when first_day >= summed.first then coalesce(first_hour, first_day::timestamp at time zone zone)
        end)) - unknown * ${DAY_SECONDS}) / report_interval)::integer as expected
      from summed
      cross join lateral (select min(day) as first_day from reading_day d where d.site_id = summed.site_id) as days
      cross join lateral (
        select min(ts) as first_hour from reading_hour h
        where h.site_id = summed.site_id and first_day >= summed.first
          and h.ts >= first_day::timestamp at time zone zone and h.ts < (first_day + 1)::timestamp at time zone zone
      ) as hours
    ),
    counted as materialized (
      select *, least(expected, round(seconds::numeric / report_interval))::integer as received from expecting
    )`;
}
