import { averageNoise } from '@limpid/aqi/noise';
import { averageWind } from '@limpid/aqi/wind';

/** Values in the order of their moments. */
export interface LinePoints {
  at: readonly number[];
  values: readonly number[];
  /** The valid part of each value, which weights it. */
  covered?: readonly number[] | undefined;
  /** The lowest and highest value behind each value. */
  low?: readonly number[] | undefined;
  high?: readonly number[] | undefined;
}

/** A line as it is drawn: a null breaks it. */
export interface ThinnedLine {
  /** Milliseconds that one point stands for. */
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

/** Two points further apart than this many steps are not joined. */
const longestStep = 1.5;

/**
 * A line of at most so many points, beside its gaps. A line that is too long is cut into sections of several steps; each
 * becomes its mean, with its lowest and highest value. Sections do not depend on the range, so that they stay the same
 * when the range moves.
 */
export function thinLine(points: LinePoints, thinning: Thinning): ThinnedLine {
  const { at, values, covered, low = values, high = values } = points;
  const { step, dataType } = thinning;
  // The lowest and highest number of degrees say nothing about a direction.
  const hasBand = thinning.hasBand && dataType !== 'direction';
  if (at.length <= thinning.most) {
    const extremes = points.low && points.high && { low: [...points.low], high: [...points.high] };
    return breakLine({ step, ts: [...at], values: [...values], ...(hasBand && extremes) });
  }
  const sections = listSections(at, thinning);
  return breakLine({
    step: sectionWidth(thinning),
    ts: sections.map(({ start }) => start),
    values: sections.map(({ from, to }) =>
      averageSection(values.slice(from, to), covered?.slice(from, to), dataType),
    ),
    ...(hasBand && {
      low: sections.map(({ from, to }) => Math.min(...low.slice(from, to))),
      high: sections.map(({ from, to }) => Math.max(...high.slice(from, to))),
    }),
  });
}

/** Some steps of a line: when they start, and the positions of their values. */
interface Section {
  start: number;
  from: number;
  to: number;
}

/** The sections of a line that have values; a line that is short enough has one for each value. */
export function listSections(at: readonly number[], thinning: Thinning): Section[] {
  if (at.length <= thinning.most) return at.map((start, from) => ({ start, from, to: from + 1 }));
  const width = sectionWidth(thinning);
  // Hours of a zone need not start at full hours of UTC.
  const phase = (at[0] ?? 0) % thinning.step;
  const sections: Section[] = [];
  for (const [index, moment] of at.entries()) {
    const start = Math.floor((moment - phase) / width) * width + phase;
    const last = sections.at(-1);
    if (last?.start === start) last.to = index + 1;
    else sections.push({ start, from: index, to: index + 1 });
  }
  return sections;
}

function sectionWidth({ step, length, most }: Thinning): number {
  return step * Math.max(2, Math.ceil(length / step / most));
}

/** Adds a null after each point whose successor is too far away. */
function breakLine(line: ThinnedLine): ThinnedLine {
  const { step, ts } = line;
  const isBroken = ts.some((moment, index) => isGap(ts[index - 1], moment, step));
  if (!isBroken) return line;
  const spread = <V>(column: readonly V[], fill: (before: number) => V) =>
    column.flatMap((value, index) => {
      const before = ts[index - 1];
      return isGap(before, ts[index], step) ? [fill(before ?? 0), value] : [value];
    });
  const withNulls = (column: readonly (number | null)[]) => spread(column, () => null);
  return {
    step,
    ts: spread(ts, (before) => before + step),
    values: withNulls(line.values),
    ...(line.low && { low: withNulls(line.low) }),
    ...(line.high && { high: withNulls(line.high) }),
  };
}

function isGap(before: number | undefined, moment: number | undefined, step: number): boolean {
  return before !== undefined && moment !== undefined && moment - before > longestStep * step;
}

/** The mean of values, each weighted by its valid part; directions and sound levels have their own means. */
function averageSection(
  values: readonly number[],
  weights: readonly number[] | undefined,
  dataType: string,
): number | null {
  if (dataType === 'direction') return averageWind(values.map((direction) => ({ direction }))).direction;
  if (dataType === 'level') return averageNoise(values);
  if (dataType === 'enum' || dataType === 'switch') return values.at(-1) ?? null;
  const weightOf = (index: number) => weights?.[index] ?? 1;
  const total = values.reduce((sum, _, index) => sum + weightOf(index), 0);
  // Values without any valid part count alike.
  if (total <= 0) return values.reduce((sum, value) => sum + value / values.length, 0);
  return values.reduce((sum, value, index) => sum + (value * weightOf(index)) / total, 0);
}
