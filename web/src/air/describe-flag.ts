import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { explainFlag, type HourFlags, type RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { TFunction } from 'i18next';
import { formatDecimal } from '../lib/format.ts';
import { pollutantSign } from './pollutants.ts';

interface Unit {
  unit: string;
  decimals: number;
}

interface Deps {
  t: TFunction;
  language: Language;
}

/** Why a rule has flagged a value. */
export function describeFlagReason(
  mark: Parameters<typeof explainFlag>[0],
  { unit, decimals }: Unit,
  { t, language }: Deps,
): string {
  const { key, params } = explainFlag(mark, (value) => formatDecimal(value, decimals, language));
  return t(`quality.why.${key}`, { ...params, unit });
}

/** The rule's name, why, and whether the value is left out. */
export function describeFlag(mark: RuleFlag, unit: Unit, deps: Deps): string {
  const effect = mark.state === 'rejected' ? 'rejected' : mark.counts ? 'counts' : 'excluded';
  return deps.t(`quality.flag.${effect}`, {
    rule: localised({ ...mark }, 'rule', deps.language),
    why: describeFlagReason(mark, unit, deps),
  });
}

/** The flags of an hour, each after the name of its channel. */
export function describeHourFlags(
  flags: HourFlags,
  channels: readonly (Unit & { code: string; name: string })[],
  deps: Deps,
): string[] {
  return Object.entries(flags).flatMap(([code, marks]) => {
    const channel = channels.find((one) => one.code === code) ?? { name: code, unit: '', decimals: 0 };
    const name = pollutantSign(code, deps.language) ?? channel.name;
    return marks.map((mark) => `${name} · ${describeFlag(mark, channel, deps)}`);
  });
}
