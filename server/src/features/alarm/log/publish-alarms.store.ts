import type { EndReason } from '@limpid/contract/alarm/alarm-log';
import { measureOf } from '@limpid/contract/alarm/alarm-measure';
import type { CompareMethod, Severity } from '@limpid/contract/alarm/alarm-rule';
import type { Connection } from '../../../platform/db/transaction.ts';

/** The facts of an alarm that messages tell. */
export interface PublishedAlarm {
  alarmId: number;
  siteId: number;
  siteName: string;
  entityName: string;
  entityNameEn: string | null;
  entityNameFr: string | null;
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
  detail: unknown;
  endReason: EndReason | null;
  isMuted: boolean;
}

const columns = {
  alarmId: 'alarm_id::float8',
  siteId: 'site_id',
  siteName: 'site_name',
  entityName: 'entity_name',
  entityNameEn: 'entity_name_en',
  entityNameFr: 'entity_name_fr',
  deptId: 'dept_id',
  ruleName: 'rule_name',
  alarmType: 'alarm_type',
  severity: 'severity',
  channelName: 'channel_name',
  channelNameEn: 'channel_name_en',
  channelNameFr: 'channel_name_fr',
  unit: 'unit',
  decimals: 'decimals',
  compare: 'compare',
  limitValue: 'limit_value',
  detail: 'detail',
  endReason: 'end_reason',
  isMuted: 'coalesce(muted_until > $2, false)',
} satisfies Record<keyof PublishedAlarm, string>;
const selected = Object.entries(columns).map(([name, column]) => `${column} as "${name}"`);

/** Historical alarms are left out, because they are never pushed. */
export async function listPublishedAlarms(
  client: Connection,
  alarmIds: readonly number[],
  now: Date,
): Promise<Map<number, PublishedAlarm>> {
  const { rows } = await client.query<PublishedAlarm>(
    `select ${selected.join(', ')} from alarm_log_row where alarm_id = any($1::bigint[]) and not historical`,
    [[...new Set(alarmIds)], now],
  );
  return new Map(rows.map((row) => [row.alarmId, { ...row, ...measureOf(row) }]));
}
