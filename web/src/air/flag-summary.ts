import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import type { TFunction } from 'i18next';

/** The sign of a flag of a data rule. */
export const flagSign = '⚑';

/** Counts the flags of several times or sites together; null without any. */
export function joinFlags(summaries: Iterable<FlagSummary | null | undefined>): FlagSummary | null {
  const rules = new Map<string, FlagSummary['rules'][number]>();
  let [hours, notCounted] = [0, 0];
  for (const summary of summaries) {
    hours += summary?.hours ?? 0;
    notCounted += summary?.notCounted ?? 0;
    for (const rule of summary?.rules ?? []) {
      const known = rules.get(rule.rule);
      rules.set(rule.rule, { ...rule, hours: (known?.hours ?? 0) + rule.hours });
    }
  }
  if (hours === 0) return null;
  return { hours, notCounted, rules: [...rules.values()].toSorted((a, b) => b.hours - a.hours) };
}

interface Deps {
  t: TFunction;
  language: Language;
}

/** How many hours are flagged, and how many of them are not counted. */
export function writeFlagCount({ hours, notCounted }: FlagSummary, { t }: Pick<Deps, 't'>): string {
  const key = notCounted > 0 ? 'hoursNotCounted' : 'hours';
  return t(`quality.flagged.${key}`, { count: hours, notCounted });
}

/** The rules that have flagged the hours, and how many each. */
export function nameFlagRules({ hours, rules }: FlagSummary, { t, language }: Deps): string[] {
  return rules.map((one) => {
    const rule = localised(one, 'rule', language);
    return hours === 1 ? rule : t('quality.flagged.rule', { rule, count: one.hours });
  });
}

/** Everything about the flags in one line, for titles and tooltips. */
export function writeFlags(flags: FlagSummary, deps: Deps): string {
  return `${flagSign} ${[writeFlagCount(flags, deps), ...nameFlagRules(flags, deps)].join('; ')}`;
}
