import { DAY_MS } from '@limpid/contract/durations';
import { formatLocalDate, toInstant } from '@limpid/contract/local-time';

interface Schedule {
  schedule: 'daily' | 'weekly';
  runHour: number;
  /** 1 is Monday. */
  runWeekday: number;
}

/** The last moment up to now at which a schedule wants a run, on the clock on the wall of the zone. */
function findLastDue({ schedule, runHour, runWeekday }: Schedule, now: number, zone: string): number {
  const today = Date.parse(formatLocalDate(now, zone));
  for (let back = 0; back <= 7; back++) {
    const date = new Date(today - back * DAY_MS);
    // A day on which the clock changes has no hour of some number, or one twice.
    const wall = { month: date.getUTCMonth() + 1, day: date.getUTCDate(), hour: runHour, ...onTheHour };
    const at = toInstant({ year: date.getUTCFullYear(), ...wall }, zone);
    const weekday = date.getUTCDay() || 7;
    if (at <= now && (schedule === 'daily' || weekday === runWeekday)) return at;
  }
  return now - 8 * DAY_MS;
}

const onTheHour = { minute: 0, second: 0, millisecond: 0 };

/** Whether a run is due; one that was due before the config was written is not made up for. */
export function isRunDue(
  { changedAt, lastAt, ...schedule }: Schedule & { changedAt: number; lastAt: number | null },
  now: number,
  zone: string,
): boolean {
  const due = findLastDue(schedule, now, zone);
  return changedAt < due && (lastAt ?? 0) < due;
}
