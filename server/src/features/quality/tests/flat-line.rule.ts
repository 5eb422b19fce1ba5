import { medianOf } from '@limpid/aqi/statistics/percentile';
import { MINUTE_MS } from '@limpid/contract/durations';
import { type Hours, type Minutes, type RuleFinding, stepMsOf } from './finding.ts';

/** A flat line is looked at for so many hours before and after an hour. */
const flatHours = 24;

export interface FlatLimits {
  /** Hours with the same value. */
  span: number;
  /** Values up to this one may stay the same: clean air. */
  floor: number;
  /** A line is flagged if its chance is at most one in so many; with null, its length decides alone. */
  rarity: number | null;
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

/** Stored means have 32 bits, and a limit has 64. */
function isAbove(value: number, floor: number): boolean {
  return Math.fround(value) > Math.fround(floor);
}

/** Steps from one hour to the next, and how many of them kept the value. */
interface Steps {
  kept: number;
  all: number;
}

function countSteps(hours: Hours, from: number, to: number): Steps {
  const steps: Steps = { kept: 0, all: 0 };
  for (let at = Math.max(from + 1, 1); at < to; at++) {
    const change = (hours[at] ?? Number.NaN) - (hours[at - 1] ?? Number.NaN);
    if (Number.isNaN(change)) continue;
    steps.all++;
    if (change === 0) steps.kept++;
  }
  return steps;
}

/** The steps of the channel itself before and after the line, among the hours that the verdict may depend on. */
function countAround(hours: Hours, at: number, { from, to }: FlatLine): Steps {
  const before = countSteps(hours, at - flatHours, from + 1);
  const after = countSteps(hours, to - 1, at + flatHours + 1);
  return { kept: before.kept + after.kept, all: before.all + after.all };
}

/** How probable a line is where steps keep their value as often as these; one kept and one other step are added. */
function computeChance({ from, to }: FlatLine, { kept, all }: Steps): number {
  return ((kept + 1) / (all + 2)) ** (to - from - 1);
}

/** An hour of a line that stays the same for too long. */
export function judgeFlatLine(
  hours: Hours,
  at: number,
  { span, floor, rarity }: FlatLimits,
): RuleFinding | undefined {
  const value = hours[at] ?? Number.NaN;
  // Most hours differ from both beside them.
  if (!isAbove(value, floor) || (hours[at - 1] !== value && hours[at + 1] !== value)) return undefined;
  const line = findFlatLine(hours, at);
  if (!line || line.to - line.from < span) return undefined;
  if (rarity !== null && computeChance(line, countAround(hours, at, line)) > 1 / rarity) return undefined;
  return { value, low: null, high: null, span: line.to - line.from };
}

/** Neighbours that change by less than this part of the floor confirm that the air did not change. */
const calmPart = 0.4;

/** True if the air around did not change either during the line, so that its chance is no longer small. */
export function isFlatLineShared(
  hours: Hours,
  at: number,
  neighbours: readonly Hours[],
  { floor, rarity }: Pick<FlatLimits, 'floor' | 'rarity'>,
): boolean {
  const line = findFlatLine(hours, at);
  if (!line) return false;
  if (rarity !== null) {
    const steps = countAround(hours, at, line);
    for (const other of neighbours) {
      const { kept, all } = countSteps(other, line.from, line.to);
      steps.kept += kept;
      steps.all += all;
    }
    return computeChance(line, steps) > 1 / rarity;
  }
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

/** The same value for so many minutes: from the first to the last, which stands for one interval; a gap ends it. */
export function judgeMinuteFlatLine(
  { at, values }: Minutes,
  { span, floor }: Pick<FlatLimits, 'span' | 'floor'>,
  interval: number,
): RuleFinding | undefined {
  const stepMs = stepMsOf(interval);
  let [first, longest] = [0, 0];
  let found: number | undefined;
  for (let index = 1; index < values.length; index++) {
    const value = values[index] ?? Number.NaN;
    const moment = at[index] ?? 0;
    if (value !== values[index - 1] || moment - (at[index - 1] ?? 0) > stepMs) first = index;
    else if (value > floor) {
      const length = (moment - (at[first] ?? 0) + stepMs) / MINUTE_MS;
      if (length >= span && length > longest) [found, longest] = [value, length];
    }
  }
  return found === undefined ? undefined : { value: found, low: null, high: null, span: longest };
}
