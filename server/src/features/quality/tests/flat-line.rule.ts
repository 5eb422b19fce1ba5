import { medianOf } from '@limpid/aqi/statistics/percentile';
import type { Hours, RuleFinding } from './finding.ts';

/** A flat line is looked at for so many hours before and after an hour. */
const flatHours = 24;

export interface FlatLimits {
  /** Hours with the same value. */
  span: number;
  /** Values up to this one may stay the same: clean air. */
  floor: number;
}

interface FlatLine {
  from: number;
  /** Exclusive. */
  to: number;
}

/** The hours around one with the same value. */
function findFlatLine(hours: Hours, at: number): FlatLine | undefined {
  const value = hours[at] ?? Number.NaN;
  if (Number.isNaN(value)) return undefined;
  let [from, to] = [at, at + 1];
  while (from > at - flatHours && hours[from - 1] === value) from--;
  while (to < at + flatHours && hours[to] === value) to++;
  return { from, to };
}

/** An hour of a line that stays the same for too long. */
export function judgeFlatLine(
  hours: Hours,
  at: number,
  { span, floor }: FlatLimits,
): RuleFinding | undefined {
  const value = hours[at] ?? Number.NaN;
  // Most hours differ from both beside them.
  if (!(value > floor) || (hours[at - 1] !== value && hours[at + 1] !== value)) return undefined;
  const line = findFlatLine(hours, at);
  if (!line || line.to - line.from < span) return undefined;
  return { value, low: null, high: null, span: line.to - line.from };
}

/** Neighbours that change by less than this part of the floor confirm that the air did not change. */
const calmPart = 0.4;

/** True if the air around did not change either during the line. */
export function isFlatLineShared(
  hours: Hours,
  at: number,
  neighbours: readonly Hours[],
  { floor }: Pick<FlatLimits, 'floor'>,
): boolean {
  const line = findFlatLine(hours, at);
  if (!line) return false;
  const changes = neighbours.flatMap((other) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let place = line.from; place < line.to; place++) {
      const seen = other[place] ?? Number.NaN;
      if (Number.isNaN(seen)) continue;
      low = Math.min(low, seen);
      high = Math.max(high, seen);
    }
    return high >= low ? [high - low] : [];
  });
  return (medianOf(changes) ?? Number.POSITIVE_INFINITY) <= calmPart * floor;
}

/** The same value for so many minutes. */
export function judgeMinuteFlatLine(
  values: readonly number[],
  { span, floor }: FlatLimits,
): RuleFinding | undefined {
  let [value, length] = [Number.NaN, 0];
  let longest: RuleFinding | undefined;
  for (const next of values) {
    length = next === value ? length + 1 : 1;
    value = next;
    if (length >= span && value > floor && length > (longest?.span ?? 0))
      longest = { value, low: null, high: null, span: length };
  }
  return longest;
}
