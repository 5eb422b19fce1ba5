import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { SeenAlarm } from './demo-shift.rule.ts';

/** Alarms of simulated sites that somebody may still do something about, the newest first. */
export async function listOpenAlarms(db: Database): Promise<SeenAlarm[]> {
  const { rows } = await sql<SeenAlarm>`
    select alarm_id, alarm_type, entity_group as city,
      (extract(epoch from (select max(at) from alarm_event e where e.alarm_id = alarm_log.alarm_id and event = 'raised'))
        * 1000)::float8 as raised_at,
      ended_at is null as is_running, acknowledged_at is not null as is_acknowledged, muted_until is not null as is_muted
    from alarm_log join site using (site_id) join site_entity on site_entity.entity_id = site.entity_id
    where simulated and exists (
      select from alarm_event e where e.alarm_id = alarm_log.alarm_id and event = 'raised') and (acknowledged_at is null or ended_at is null)
    order by alarm_log.raised_at desc limit 500`.execute(db);
  return rows;
}
