import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts';

const quarter = 15 * MINUTE_MS;
const maxKnown = 20_000;
const zones = new Map<string, { format: Intl.DateTimeFormat; offsets: Map<number, number> }>();

/** The wall clock of a zone at an instant, as milliseconds as if it were UTC. */
export function toWallClock(instant: number, zone: string): number {
  return instant + offsetAt(instant, zone);
}

/** The instant of a wall clock of a zone; one of the two in an hour that is repeated. */
export function fromWallClock(wallClock: number, zone: string): number {
  return wallClock - offsetAt(wallClock - offsetAt(wallClock, zone), zone);
}

/** The wall clock of a zone in the protocol's digits, with milliseconds. */
export function writeDigits(instant: number, zone: string): string {
  return new Date(toWallClock(instant, zone)).toISOString().replace(/\D/g, '');
}

function offsetAt(instant: number, zone: string): number {
  let cached = zones.get(zone);
  if (!cached) {
    const digits = '2-digit';
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: digits,
      day: digits,
      hour: digits,
      minute: digits,
    });
    cached = { format, offsets: new Map() };
    zones.set(zone, cached);
  }
  // Zones change their offset only at multiples of a quarter of an hour.
  const key = Math.floor(instant / quarter);
  const offset = cached.offsets.get(key);
  if (offset !== undefined) return offset;
  if (cached.offsets.size >= maxKnown) cached.offsets.clear();
  const parts = Object.fromEntries(
    cached.format.formatToParts(key * quarter).map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  const fresh = Date.UTC(year, month - 1, day, hour, minute) - key * quarter;
  cached.offsets.set(key, fresh);
  return fresh;
}

export interface WallClockTime {
  /** Hours since midnight, with their fraction. */
  hour: number;
  /** Days since the first of January, with their fraction. */
  dayOfYear: number;
  isWeekend: boolean;
}

export function readLocalTime(wallClock: number): WallClockTime {
  const day = Math.floor(wallClock / DAY_MS);
  const date = new Date(wallClock);
  const weekday = date.getUTCDay();
  return {
    hour: (wallClock - day * DAY_MS) / HOUR_MS,
    dayOfYear: (wallClock - Date.UTC(date.getUTCFullYear(), 0, 1)) / DAY_MS,
    isWeekend: weekday === 0 || weekday === 6,
  };
}
