import type { MapIndex } from '@limpid/contract/map/site-update';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { textCondition } from '../../../platform/db/text-search.ts';
import { dayIndexColumns } from '../../reading/reading.api.ts';
import { withholdingBounds } from '../../rollup/rollup.api.ts';
import type { Measure } from './measure.store.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';

/** The sites whose name, or whose entity's name in any language, contains a text. */
export async function findSitesByText(db: Database, search: string): Promise<Set<number>> {
  const entities = ['entity_name', 'entity_name_en', 'entity_name_fr'];
  const { rows } = await sql<{ siteId: number }>`
    select site_id from site where ${textCondition(['site_name'], search)} or entity_id in (
      select entity_id from site_entity where ${textCondition(entities, search)})`.execute(db);
  return new Set(rows.map(({ siteId }) => siteId));
}

export async function listAllSiteNames(db: Database): Promise<Map<number, string>> {
  const { rows } = await sql<{ siteId: number; siteName: string }>`
    select site_id, site_name from site`.execute(db);
  return new Map(rows.map(({ siteId, siteName }) => [siteId, siteName]));
}

/** The names of a site and of its entity, and the primary pollutants of its index. */
export interface SiteDetails {
  siteCode: string;
  siteName: string;
  entityName: string;
  entityNameEn: string | null;
  entityNameFr: string | null;
  entityGroup: string | null;
  primary: string | null;
  /** On one of the days, fewer pollutants than the standard requires; of standards other than HJ 633. */
  incomplete: boolean;
}

interface DetailsQuery {
  measure: Measure;
  index: MapIndex;
  period: ComparedPeriod;
  withheld: readonly number[];
}

export async function readSiteDetails(
  db: Database,
  siteIds: readonly number[],
  { measure, index, period, withheld }: DetailsQuery,
): Promise<Map<number, SiteDetails>> {
  const { rows } = await sql<SiteDetails & { siteId: number }>`
    select s.site_id, s.site_code, s.site_name, e.entity_name, e.entity_name_en, e.entity_name_fr, e.entity_group,
      ${measure === 'index' ? selectPrimary(period, index, withheld) : sql`null::text`} as primary,
      ${measure === 'index' && index !== 'china' ? isIncomplete(period, index) : sql`false`} as incomplete
    from site s join site_entity e using (entity_id)
    where s.site_id = any(${[...siteIds]}::integer[])`.execute(db);
  return new Map(rows.map(({ siteId, ...details }) => [siteId, details]));
}

const { since, upTo } = withholdingBounds;

/** A day whose index could be withheld, depending on what its site measures. */
const isDoubtfulDay = sql`(not whole and aqi <= ${upTo} and day >= ${since}::date)`;

/** Over several days the pollutant that was primary on most published days. */
function selectPrimary(
  period: ComparedPeriod,
  index: MapIndex,
  withheld: readonly number[],
): RawBuilder<unknown> {
  if ('hour' in period) {
    return sql`(select main from reading_hour h where h.site_id = s.site_id
      and h.ts = date_trunc('hour', ${period.hour}::timestamptz, e.zone))`;
  }
  const { first, last } = period;
  const main = sql.ref(`d.${dayIndexColumns[index].main}`);
  if (first === last) {
    return sql`(select ${main} from reading_day d where d.site_id = s.site_id and d.day = ${first})`;
  }
  return sql`(select pollutant from reading_day d, unnest(string_to_array(${main}, ',')) as pollutant
    where d.site_id = s.site_id and d.day between ${first} and ${last}
      and not (s.site_id = any(${[...withheld]}::integer[]) and ${isDoubtfulDay})
    group by pollutant order by count(*) desc, pollutant limit 1)`;
}

function isIncomplete(period: ComparedPeriod, index: MapIndex): RawBuilder<unknown> {
  if ('hour' in period) return sql`false`;
  const { aqi, whole } = dayIndexColumns[index];
  return sql`exists (select from reading_day d where d.site_id = s.site_id
    and d.day between ${period.first} and ${period.last} and ${sql.ref(aqi)} is not null and not ${sql.ref(whole)})`;
}
