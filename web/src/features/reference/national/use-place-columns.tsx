import { mapPollutants } from '@limpid/contract/map/site-update';
import { useTranslation } from 'react-i18next';
import { dash } from '../../../air/describe-value.ts';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { nameMissing, namePrimary, pollutantSign } from '../../../air/pollutants.ts';
import { ValueChip } from '../../../air/ValueChip.tsx';
import { formatDecimal } from '../../../lib/format.ts';
import type { ListColumn } from '../../../resource/list-table/list-column.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import type { NationalCity, NationalMeasure, ShownStation } from './national-places.ts';
import { decimalsOf, unitOf, useNationalScale } from './use-national-scale.ts';

interface PlaceColumns<P> {
  /** The measure that is shown, and the index if that is another. */
  shown: ListColumn<P>[];
  primary: ListColumn<P>;
  /** The other concentrations. */
  values: ListColumn<P>[];
}

/** The columns that cities and stations share. */
export function usePlaceColumns<P extends NationalCity | ShownStation>(
  measure: NationalMeasure,
  index: MeasureScale,
): PlaceColumns<P> {
  const { t } = useTranslation();
  const language = useLanguage();
  const scale = useNationalScale(measure);
  const write = (value: number | null, pollutant: NationalMeasure) =>
    value === null ? dash : formatDecimal(value, decimalsOf(pollutant), language);
  const indexColumn: ListColumn<P> = {
    key: 'aqi',
    title: index.title,
    width: toRem(116),
    isNumber: true,
    isSortable: true,
    render: ({ aqi }) => <ValueChip value={aqi} scale={index} />,
  };
  const values = mapPollutants.map(
    (pollutant, n): ListColumn<P> => ({
      key: pollutant,
      title: `${pollutantSign(pollutant, language) ?? pollutant} (${unitOf(pollutant)})`,
      width: toRem(104),
      isNumber: true,
      isSortable: true,
      render: (place) =>
        pollutant === measure ? (
          <ValueChip value={place.values[n] ?? null} scale={scale} />
        ) : (
          write(place.values[n] ?? null, pollutant)
        ),
    }),
  );
  return {
    shown: [...values.filter(({ key }) => key === measure), indexColumn],
    primary: {
      key: 'primary',
      title: t('analysis.national.columns.primary'),
      width: toRem(128),
      render: (place) => namePrimary(place, language) || dash,
    },
    values: values.filter(({ key }) => key !== measure),
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
