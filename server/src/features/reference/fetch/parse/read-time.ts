import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';
import { readSheetTime } from '../../../data/data.api.ts';

const dotNetTime = /^\/Date\((-?\d{1,14})(?:[+-]\d{4})?\)\/$/;
const epochDigits = /^\d{10}(?:\d{3})?$/;
/** Epoch seconds reach this number of milliseconds in 1973. */
const leastMilliseconds = 1e11;

/**
 * The moment of a publication in epoch milliseconds: .NET, epoch, ISO, or a wall clock of the zone. Undefined before 1970:
 * the first day of a calendar stands for no time.
 */
export function readPublishedTime(value: unknown, zone: string): number | undefined {
  const time = readMoment(value, zone);
  return time !== undefined && time > 0 ? time : undefined;
}

function readMoment(value: unknown, zone: string): number | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return fromEpoch(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  const milliseconds = dotNetTime.exec(text)?.[1];
  if (milliseconds !== undefined) return Number(milliseconds);
  if (epochDigits.test(text)) return fromEpoch(Number(text));
  return readSheetTime(text, zone);
}

const fromEpoch = (value: number) => Math.round(value >= leastMilliseconds ? value : value * 1000);

/** Whether an instant is a full hour on the clock of the zone. */
export function isFullHour(instant: number, zone: string): boolean {
  return (instant + offsetAt(instant, zone)) % HOUR_MS === 0;
}

/** Sources are asked for the last day; what they say about long ago is taken from files only. */
const oldestMs = 30 * DAY_MS;

export const isTooOld = (releasedAt: number, now: number) => releasedAt < now - oldestMs;
