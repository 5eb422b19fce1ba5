import { findEndLimit, type LinkageDecision } from './decide.rule.ts';
import type { LinkageRule } from './linkage.store.ts';

/** The text of a decision and its parameters, to be stored and read in any language. */
export function describeDecision(
  { kind, reason, values, weather }: LinkageDecision,
  rule: LinkageRule,
): { key: string; params: Record<string, string | number> } {
  const { channelCode, channelUnit, decimals } = rule;
  const limit = reason === 'normal' ? findEndLimit(rule) : rule.threshold;
  const digits = findDigits(values, limit, decimals);
  const show = (value: number) => value.toFixed(Number.isInteger(value) ? 0 : digits);
  const shown = {
    channel: channelCode,
    unit: channelUnit ?? '',
    values: values.map(show).join(', '),
    limit: show(limit),
    count: rule.consecutive,
  };
  const limits = {
    ...(weather !== undefined && { weather }),
    ...(reason === 'wind' && { most: rule.maxWind ?? 0 }),
    ...(reason === 'temperature' && { least: rule.minTemperature ?? 0 }),
    ...(reason === 'rain' && { most: rule.maxRain ?? 0 }),
    ...(reason === 'window' && { from: rule.fromTime ?? '', to: rule.toTime ?? '' }),
    ...(reason === 'season' && { from: rule.fromDay ?? '', to: rule.toDay ?? '' }),
    ...(reason === 'pause' && { seconds: rule.minPauseSeconds }),
    ...(reason === 'maxRun' && { minutes: rule.maxRunMinutes }),
  };
  const isCompared = reason === 'met' || reason === 'normal';
  return {
    key: `fogcannon.decisions.${kind}.${reason}${isCompared ? `_${rule.compare}` : ''}`,
    params: { ...shown, ...limits },
  };
}

const mostDigits = 6;

/** So many decimals that the limit is exact and no value seems to be on its other side. */
function findDigits(values: readonly number[], limit: number, decimals: number): number {
  const isTrue = (digits: number) => {
    const round = (value: number) => Number(value.toFixed(digits));
    return (
      round(limit) === limit &&
      values.every((value) => Math.sign(round(value) - limit) === Math.sign(value - limit))
    );
  };
  let digits = decimals;
  while (digits < mostDigits && !isTrue(digits)) digits++;
  return digits;
}
