import type { RuleBasis } from '@limpid/contract/alarm/alarm-rule';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { liveLimitMs } from '../../reading/model.api.ts';
import type { MachineSettings } from './alarm-machine.rule.ts';
import { basisOf, compareOf, type EvaluatedRule, isAboutReports } from './evaluated-rule.ts';
import { type Condition, isFallingCondition } from './judge.rule.ts';

/** Values that are older still change hours and days, but no alarms. */
export const longestLateMs = 30 * DAY_MS;

const unitMs = { s: 1000, min: MINUTE_MS, h: HOUR_MS } as const;
const lateHourMs = 90 * MINUTE_MS;

/** How the machine runs a rule at a site that reports at this interval. */
export function makeSettings(
  rule: EvaluatedRule,
  reportSeconds: number,
  maxChanges: number,
): MachineSettings {
  const basis = basisOf(rule);
  const { alarmType, forSeconds, clearSeconds, interval, intervalUnit } = rule;
  // Silence is the condition itself, and what a station has reported stands until the next report.
  const isLasting = alarmType === 'offline' || isAboutReports(rule);
  return {
    forMs: forSeconds * 1000,
    clearMs: clearSeconds * 1000,
    holdMs: isLasting ? Number.POSITIVE_INFINITY : windowMs(basis) + lateLimitMs(basis, reportSeconds),
    repeatMs: interval * unitMs[intervalUnit],
    maxChanges,
    isFalling: isFallingCondition({ compare: compareOf(rule) }),
    inForceSince: rule.inForceSince ?? Number.NEGATIVE_INFINITY,
  };
}

/** A value stored later than this after the end of its window is historical: logged, but never pushed. */
export function lateLimitMs(basis: RuleBasis, reportSeconds: number): number {
  return basis === 'hour' ? lateHourMs : liveLimitMs(reportSeconds);
}

/** The length of the window that a value stands for. */
export function windowMs(basis: RuleBasis): number {
  return { realtime: 0, minute: MINUTE_MS, hour: HOUR_MS }[basis];
}

/** The condition of a rule on its numbers; undefined if it has none. */
export function makeCondition(rule: EvaluatedRule, siteLimit: number | undefined): Condition | undefined {
  const threshold = rule.siteLimit ? siteLimit : rule.threshold;
  const compare = compareOf(rule);
  if (threshold === null || threshold === undefined || compare === null) return undefined;
  return { compare, threshold, deadBand: rule.deadBand ?? 0, decimals: rule.channel?.decimals ?? 0 };
}
