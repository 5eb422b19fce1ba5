import type { DatedCoefficient, DeviceChannel } from './device.ts';
import { bits, isValidFlag, type Mark } from './reading.ts';

/** The largest value of a `real` column. */
const greatest = 3.4028234663852886e38;

/**
 * The value that counts for a sent value. Only a valid value is corrected: y = K x + B with the coefficients of its
 * moment, clamped to the range of the channel. A value out of range or with a flag is kept as it was sent, in a mark.
 */
export function correctValue(
  raw: number | null,
  flag: string,
  { slot, min, max }: DeviceChannel,
  coefficients: readonly DatedCoefficient[] | undefined,
  ts: number,
): { value: number | null; mark?: Mark } {
  if (raw === null) return { value: null, mark: { slot, flag, bits: bits.unreadable, raw, rank: null } };
  // Compared as 32-bit floats: a stored value at a limit is rounded, so the limit is rounded too.
  const [low, high] = [Math.fround(min ?? -greatest), Math.fround(max ?? greatest)];
  const why = raw < low || raw > high ? bits.range : 0;
  if (why || !isValidFlag(flag)) return { value: null, mark: { slot, flag, bits: why, raw, rank: null } };
  const value = clamp(applyCoefficients(raw, coefficients, ts), low, high);
  if (value === raw && flag === 'N') return { value };
  return { value, mark: { slot, flag, bits: 0, raw: value === raw ? null : raw, rank: null } };
}

/** y = K x + B with the coefficients of that moment. */
export function applyCoefficients(
  raw: number,
  coefficients: readonly DatedCoefficient[] | undefined,
  ts: number,
): number {
  const inForce = coefficients?.findLast(({ since }) => since <= ts);
  return inForce ? Math.fround(inForce.k * raw + inForce.b) : raw;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
