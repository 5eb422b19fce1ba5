import type { Hours, RuleFinding } from './finding.ts';

/** The valid hours around a gap are at most so far from each of its hours; a longer gap shows in completeness. */
const gapHours = 24;

export interface GapLimits {
  /** Hours in a row without a valid value. */
  span: number;
}

/** An hour without a valid value between two that have one. */
export function judgeGap(hours: Hours, at: number, { span }: GapLimits): RuleFinding | undefined {
  if (!Number.isNaN(hours[at] ?? 0)) return undefined;
  let [from, to] = [at, at + 1];
  while (from > at - gapHours + 1 && Number.isNaN(hours[from - 1] ?? Number.NaN)) from--;
  while (to < at + gapHours && Number.isNaN(hours[to] ?? Number.NaN)) to++;
  const isClosed = !Number.isNaN(hours[from - 1] ?? Number.NaN) && !Number.isNaN(hours[to] ?? Number.NaN);
  return isClosed && to - from >= span ? { value: null, low: null, high: null, span: to - from } : undefined;
}
