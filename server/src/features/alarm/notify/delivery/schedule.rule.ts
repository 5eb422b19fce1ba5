import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { offsetAt, toInstant } from '@limpid/contract/local-time';

/** Part of a day as two times `HH:mm`; it crosses midnight if the end is not after the beginning. */
interface TimeSpan {
  from: string;
  to: string;
}

const dayMinutes = DAY_MS / MINUTE_MS;

function readMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The wall clock of a zone: minutes since midnight, day of the week from Monday = 1, and the date. */
function readWallClock(now: number, zone: string) {
  const wall = new Date(now + offsetAt(now, zone));
  return {
    minutes: wall.getUTCHours() * 60 + wall.getUTCMinutes(),
    weekday: wall.getUTCDay() || 7,
    midnight: Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate()),
  };
}

/** When quiet hours that apply now are over; undefined outside of them. Equal times mean that there are none. */
export function findQuietEnd(now: number, zone: string, { from, to }: TimeSpan): number | undefined {
  const { minutes, midnight } = readWallClock(now, zone);
  const [start, end] = [readMinutes(from), readMinutes(to)];
  if (start === end) return undefined;
  const isQuiet = start < end ? minutes >= start && minutes < end : minutes >= start || minutes < end;
  if (!isQuiet) return undefined;
  const instant = fromWallClock(midnight + (minutes < end ? 0 : DAY_MS) + end * MINUTE_MS, zone);
  // Where the clock is set back, the end may lie before now: it comes once more.
  return Math.max(instant, now);
}

/** The moment at which the wall clock of a zone shows this time, given as if it were UTC. */
function fromWallClock(time: number, zone: string): number {
  const wall = new Date(time);
  return toInstant(
    {
      year: wall.getUTCFullYear(),
      month: wall.getUTCMonth() + 1,
      day: wall.getUTCDate(),
      hour: wall.getUTCHours(),
      minute: wall.getUTCMinutes(),
      second: 0,
      millisecond: 0,
    },
    zone,
  );
}

export interface Shift {
  userId: number;
  nextUserId?: number | null;
  /** Days on which the shift begins: `1,2,3` from Monday = 1. */
  weekdays: string;
  fromTime: string;
  toTime: string;
}

/** The shifts that a moment falls into. Equal times are a whole day. */
export function findShifts<S extends Shift>(now: number, zone: string, shifts: readonly S[]): S[] {
  const { minutes, weekday } = readWallClock(now, zone);
  const yesterday = weekday === 1 ? 7 : weekday - 1;
  return shifts.filter(({ weekdays, fromTime, toTime }) => {
    const begins = (day: number) => weekdays.split(',').includes(String(day));
    const start = readMinutes(fromTime);
    const length = (readMinutes(toTime) - start + dayMinutes) % dayMinutes || dayMinutes;
    const isSince = (from: number) => minutes >= from && minutes < from + length;
    return (begins(weekday) && isSince(start)) || (begins(yesterday) && isSince(start - dayMinutes));
  });
}

/** When the next shift begins; undefined if there is none. */
export function findNextShift(now: number, zone: string, shifts: readonly Shift[]): number | undefined {
  const { weekday, midnight } = readWallClock(now, zone);
  const starts = shifts.flatMap(({ weekdays, fromTime }) =>
    weekdays.split(',').flatMap((day) => {
      const days = (Number(day) - weekday + 7) % 7;
      // The shift of today may have begun: then it is that of next week.
      return [days, days + 7].map((after) =>
        fromWallClock(midnight + after * DAY_MS + readMinutes(fromTime) * MINUTE_MS, zone),
      );
    }),
  );
  const later = starts.filter((start) => start > now);
  return later.length === 0 ? undefined : Math.min(...later);
}
