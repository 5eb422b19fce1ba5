import type { CalendarDay } from '@limpid/contract/analysis/calendar';
import { DAY_MS } from '@limpid/contract/durations';

export const stripDays = 30;

/** The dates of the strip up to today, oldest first, and the months that contain them. */
export function listStripDays(today: string): { days: string[]; months: string[] } {
  const last = Date.parse(`${today}T00:00:00Z`);
  const days = Array.from({ length: stripDays }, (_, place) =>
    new Date(last - (stripDays - 1 - place) * DAY_MS).toISOString().slice(0, 10),
  );
  return { days, months: [...new Set(days.map((day) => day.slice(0, 7)))] };
}

/** The calendar of each date; undefined for dates that it does not have. */
export function pickStripDays(
  days: readonly string[],
  calendars: readonly (readonly CalendarDay[])[],
): { day: string; found: CalendarDay | undefined }[] {
  const byDay = new Map(calendars.flat().map((one) => [one.day, one]));
  return days.map((day) => ({ day, found: byDay.get(day) }));
}

/** The position that a key moves the focus to; undefined for other keys. */
export function moveAlong(place: number, key: string, count: number): number | undefined {
  const moves: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowRight: place + 1,
    Home: 0,
    End: count - 1,
  };
  const next = moves[key];
  return next === undefined ? undefined : Math.min(count - 1, Math.max(0, next));
}
