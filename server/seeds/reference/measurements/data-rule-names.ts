import { shippedRules } from '@limpid/contract/quality/shipped-rules';
import type pg from 'pg';

/** The floors that flat lines were shipped with before their chance was judged. */
const oldFloors: Record<string, number> = {
  a34004: 8,
  a34002: 8,
  a21026: 10,
  a21004: 8,
  a21005: 1.5,
  a05024: 10,
};

/** Names and limits of shipped templates that the installation has not changed. */
export async function renewShippedRules(client: pg.PoolClient): Promise<void> {
  for (const [index, { name, nameEn, nameFr, test, gbCode, ...limits }] of shippedRules.entries()) {
    const rule = [index + 1, name] as const;
    await client.query(
      `update data_rule set rule_name_en = $3, rule_name_fr = $4
       where rule_id = $1 and rule_name = $2 and rule_name_en is null and rule_name_fr is null`,
      [...rule, nameEn, nameFr],
    );
    if (test !== 'flat') continue;
    await client.query(
      `update data_rule set floor = $3, rarity = $4
       where rule_id = $1 and rule_name = $2 and test = 'flat' and basis = 'hour' and rarity is null and span = $5
         and floor = $6 and neighbour_km = $7 and site_id is null and device_type_id is null`,
      [...rule, limits.floor, limits.rarity, limits.span, oldFloors[gbCode], limits.neighbourKm],
    );
  }
  await client.query(
    `update quality_flag f set rule_name_en = r.rule_name_en, rule_name_fr = r.rule_name_fr
     from data_rule r where f.rule_id = r.rule_id and f.rule_name = r.rule_name`,
  );
}
