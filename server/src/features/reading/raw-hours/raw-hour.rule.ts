import { isHourValid } from '@limpid/aqi/validity';
import { HOUR_MS } from '@limpid/contract/durations';
import { plainQuality, type Sample, summariseHour } from '../averaging/averaging.rule.ts';
import type { DatedCoefficient } from '../device.ts';
import { bits, isValidFlag, type Reading } from '../reading.ts';

/** An hour before K and B, or why it has no raw mean. */
export type RawHour = { raw: number } | { without: 'invalid' | 'excluded' | 'edited' };

interface StoredHour {
  at: number;
  mean: number;
  low: number;
  high: number;
}

/**
 * The mean before K and B, if it follows from the stored one: K and B were the same all hour, and no value was clamped to
 * the range of the channel. Undefined where it does not follow.
 */
export function findRawMean(
  { at, mean, low, high }: StoredHour,
  coefficients: readonly DatedCoefficient[],
  { min, max }: { min: number | null; max: number | null },
): number | undefined {
  const inForce = coefficients.findLast(({ since }) => since < at + HOUR_MS);
  if (inForce && inForce.since > at) return undefined;
  const { k, b } = inForce ?? { k: 1, b: 0 };
  if (k === 1 && b === 0) return mean;
  const isClamped = (min !== null && low <= Math.fround(min)) || (max !== null && high >= Math.fround(max));
  return k === 0 || isClamped ? undefined : (mean - b) / k;
}

/** An hour of a slot from its readings; undefined without any. Corrected by hand, it is no measurement. */
export function summariseRawHour(
  readings: readonly Reading[],
  slot: number,
  interval: number,
): RawHour | undefined {
  const ofSlot = readings.filter(({ slots }) => slots.includes(slot));
  if (ofSlot.length === 0) return undefined;
  const isEdited = ofSlot.some(({ marks }) =>
    marks.some((mark) => mark.slot === slot && mark.edit && !mark.edit.withdrawn),
  );
  if (isEdited) return { without: 'edited' };
  const samples = ofSlot.map(({ kind, ts, ...reading }): Sample => {
    const values = new Float32Array([findRaw({ kind, ts, ...reading }, slot)]);
    return { kind, ts, values, quality: plainQuality };
  });
  const { mean, covered } = summariseHour(samples, 0, { by: 'mean' }, interval);
  return mean === null || !isHourValid(covered, 1) ? { without: 'invalid' } : { raw: mean };
}

/** The value as it was sent, if it is valid. */
function findRaw({ slots, values, marks }: Reading, slot: number): number {
  const mark = marks.find((one) => one.slot === slot);
  const value = values[slots.indexOf(slot)] ?? Number.NaN;
  if (!mark) return value;
  const isValid = isValidFlag(mark.flag) && (mark.bits & (bits.range | bits.unreadable | bits.absent)) === 0;
  return isValid ? (mark.raw ?? value) : Number.NaN;
}
