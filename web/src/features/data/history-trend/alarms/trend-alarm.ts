import type { AlarmSpan } from '@limpid/contract/alarm/alarm-spans';

/** An alarm as the chart shows it. */
export interface TrendAlarm extends Pick<AlarmSpan, 'alarmId' | 'siteId' | 'channel' | 'severity'> {
  from: number;
  /** Up to now while it is active. */
  to: number;
  colour: string;
  /** Rule, value, and from when to when. */
  text: string;
}

/** The alarms of lines: those of their sites and channels, and those of whole stations. */
export function pickAlarms(
  alarms: readonly TrendAlarm[],
  lines: readonly { siteId: number | undefined; code: string }[],
): TrendAlarm[] {
  return alarms.filter(({ siteId, channel }) =>
    lines.some((line) => line.siteId === siteId && (channel === null || channel === line.code)),
  );
}

/** The row of each alarm: the first that is free from its start on; the last row takes all that are left. */
export function arrangeRows(
  alarms: readonly Pick<TrendAlarm, 'from' | 'to'>[],
  most: number,
  gap: number,
): number[] {
  const ends: number[] = [];
  const rows = new Map<object, number>();
  for (const alarm of alarms.toSorted((one, other) => one.from - other.from)) {
    const free = ends.findIndex((end) => end + gap <= alarm.from);
    const row = free < 0 ? Math.min(ends.length, most - 1) : free;
    ends[row] = Math.max(ends[row] ?? 0, alarm.to);
    rows.set(alarm, row);
  }
  return alarms.map((alarm) => rows.get(alarm) ?? 0);
}
