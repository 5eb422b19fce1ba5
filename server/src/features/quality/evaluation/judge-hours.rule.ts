import { judgeDifference } from '../tests/difference.rule.ts';
import type { Hours, Minutes, RuleFinding } from '../tests/finding.ts';
import { isFlatLineShared, judgeFlatLine, judgeMinuteFlatLine } from '../tests/flat-line.rule.ts';
import { judgeGap } from '../tests/gap.rule.ts';
import { judgeMinuteRange, judgeRange } from '../tests/range.rule.ts';
import { judgeMinuteRate, judgeRate } from '../tests/rate.rule.ts';
import { judgeRelation } from '../tests/relation.rule.ts';
import { isSpikeShared, judgeSpike } from '../tests/spike.rule.ts';
import type { QualityRule } from './quality-rule.ts';

/** What a rule needs beside the hours of its own channel. */
export interface Surroundings {
  /** The channel that contains the rule's. */
  other: Hours | undefined;
  /** The same channel of the sites around, or of the reference station. */
  neighbours(): readonly Hours[];
}

/** `shared`: the neighbours show the same, so it is in the air. */
export type Judgement = RuleFinding & { shared: boolean };

const or = (limit: number | null, fallback: number) => limit ?? fallback;

/** Judges one hour of a rule on hours; undefined if there is nothing to flag. */
export function judgeStoredHour(
  rule: QualityRule,
  hours: Hours,
  at: number,
  { other, neighbours }: Surroundings,
): Judgement | undefined {
  const verdict = runTest(rule, hours, at, other, neighbours);
  if (!verdict) return undefined;
  return { ...verdict, shared: isShared(rule, hours, at, neighbours) };
}

function runTest(
  rule: QualityRule,
  hours: Hours,
  at: number,
  other: Hours | undefined,
  neighbours: () => readonly Hours[],
): RuleFinding | undefined {
  const { tolerance, percent, span, factor, floor, rarity, change } = rule;
  const margin = { tolerance: or(tolerance, 0), percent: or(percent, 0) };
  switch (rule.test) {
    case 'range': {
      const value = hours[at] ?? Number.NaN;
      return Number.isNaN(value) ? undefined : judgeRange(value, rule);
    }
    case 'spike':
      return judgeSpike(hours, at, { factor: or(factor, 3), floor: or(floor, 0) });
    case 'flat':
      return judgeFlatLine(hours, at, { span: or(span, 4), floor: or(floor, 0), rarity });
    case 'rate':
      return judgeRate(hours, at, { change: or(change, Number.POSITIVE_INFINITY) });
    case 'missing':
      return judgeGap(hours, at, { span: or(span, 1) });
    case 'relation':
      return other && judgeRelation(hours, other, at, margin);
    case 'difference':
      return judgeDifference(hours, neighbours(), at, margin, rule.stationCode === null ? 2 : 1);
  }
}

function isShared(
  { test, neighbourKm, floor, rarity }: QualityRule,
  hours: Hours,
  at: number,
  neighbours: () => readonly Hours[],
): boolean {
  if (neighbourKm === null) return false;
  if (test === 'spike') return isSpikeShared(hours, at, neighbours());
  return test === 'flat' && isFlatLineShared(hours, at, neighbours(), { floor: or(floor, 0), rarity });
}

/** Judges the minutes of an hour of a site, whose reporting interval is in seconds. */
export function judgeMinutes(rule: QualityRule, minutes: Minutes, interval: number): RuleFinding | undefined {
  const { span, floor, change } = rule;
  if (rule.test === 'range') return judgeMinuteRange(minutes.values, rule);
  if (rule.test === 'flat')
    return judgeMinuteFlatLine(minutes, { span: or(span, 60), floor: or(floor, 0) }, interval);
  if (rule.test === 'rate')
    return judgeMinuteRate(minutes, { change: or(change, Number.POSITIVE_INFINITY) }, interval);
  return undefined;
}

/** Whether a rule asks the sites around. */
export function asksNeighbours({ test, neighbourKm, stationCode }: QualityRule): boolean {
  return neighbourKm !== null && stationCode === null && ['spike', 'flat', 'difference'].includes(test);
}
