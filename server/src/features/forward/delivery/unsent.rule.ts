import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { CountedHour } from '../../reading/storage.api.ts';

/** The number of unsent readings by the start of their hour (UTC). */
export type UnsentHours = ReadonlyMap<number, CountedHour>;

export function addCounted(sum: Map<number, CountedHour>, more: ReadonlyMap<number, CountedHour>): void {
  for (const [start, { count, oldest }] of more) {
    const known = sum.get(start);
    sum.set(start, { count: (known?.count ?? 0) + count, oldest: Math.min(known?.oldest ?? oldest, oldest) });
  }
}

/** The hour in which the limit in rows is reached, counted from the newest, and for how many of its readings there is room. */
export function findFullHour(
  hours: UnsentHours,
  maxRows: number,
): { hour: number; room: number } | undefined {
  let room = maxRows;
  for (const [hour, { count }] of [...hours].toSorted(([a], [b]) => b - a)) {
    if (count > room) return { hour, room };
    room -= count;
  }
  return undefined;
}

/**
 * The oldest reading for which there is room, of those counted by the start of their second; those of the same second stay
 * together. Undefined without room.
 */
export function findOldestKept(seconds: UnsentHours, room: number): number | undefined {
  let left = room;
  let oldest: number | undefined;
  for (const [, second] of [...seconds].toSorted(([a], [b]) => b - a)) {
    if (left <= 0) break;
    oldest = second.oldest;
    left -= second.count;
  }
  return oldest;
}

/**
 * Before which moment readings are given up, a day before they would be removed; never after now, so that what is measured
 * next is current.
 */
export const findCutoff = ({
  maxHours,
  keptDays,
  now,
  oldestKept = Number.NEGATIVE_INFINITY,
}: {
  maxHours: number;
  /** How long readings are stored. */
  keptDays: number;
  now: number;
  /** The oldest reading within the limit in rows. */
  oldestKept: number | undefined;
}): number => Math.min(now, Math.max(now - maxHours * HOUR_MS, now - (keptDays - 1) * DAY_MS, oldestKept));

export const sumUnsent = (hours: UnsentHours): number =>
  [...hours.values()].reduce((sum, { count }) => sum + count, 0);

export const findOldest = (hours: UnsentHours): number | null =>
  hours.size === 0 ? null : Math.min(...[...hours.values()].map(({ oldest }) => oldest));
