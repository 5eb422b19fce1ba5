import type { CompareMethod, Severity } from '@limpid/contract/alarm/alarm-rule';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** The facts of an alarm that messages tell. */
export interface PublishedAlarm {
  alarmId: number;
  siteId: number;
  siteName: string;
  entityName: string;
  deptId: number;
  ruleName: string;
  alarmType: string;
  severity: Severity;
  channelName: string | null;
  channelNameEn: string | null;
  channelNameFr: string | null;
  unit: string | null;
  decimals: number | null;
  compare: CompareMethod | null;
  limitValue: number | null;
}

/** Alarms of late values are left out: nobody is notified of them. */
export async function listPublishedAlarms(
  db: Database,
  alarmIds: readonly number[],
): Promise<Map<number, PublishedAlarm>> {
  const { rows } = await sql<PublishedAlarm>`
    select alarm_id, site_id, site_name, entity_name, dept_id, rule_name, alarm_type, severity, channel_name,
      channel_name_en, channel_name_fr, unit, decimals, compare, limit_value
    from alarm_log_row where alarm_id = any(${[...new Set(alarmIds)]}) and not historical`.execute(db);
  return new Map(rows.map((row) => [row.alarmId, row]));
}
