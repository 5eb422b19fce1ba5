import { roundHalfEven } from './decimal.ts';

/** Whether a value is above a limit. The value as it is displayed decides: a displayed 35 is not above a limit of 35. */
export function isAboveLimit(value: number, limit: number, decimals: number): boolean {
  return roundHalfEven(value, decimals) > limit;
}
