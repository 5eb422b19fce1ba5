import type pg from 'pg';
import type { QualityRule } from './quality-rule.ts';

/** Enabled rules; those that compare a real site with a simulated station are left out. */
export async function listQualityRules(client: Pick<pg.PoolClient, 'query'>): Promise<QualityRule[]> {
  const { rows } = await client.query<Omit<QualityRule, 'departments'> & { departments: number[] }>(
    `select rule_id as "ruleId", rule_name as "ruleName", rule_name_en as "ruleNameEn", rule_name_fr as "ruleNameFr",
       r.site_id as "siteId", device_type_id as "deviceTypeId", test, basis, c.slot, o.slot as "otherSlot",
       r.min_value as "minValue", r.max_value as "maxValue", factor, floor, span, rarity, change, tolerance,
       percent, neighbour_km as "neighbourKm", station_code as "stationCode", counts,
       (select coalesce(array_agg(d.dept_id), '{}') from sys_dept d
        where d.dept_id = r.dept_id or r.dept_id = any(d.ancestors)) as departments
     from data_rule r
     join basic_channel c using (channel_id)
     left join basic_channel o on o.channel_id = other_channel_id
     where r.status = '0' and not exists (
       select from reference_station n join site s on s.site_id = r.site_id
       where n.station_code = r.station_code and n.simulated and not s.simulated)
     order by rule_id`,
  );
  return rows.map(({ departments, ...rule }) => ({ ...rule, departments: new Set(departments) }));
}

export interface LocatedSite {
  siteId: number;
  simulated: boolean;
  longitude: number | null;
  latitude: number | null;
}

export async function listLocatedSites(client: Pick<pg.PoolClient, 'query'>): Promise<LocatedSite[]> {
  const { rows } = await client.query<LocatedSite>(
    `select site_id as "siteId", simulated, longitude, latitude from site where status = '0' order by site_id`,
  );
  return rows;
}
