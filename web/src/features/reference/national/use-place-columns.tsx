import { mapPollutants } from '@limpid/contract/map/site-update';
import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { nameMissing, namePrimary, pollutantSign } from '../../../air/pollutants.ts';
import { ValueChip } from '../../../air/ValueChip.tsx';
import { formatDecimal } from '../../../lib/format.ts';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';
import { decimalsOf, unitOf } from './use-national-scale.ts';

/** The columns that cities and stations share: index, primary pollutants, concentrations. */
export function usePlaceColumns<P extends NationalCity | ShownStation>(
  index: MeasureScale,
): { index: ListColumn<P>; primary: ListColumn<P>; values: ListColumn<P>[] } {
  const { t } = useTranslation();
  const language = useLanguage();
  const write = (value: number | null, measure: NationalMeasure) =>
    value === null ? '—' : formatDecimal(value, decimalsOf(measure), language);
  return {
    index: {
      key: 'aqi',
      title: index.title,
      width: toRem(116),
      isNumber: true,
      isSortable: true,
      render: ({ aqi }) => <ValueChip value={aqi} scale={index} />,
    },
    primary: {
      key: 'primary',
      title: t('analysis.national.columns.primary'),
      width: toRem(128),
      render: (place) => namePrimary(place, language),
    },
    values: mapPollutants.map((pollutant, n) => ({
      key: pollutant,
      title: `${pollutantSign(pollutant, language) ?? pollutant} (${unitOf(pollutant)})`,
      width: toRem(108),
      isNumber: true,
      isSortable: true,
      render: ({ values }) => write(values[n] ?? null, pollutant),
    })),
  };
}

/** Why a place has no index, or what its index lacks; empty for a complete index. */
export function usePlaceNote(): (place: Pick<NationalCity, 'state' | 'missing'>) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ state, missing }) => {
    const names = nameMissing({ missing }, language);
    if (state !== 'given') return t(`analysis.national.states.${state}`, { names });
    return names && t('analysis.national.reference', { names });
  };
}
