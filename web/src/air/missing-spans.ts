import { HOUR_MS } from '@limpid/contract/durations';

interface Line {
  ts: readonly number[];
  values: readonly (number | null)[];
}

interface Extent {
  from: number;
  /** Usually now: what is yet to come is not missing. */
  to: number;
  /** The time that one value stands for. */
  stepMs: number;
}

export type Span = readonly [from: number, to: number];

/** The times of at least one hour in which none of the lines has a value. */
export function findMissingSpans(lines: readonly Line[], { from, to, stepMs }: Extent): Span[] {
  const present = lines
    .flatMap(({ ts, values }) => ts.filter((_, at) => (values[at] ?? null) !== null))
    .filter((moment) => moment >= from && moment < to)
    .toSorted((one, other) => one - other);
  const spans: Span[] = [];
  let covered = from;
  for (const moment of present) {
    if (moment - covered >= HOUR_MS) spans.push([covered, moment]);
    covered = Math.max(covered, moment + stepMs);
  }
  if (to - covered >= HOUR_MS) spans.push([covered, to]);
  return spans;
}

/** How many whole hours the spans last. */
export function countMissingHours(spans: readonly Span[]): number {
  return Math.floor(spans.reduce((sum, [from, to]) => sum + to - from, 0) / HOUR_MS);
}
