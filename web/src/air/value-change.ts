import { roundHalfEven } from '@limpid/aqi/decimal';

export interface HourChange {
  direction: 'up' | 'down' | 'steady';
  /** How much, without a sign. */
  amount: number;
}

/** The change from one shown number to another; undefined if one of them is missing. */
export function compareValues(
  now: number | null | undefined,
  before: number | null | undefined,
  decimals: number,
): HourChange | undefined {
  if (now === null || now === undefined || before === null || before === undefined) return undefined;
  // Numbers that read alike have not changed.
  const difference = roundHalfEven(roundHalfEven(now, decimals) - roundHalfEven(before, decimals), decimals);
  if (difference === 0) return { direction: 'steady', amount: 0 };
  return { direction: difference > 0 ? 'up' : 'down', amount: Math.abs(difference) };
}
