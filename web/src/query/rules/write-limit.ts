import type { Language } from '@limpid/contract/language';

const missing = '…';

/** A number of a rule; a mark for one that is not typed yet. */
export function writeRuleNumber(value: number | null | undefined, language: Language): string {
  if (typeof value !== 'number') return missing;
  return new Intl.NumberFormat(language, { maximumFractionDigits: 3, useGrouping: false }).format(value);
}

export function writeWithUnit(value: number | null | undefined, unit: string, language: Language): string {
  const number = writeRuleNumber(value, language);
  return unit && unit !== '×' ? `${number}\u00a0${unit}` : number;
}

/** The value at which a condition is over: so far on the normal side of the threshold. */
export function applyDeadBand(
  compare: string | null | undefined,
  threshold: number,
  deadBand: number,
): number {
  const isFalling = compare === 'lt' || compare === 'le';
  return Number((isFalling ? threshold + deadBand : threshold - deadBand).toPrecision(12));
}
