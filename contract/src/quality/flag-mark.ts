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
  if (test === 'rate') return basis === 'minute' ? 'rateMinutes' : 'rate';
  return test;
}
