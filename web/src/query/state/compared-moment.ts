import { DAY_MS } from '@limpid/contract/durations';
import { dayBounds, offsetAt } from '@limpid/contract/local-time';
import { addMonths, isWholeDays, type Range } from './period.ts';
import type { Comparison } from './query.ts';

interface ComparedPeriods {
  range: Range;
  compared: Range;
  comparison: Comparison;
  /** The clock on which the periods were chosen. */
  zone: string;
}

/**
 * Finds where a moment of the compared period stands in the shown one. Days are moved by the wall clock of the line, so
 * that 08:00 stays 08:00 when the clock changes between the periods, and dates of the year before by the calendar; other
 * periods are moved by their length. An hour or a date that the shown period does not have is undefined; one that its
 * clock shows twice is the first.
 */
export function openShift(
  periods: ComparedPeriods,
): (moment: number, zone: string, step?: string) => number | undefined {
  const { range, compared, comparison } = periods;
  const move = comparison === 'lastYear' ? moveByYear(periods) : moveByDays(periods);
  if (!move) return (moment) => moment + range.from - compared.from;
  const clocks = new Map<string, Clock>();
  return (moment, zone, step) => {
    const clock = clocks.get(zone) ?? openClock(zone);
    clocks.set(zone, clock);
    const wall = moment + clock(moment);
    // A day begins later than at midnight where the clock changes then.
    if (step === 'day') {
      const midnight = move(Math.floor(wall / DAY_MS) * DAY_MS);
      return midnight === undefined ? undefined : dayBounds(dateAt(midnight), zone)[0];
    }
    const moved = move(wall);
    return moved === undefined ? undefined : findInstant(moved, clock);
  };
}

type MoveWall = (wall: number) => number | undefined;

function moveByDays({ range, compared, zone }: ComparedPeriods): MoveWall | undefined {
  const wallAt = (moment: number) => moment + offsetAt(moment, zone);
  const length = isWholeDays(range, zone)
    ? wallAt(range.from) - wallAt(compared.from)
    : range.to - range.from;
  return length % DAY_MS === 0 ? (wall) => wall + length : undefined;
}

function moveByYear({ range, zone }: ComparedPeriods): MoveWall {
  // A period that begins on 29 February is compared with one that begins on the 28th.
  const isLeapStart = dateAt(range.from + offsetAt(range.from, zone)).endsWith('-02-29');
  return (wall) => {
    const date = dateAt(wall);
    if (date.endsWith('-02-29')) return undefined;
    const moved = wall + Date.parse(addMonths(date, 12)) - Date.parse(date);
    return isLeapStart && date.endsWith('-02-28') ? moved + DAY_MS : moved;
  };
}

const dateAt = (wall: number) => new Date(wall).toISOString().slice(0, 10);

/** How far a wall clock is ahead of UTC at a moment. */
type Clock = (moment: number) => number;

/** Offsets by day: finding one is slow, and lines have thousands of points. */
function openClock(zone: string): Clock {
  const days = new Map<number, number | null>();
  return (moment) => {
    const day = Math.floor(moment / DAY_MS);
    let offset = days.get(day);
    if (offset === undefined) {
      const [first, last] = [offsetAt(day * DAY_MS, zone), offsetAt((day + 1) * DAY_MS, zone)];
      offset = first === last ? first : null;
      days.set(day, offset);
    }
    return offset ?? offsetAt(moment, zone);
  };
}

function findInstant(wall: number, clock: Clock): number | undefined {
  const candidates = [wall - clock(wall - DAY_MS), wall - clock(wall + DAY_MS)];
  return candidates.find((instant) => instant + clock(instant) === wall);
}
