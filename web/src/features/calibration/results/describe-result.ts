import type { CalibrationResult } from '@limpid/contract/calibration/result';
import type { TFunction } from 'i18next';
import { dash } from '../../../air/describe-value.ts';
import { formatDecimal } from '../../../lib/format.ts';

/** A statistic or a coefficient with as many decimals as help to compare it. */
export function formatStatistic(
  value: number | null | undefined,
  decimals: number,
  language: string,
): string {
  return value === null || value === undefined ? dash : formatDecimal(value, decimals, language);
}

/** `0.900 · 4.00` */
export function formatLine(k: number | null, b: number | null, language: string): string {
  return k === null || b === null
    ? dash
    : `${formatDecimal(k, 3, language)} · ${formatDecimal(b, 2, language)}`;
}

const reasonDecimals: Partial<Record<string, number>> = {
  fewPairs: 0,
  old: 0,
  otherHours: 0,
  tooFar: 1,
};

/** Why nothing is proposed, in words with its numbers. */
export function describeReason(
  { reason, found, limit, decimals }: Pick<CalibrationResult, 'reason' | 'found' | 'limit' | 'decimals'>,
  t: TFunction,
  language: string,
): string {
  if (!reason) return '';
  const places = reasonDecimals[reason] ?? Math.max(2, decimals);
  const number = (value: number | null) => formatStatistic(value, places, language);
  return t(`calibration.result.reasons.${reason}`, { found: number(found), limit: number(limit) });
}

/** The hours that were not compared, by reason, the most frequent first. */
export function describeDrops({ dropped }: Pick<CalibrationResult, 'dropped'>, t: TFunction): string {
  return Object.entries(dropped)
    .toSorted(([, one], [, other]) => other - one)
    .map(([reason, count]) => `${t(`calibration.result.drops.${reason}`)} ${count}`)
    .join(' · ');
}

export const decisionLooks = {
  refused: 'info',
  proposed: 'primary',
  accepted: 'success',
  rejected: 'warning',
} as const;

export const verdictLooks = { met: 'success', partly: 'warning', missed: 'danger' } as const;
