import type { Hours, RuleFinding } from './finding.ts';

export interface RelationLimits {
  /** The channel may exceed the other one by the larger of both. */
  tolerance: number;
  percent: number;
}

/** Above a channel that contains it, such as PM2.5 above PM10. */
export function judgeRelation(
  part: Hours,
  whole: Hours,
  at: number,
  { tolerance, percent }: RelationLimits,
): RuleFinding | undefined {
  const [value, limit] = [part[at] ?? Number.NaN, whole[at] ?? Number.NaN];
  const margin = Math.max(tolerance, (percent / 100) * limit);
  return value - limit > margin ? { value, low: null, high: limit, span: null } : undefined;
}

/** The same as a finding about the channel that contains the other: either of them may be wrong. */
export function turnRelation({ value, high }: RuleFinding): RuleFinding {
  return { value: high, low: value, high: null, span: null };
}
