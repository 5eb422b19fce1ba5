import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate, offsetAt } from '@limpid/contract/local-time';

/** What the labels of an axis of time are: times of day, days, or months. */
type TickUnit = 'time' | 'day' | 'month';

interface ZoneTicks {
  unit: TickUnit;
  moments: number[];
}

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const daySteps = [1, 2, 3, 5, 10];
const monthSteps = [1, 2, 3, 6, 12, 24, 60, 120];
/** Months have 30.4 days on average. */
const monthMs = 730 * HOUR_MS;

/** Round moments of the clock or the calendar of a zone in a range, at most about so many. */
export function listZoneTicks(from: number, to: number, zone: string, most: number): ZoneTicks {
  const length = to - from;
  const fits = (step: number) => length / step <= Math.max(2, most);
  const time = timeSteps.find(fits);
  if (time !== undefined) return { unit: 'time', moments: listTimes(from, to, zone, time) };
  const days = daySteps.find((count) => fits(count * DAY_MS));
  if (days !== undefined) return { unit: 'day', moments: listDays(from, to, zone, days) };
  const months = monthSteps.find((count) => fits(count * monthMs)) ?? 240;
  return { unit: 'month', moments: listMonths(from, to, zone, months) };
}

/** Follows the clock on the wall, also across a change of it. */
function listTimes(from: number, to: number, zone: string, step: number): number[] {
  const moments: number[] = [];
  let offset = offsetAt(from, zone);
  let wall = Math.ceil((from + offset) / step) * step;
  for (;;) {
    offset = offsetAt(wall - offset, zone);
    const moment = wall - offset;
    if (moment > to) return moments;
    if (moment >= from && moment > (moments.at(-1) ?? Number.NEGATIVE_INFINITY)) moments.push(moment);
    wall += step;
  }
}

/** Counted from the first of each month, so that labels do not move with the range. */
function listDays(from: number, to: number, zone: string, step: number): number[] {
  const days: string[] = [];
  const last = formatLocalDate(to, zone);
  for (let day = formatLocalDate(from, zone); day <= last; day = addDay(day)) {
    const date = Number(day.slice(8));
    // The end of a month is left out if it would touch the first of the next.
    if ((date - 1) % step === 0 && (step === 1 || date <= 31 - step)) days.push(day);
  }
  return within(days, from, to, zone);
}

function addDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
}

function listMonths(from: number, to: number, zone: string, step: number): number[] {
  const monthAt = (moment: number) => {
    const [year = 0, month = 0] = formatLocalDate(moment, zone).split('-').map(Number);
    return year * 12 + month - 1;
  };
  const first = Math.floor(monthAt(from) / step) * step;
  const count = Math.floor((monthAt(to) - first) / step) + 1;
  const days = Array.from({ length: count }, (_, n) => {
    const month = first + n * step;
    return new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 10);
  });
  return within(days, from, to, zone);
}

function within(days: readonly string[], from: number, to: number, zone: string): number[] {
  return days.map((day) => dayBounds(day, zone)[0]).filter((moment) => moment >= from && moment <= to);
}
