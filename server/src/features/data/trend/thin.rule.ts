import { averageNoise } from '@limpid/aqi/noise';
import { averageWind } from '@limpid/aqi/wind';
import { DAY_MS } from '@limpid/contract/durations';

/** Values in the order of their moments. */
export interface LinePoints {
  at: readonly number[];
  values: readonly number[];
  /** The valid part of each value, which weights it. */
  covered?: readonly number[] | undefined;
  /** The wind speed of each direction, which weights it; NaN where none is known. */
  speeds?: readonly number[] | undefined;
  /** The lowest and highest value behind each value. */
  low?: readonly number[] | undefined;
  high?: readonly number[] | undefined;
}

/** A line as it is drawn: a null breaks it. */
export interface ThinnedLine {
  /** Milliseconds that one point stands for, unless a gap ends it earlier. */
  step: number;
  ts: number[];
  values: (number | null)[];
  /** The lowest and highest value behind each point, if a band is drawn and points stand for several values. */
  low?: (number | null)[];
  high?: (number | null)[];
}

export interface Thinning {
  /** Milliseconds from one value to the next. */
  step: number;
  /** Milliseconds of the requested range. */
  length: number;
  /** The number of points that the line may have. */
  most: number;
  /** How several values become one; depends on the channel. */
  dataType: string;
  /** Whether the line has a band from its lowest to its highest values. */
  hasBand: boolean;
}

/** Two values further apart than this many steps are not joined. */
const longestStep = 1.5;

/**
 * A line of at most so many points, beside its gaps. A line that is too long is cut into sections of several steps; each
 * becomes its mean, with its lowest and highest value. A line breaks where two values are too far apart, also inside a
 * section.
 */
export function thinLine(points: LinePoints, thinning: Thinning): ThinnedLine {
  const { at, values, low, high } = points;
  const sections = listSections(at, thinning);
  const isThinned = at.length > thinning.most;
  // The lowest and highest number of degrees say nothing about a direction.
  const hasBand = thinning.hasBand && thinning.dataType !== 'direction' && (isThinned || low !== undefined);
  const line: Required<ThinnedLine> = {
    step: isThinned ? sectionWidth(thinning) : thinning.step,
    ts: [],
    values: [],
    low: [],
    high: [],
  };
  for (const section of sections) {
    const { from, to } = section;
    if (section.isAfterGap) pushBreak(line, (at[from - 1] ?? 0) + thinning.step);
    line.ts.push(at[from] ?? 0);
    line.values.push(averageSection(points, section, thinning.dataType));
    if (!hasBand) continue;
    line.low.push(findExtreme(low ?? values, from, to, Math.min));
    line.high.push(findExtreme(high ?? values, from, to, Math.max));
  }
  const { low: lowest, high: highest, ...means } = line;
  return hasBand ? { ...means, low: lowest, high: highest } : means;
}

function pushBreak(line: Required<ThinnedLine>, at: number): void {
  line.ts.push(at);
  for (const column of [line.values, line.low, line.high]) column.push(null);
}

/** Values next to each other that become one point, by their positions. */
interface Section {
  from: number;
  to: number;
  /** The value before it is too far away. */
  isAfterGap: boolean;
}

/**
 * The sections of a line that have values; a line that is short enough has one for each value. Sections do not depend on
 * the range, so that they stay the same when the range moves. One with gaps is split at its longest.
 */
export function listSections(at: readonly number[], thinning: Thinning): Section[] {
  const { step, most } = thinning;
  const steps = at.length > most ? sectionWidth(thinning) / step : 1;
  const isGap = (position: number) =>
    (at[position] ?? 0) - (at[position - 1] ?? Number.POSITIVE_INFINITY) > longestStep * step;
  // Days do not start at midnight UTC, nor all hours at full hours.
  const sectionOf = (position: number) => Math.floor(Math.round((at[position] ?? 0) / step) / steps);
  const sections: Section[] = [];
  for (let from = 0, to = 0; from < at.length; from = to) {
    const section = steps > 1 ? sectionOf(from) : from;
    let longest = 0;
    for (to = from + 1; to < at.length && steps > 1 && sectionOf(to) === section; to++)
      if (isGap(to) && (longest === 0 || distance(at, to) > distance(at, longest))) longest = to;
    sections.push({ from, to: longest || to, isAfterGap: isGap(from) });
    if (longest > 0) sections.push({ from: longest, to, isAfterGap: true });
  }
  return sections;
}

function distance(at: readonly number[], position: number): number {
  return (at[position] ?? 0) - (at[position - 1] ?? 0);
}

/** Sections divide a day, or are whole days, if steps do: their windows of time are round. */
function sectionWidth({ step, length, most }: Thinning): number {
  const width = step * Math.max(2, Math.ceil(length / step / most));
  if (DAY_MS % step !== 0) return width;
  if (width > DAY_MS) return Math.ceil(width / DAY_MS) * DAY_MS;
  let round = width;
  while (DAY_MS % round !== 0) round += step;
  return round;
}

function findExtreme(
  values: readonly number[],
  from: number,
  to: number,
  choose: (one: number, other: number) => number,
): number {
  let extreme = values[from] ?? Number.NaN;
  for (let position = from + 1; position < to; position++)
    extreme = choose(extreme, values[position] ?? extreme);
  return extreme;
}

/** The mean of values, each weighted by its valid part; directions and sound levels have their own means. */
function averageSection(
  { values, covered, speeds }: LinePoints,
  { from, to }: Section,
  dataType: string,
): number | null {
  if (to - from === 1) return values[from] ?? null;
  if (dataType === 'direction')
    return averageWind(
      values
        .slice(from, to)
        .map((direction, place) => ({ direction, speed: speeds?.[from + place] ?? null })),
    ).direction;
  if (dataType === 'level') return averageNoise(values.slice(from, to));
  if (dataType === 'enum' || dataType === 'switch') return values[to - 1] ?? null;
  let [sum, weighted, total] = [0, 0, 0];
  for (let position = from; position < to; position++) {
    const value = values[position] ?? 0;
    const weight = covered?.[position] ?? 1;
    sum += value;
    weighted += value * weight;
    total += weight;
  }
  // Values without any valid part count alike.
  return total > 0 ? weighted / total : sum / (to - from);
}
