import type pg from 'pg';
import type { Connection, Pool } from '../../platform/db/transaction.ts';

const entityCode = 'BJ-AIR';
/** The shipped templates of days and of months. */
const templates = { day: 1, month: 2 };

/** Inserts schedules for one entity of the demonstration, unless its sites are gone. */
export async function insertDemoPlans(client: pg.ClientBase): Promise<void> {
  await client.query(
    `insert into report_plan (plan_name, template_id, period, subject, entity_id, languages, owner_id, remark,
       create_by)
     select name, template_id, period, 'entity', entity_id, languages::jsonb, 1, name_en, 'demo'
     from site_entity
     cross join (values
       ('演示：空气站月报', 'Demonstration', $2::integer, 'month', '[{"language":"zh"},{"language":"en"}]'),
       ('演示：空气站日报', 'Demonstration', $3::integer, 'day', '[{"language":"zh"}]')
     ) as plan (name, name_en, template_id, period, languages)
     where entity_code = $1 and exists (select from site where site.entity_id = site_entity.entity_id and simulated)
       and exists (select from report_template t where t.template_id = plan.template_id)
     on conflict do nothing`,
    [entityCode, templates.month, templates.day],
  );
}

export interface DemoSubjects {
  entityId: number;
  siteId: number;
  zone: string;
}

/** The entity with schedules and one of its sites; undefined once they are gone. */
export async function findDemoSubjects(pool: Pool): Promise<DemoSubjects | undefined> {
  const { rows } = await pool.query<DemoSubjects>(
    `select entity_id as "entityId", min(site_id) as "siteId", zone from site join site_entity using (entity_id)
     where entity_code = $1 and simulated group by entity_id, zone`,
    [entityCode],
  );
  return rows[0];
}

/** Removes schedules and reports of the demonstration with its last site. */
export async function removeAbandonedReports(client: Connection): Promise<void> {
  const isOver = `create_by = 'demo' and not exists (select from site where simulated)`;
  await client.query(`delete from report where ${isOver}`);
  await client.query(`delete from report_plan where ${isOver}`);
}
