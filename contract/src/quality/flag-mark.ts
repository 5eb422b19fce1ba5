import Type, { type Static } from 'typebox';
import { qualityBases, qualityTests } from './data-rule.ts';

const nullable = Type.Union([Type.Number(), Type.Null()]);

const name = Type.Union([Type.String(), Type.Null()]);

/** A flag beside a value: the rule's name in three languages, and why. */
export const flagMark = Type.Object({
  rule: Type.String(),
  ruleEn: name,
  ruleFr: name,
  test: Type.Enum([...qualityTests]),
  basis: Type.Enum([...qualityBases]),
  value: nullable,
  low: nullable,
  high: nullable,
  span: nullable,
  /** Whether the value counts in spite of the flag. */
  counts: Type.Boolean(),
  state: Type.Enum(['open', 'confirmed', 'rejected']),
});
export type RuleFlag = Static<typeof flagMark>;

/** A flag that stands: the auditor has not rejected it. */
export const isStanding = ({ state }: Pick<RuleFlag, 'state'>) => state !== 'rejected';

/** Whether the hour is missing in means: the rule leaves its value out, or it has none. */
export const isNotCounted = ({ counts, test }: Pick<RuleFlag, 'counts' | 'test'>) =>
  !counts || test === 'missing';

/** The standing flags of one hour by the code of the channel; of an index, those of its pollutants. */
export const flagsOfHour = Type.Record(Type.String(), Type.Array(flagMark));
export type HourFlags = Static<typeof flagsOfHour>;

/** What data rules have found in the hours behind a value: standing flags only. */
export const flagSummary = Type.Object({
  hours: Type.Integer(),
  /** How many of them are missing in the value. */
  notCounted: Type.Integer(),
  /** The rules that have flagged them, the most frequent first. */
  rules: Type.Array(Type.Object({ rule: Type.String(), ruleEn: name, ruleFr: name, hours: Type.Integer() })),
});
export type FlagSummary = Static<typeof flagSummary>;

/** Null where no hour is flagged. */
export const flagsOfValue = Type.Union([flagSummary, Type.Null()]);

/** Whether a flag of an hour is about the value of one of its minutes: of a rule on minutes, only what it has found. */
export function isMinuteFlagged({ test, basis, value, low, high }: RuleFlag, minute: number): boolean {
  if (basis === 'hour') return true;
  if (test === 'range') return (low !== null && minute < low) || (high !== null && minute > high);
  return minute === value;
}

type Reason = Pick<RuleFlag, 'test' | 'basis' | 'value' | 'low' | 'high' | 'span'>;

/** The text of a flag's reason, and its numbers as the reader writes them. */
export function explainFlag(
  { test, basis, value, low, high, span }: Reason,
  write: (value: number) => string,
): { key: string; params: Record<string, string> } {
  const number = (given: number | null) => (given === null ? '' : write(given));
  const params = {
    value: number(value),
    low: number(low),
    high: number(high),
    span: span === null ? '' : String(span),
  };
  return { key: nameReason({ test, basis, value, low, high, span }), params };
}

function nameReason({ test, basis, value, high }: Reason): string {
  if (test === 'range') return high !== null && value !== null && value > high ? 'above' : 'below';
  if (test === 'flat') return basis === 'minute' ? 'flatMinutes' : 'flat';
  // Of the channel that contains the other, only that one is a limit.
  if (test === 'relation') return high === null ? 'contained' : 'relation';
  if (test === 'rate') return basis === 'minute' ? 'rateMinutes' : 'rate';
  return test;
}
