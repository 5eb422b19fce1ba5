import { roundHalfEven } from '@limpid/aqi/decimal';
import { localised } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';
import { explainFlag, type RuleFlag } from '@limpid/contract/quality/flag-mark';
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
