import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';

interface Schedule {
  schedule: 'daily' | 'weekly';
  runHour: number;
  /** 1 is Monday. */
  runWeekday: number;
}

/** The last moment up to now at which a schedule wants a run, on the clock of the zone. */
function findLastDue({ schedule, runHour, runWeekday }: Schedule, now: number, zone: string): number {
  for (let back = 0; back <= 7; back++) {
    const date = formatLocalDate(now - back * DAY_MS, zone);
    const at = dayBounds(date, zone)[0] + runHour * HOUR_MS;
    const weekday = new Date(`${date}T00:00:00Z`).getUTCDay() || 7;
    if (at <= now && (schedule === 'daily' || weekday === runWeekday)) return at;
  }
  return now - 8 * DAY_MS;
}

/** Whether a run is due; one that was due before the config was written is not made up for. */
export function isRunDue(
  { changedAt, lastAt, ...schedule }: Schedule & { changedAt: number; lastAt: number | null },
  now: number,
  zone: string,
): boolean {
  const due = findLastDue(schedule, now, zone);
  return changedAt < due && (lastAt ?? 0) < due;
}
