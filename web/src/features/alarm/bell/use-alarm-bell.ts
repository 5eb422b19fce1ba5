import type { Severity } from '@limpid/contract/alarm/alarm-rule';
import { useAlarmCounts, useMaySeeAlarms } from '../../../query/alarms/use-alarms.ts';
import { findHighest } from '../../../ui/severity/severity.ts';

/** The number of active alarms and their highest severity; undefined for people who may not see alarms. */
export function useAlarmBell(): { count: number; highest: Severity | undefined } | undefined {
  const maySee = useMaySeeAlarms();
  const { data } = useAlarmCounts();
  if (!maySee) return undefined;
  return { count: data?.total ?? 0, highest: data && findHighest(data.bySeverity) };
}
