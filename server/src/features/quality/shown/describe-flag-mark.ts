import { roundHalfEven } from '@limpid/aqi/decimal';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import {
  explainFlag,
  type FlagSummary,
  type HourFlags,
  type RuleFlag,
} from '@limpid/contract/quality/flag-mark';
import { translate } from '../../../platform/texts.ts';

/** The rule's name, why, and whether the value is left out. */
export function describeFlagMark(
  mark: RuleFlag,
  { unit, decimals }: { unit: string | null; decimals: number },
  language: Language,
): string {
  const { key, params } = explainFlag(mark, (value) => String(roundHalfEven(value, decimals)));
  const why = translate(language, `quality.why.${key}`, { ...params, unit: unit ?? '' });
  const effect = mark.state === 'rejected' ? 'rejected' : mark.counts ? 'counts' : 'excluded';
  return translate(language, `quality.flag.${effect}`, {
    rule: localised({ ...mark }, 'rule', language),
    why,
  });
}

/** The flags of an hour by channel; null without any. */
export function writeHourFlags(
  flags: HourFlags,
  channels: readonly { code: string; unit: string | null; decimals: number }[],
  language: Language,
): string | null {
  const words = channels.flatMap((channel) =>
    (flags[channel.code] ?? []).map(
      (mark) => `${channel.code}: ${describeFlagMark(mark, channel, language)}`,
    ),
  );
  return words.join('; ') || null;
}

/** Flagged hours of a sheet: their number, how many are not counted, and the rules; null without any. */
export function describeFlagSummary(summary: FlagSummary | null, language: Language): string | null {
  if (!summary) return null;
  const { hours, notCounted, rules } = summary;
  const key = notCounted > 0 ? 'hoursNotCounted' : 'hours';
  const whole = translate(language, `quality.flagged.${key}`, { count: hours, notCounted });
  const named = rules.map((one) =>
    translate(language, 'quality.flagged.rule', { rule: localised(one, 'rule', language), count: one.hours }),
  );
  return [whole, ...named].join('; ');
}
