import { activeDays, type National } from '@limpid/contract/reference/national';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { BasisNote } from '../../../query/result/BasisNote.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';

interface NationalBasisProps {
  national: National;
  cities: readonly NationalCity[];
  stations: readonly ShownStation[];
  measure: NationalMeasure;
}

const averagings = { china: 'hour', europe: 'hour', us: 'nowcast', atmo: 'day' } as const;

/** What the values are made of, by which rules, and what was left out and why. */
export function NationalBasis({ national, cities, stations, measure }: NationalBasisProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { standard, index, minValidPercent: percent, inactive } = national;
  const write = (key: string) => t(`analysis.national.basis.${key}`, { standard, percent, days: activeDays });
  const counts: [key: string, count: number][] = [
    ['citySilent', cities.filter(({ state }) => state === 'silent').length],
    ['cityTooFew', cities.filter(({ state }) => state === 'tooFew').length],
    ['cityWithheld', cities.filter(({ state }) => state === 'withheld').length],
    ['cityTooShort', cities.filter(({ state }) => state === 'tooShort').length],
    ['silent', stations.filter(({ state }) => state === 'silent').length],
    ['empty', stations.filter(({ state }) => state === 'empty').length],
    ['noCity', stations.filter(({ cityId }) => cityId === undefined).length],
    ['noPlace', stations.filter(({ position }) => !position).length],
    ['inactive', inactive],
  ];
  const leftOut = counts.filter(([, count]) => count > 0);
  const reasons = leftOut
    .map(([key, count]) =>
      t(`analysis.national.leftOut.${key}`, { count: formatCount(count, language), days: activeDays }),
    )
    .join(' · ');
  const rules = [
    'values',
    averagings[index],
    'active',
    ...(measure === 'index' ? [] : ['pollutant']),
    'source',
  ];
  return (
    <BasisNote
      lines={[rules.map(write).join(' '), reasons && t('analysis.national.leftOut.title', { reasons })]}
    />
  );
}
