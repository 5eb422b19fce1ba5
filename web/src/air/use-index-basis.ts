import { HOUR_MS } from '@limpid/contract/durations';
import type { IndexRule } from '@limpid/contract/map/indices';
import { useTranslation } from 'react-i18next';
import { makeZoneClock } from '../lib/zone-clock.ts';
import type { DescribedIndex } from './describe-index.ts';

/** Says which standard and hour an index is computed from, or why there is none; empty until the rules are loaded. */
export function useIndexBasis(
  { hour, missing, absence }: Pick<DescribedIndex, 'hour' | 'missing' | 'absence'>,
  rule: IndexRule | undefined,
  zone: string,
  language: string,
): string {
  const { t } = useTranslation();
  if (absence === 'young') {
    return t(`map.panel.noIndexWhy.young.${rule?.averaging === 'day' ? 'day' : 'hour'}`);
  }
  if (absence) return t(`map.panel.noIndexWhy.${absence}`, { names: missing });
  if (!rule || hour === undefined) return '';
  const { time } = makeZoneClock(zone, language);
  const { standard, averaging } = rule;
  return t(`map.panel.made.${averaging}`, { standard, from: time(hour), to: time(hour + HOUR_MS) });
}
