import { findEndLimit, type LinkageDecision } from './decide.rule.ts';
import type { LinkageRule } from './linkage.store.ts';

/** The text of a decision and its parameters, to be stored and read in any language. */
export function describeDecision(
  { kind, reason, values, weather }: LinkageDecision,
  rule: LinkageRule,
): { key: string; params: Record<string, string | number> } {
  const { channelCode, channelUnit, decimals } = rule;
  const show = (value: number) => value.toFixed(Number.isInteger(value) ? 0 : decimals);
  const shown = {
    channel: channelCode,
    unit: channelUnit ?? '',
    values: values.map(show).join(', '),
    limit: show(reason === 'normal' ? findEndLimit(rule) : rule.threshold),
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
