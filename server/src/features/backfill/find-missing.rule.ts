import { isHourValid, isPeriodValid } from '@limpid/aqi/validity';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { datesBetween, dayBounds, floorToHour, formatLocalDate } from '@limpid/contract/local-time';

/** Where one row of a kind belongs: `[from, to)`. */
export interface Slot {
  from: number;
  to: number;
}

/** A period with slots that are missing, from the first to the end of the last. */
export interface MissingSpan extends Slot {
  missing: number;
}

/** Means of an hour may come this long after its end, and count in the stored hour a little later. */
export const lateMs = 10 * MINUTE_MS;

interface Period {
  /** `[from, to)` as chosen. */
  from: number;
  to: number;
  /** Nothing is expected before the first data of the site. */
  since: number;
  now: number;
  zone: string;
}

const isDue = ({ from, to }: Slot, { since, now }: Period) => from >= since && to + lateMs <= now;

interface StoredHours {
  /** Seconds that the packets of an hour stand for, by its start. */
  covered: ReadonlyMap<number, number>;
  /** The hours whose mean the device has sent. */
  sent: ReadonlySet<number>;
}

const isHourStored = (hour: number, { covered, sent }: StoredHours) =>
  sent.has(hour) || isHourValid(covered.get(hour) ?? 0, 1);

/** The hours that have too little data to be valid, and no mean that the device has sent. */
export function findMissingHours(period: Period, stored: StoredHours): Slot[] {
  return listHours(period).filter((slot) => isDue(slot, period) && !isHourStored(slot.from, stored));
}

/** The days that have too few such hours, and no mean that the device has sent; those that begin in the period. */
export function findMissingDays(
  period: Period,
  stored: StoredHours & { sentDays: ReadonlySet<number> },
): Slot[] {
  const { from, to, zone } = period;
  const dates = datesBetween(formatLocalDate(from, zone), formatLocalDate(to - 1, zone));
  return dates.flatMap((date) => {
    const [start, end] = dayBounds(date, zone);
    const day = { from: start, to: end };
    if (start < from || !isDue(day, period) || stored.sentDays.has(start)) return [];
    const hours = listHours({ ...day, zone }).filter((hour) => isHourStored(hour.from, stored));
    return isPeriodValid('day', hours.length) ? [] : [day];
  });
}

/** The slots of a device's minute data in which nothing was stored, real-time data included. */
export function findMissingMinutes(period: Period, stepMs: number, moments: Iterable<number>): Slot[] {
  const stored = new Set<number>();
  for (const at of moments) stored.add(Math.floor(at / stepMs));
  const slots: Slot[] = [];
  for (let slot = Math.ceil(period.from / stepMs); (slot + 1) * stepMs <= period.to; slot++) {
    const one = { from: slot * stepMs, to: (slot + 1) * stepMs };
    if (isDue(one, period) && !stored.has(slot)) slots.push(one);
  }
  return slots;
}

/** The hours that lie in a period as a whole. */
function listHours({ from, to, zone }: Pick<Period, 'from' | 'to' | 'zone'>): Slot[] {
  const floor = floorToHour(from, zone);
  const slots: Slot[] = [];
  for (let at = floor < from ? floor + HOUR_MS : floor; at + HOUR_MS <= to; at += HOUR_MS)
    slots.push({ from: at, to: at + HOUR_MS });
  return slots;
}

/** Joins slots that follow each other. */
export function joinSlots(slots: readonly Slot[]): MissingSpan[] {
  return collect(slots, (span, slot) => span.to === slot.from);
}

/** Divides slots into requests of at most this length; a slot that is longer is one request. */
export function planRequests(slots: readonly Slot[], longestMs: number): MissingSpan[] {
  return collect(slots, (span, slot) => slot.to - span.from <= longestMs);
}

function collect(slots: readonly Slot[], belongs: (span: MissingSpan, slot: Slot) => boolean): MissingSpan[] {
  const spans: MissingSpan[] = [];
  for (const { from, to } of slots) {
    const last = spans.at(-1);
    if (last && belongs(last, { from, to })) Object.assign(last, { to, missing: last.missing + 1 });
    else spans.push({ from, to, missing: 1 });
  }
  return spans;
}

/** Slots that lie in none of the spans. */
export function leaveOut(slots: readonly Slot[], spans: readonly Slot[]): Slot[] {
  return slots.filter((slot) => !spans.some((span) => liesWithin(slot, span)));
}

export function liesWithin(slot: Slot, span: Slot): boolean {
  return slot.from >= span.from && slot.to <= span.to;
}
