import { useMemo } from 'react';
import { findBand, type LevelStep } from '../../../air/level.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useIndexScale } from '../../../api/use-index-scale.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useChannels } from '../../../query/use-channels.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { NationalMeasure } from './national-places.ts';

/** How values of cities and stations are named, written and coloured. */
export interface NationalScale {
  title: string;
  unit: string;
  steps: readonly LevelStep[];
  format: (value: number) => string;
  findStep: (value: number | null) => LevelStep | undefined;
}

const noSteps: readonly LevelStep[] = [];

/** Decimals of a published value. */
export const decimalsOf = (measure: NationalMeasure) => (measure === 'CO' ? 1 : 0);
export const unitOf = (measure: NationalMeasure) =>
  measure === 'index' ? '' : measure === 'CO' ? 'mg/m³' : 'µg/m³';

/** The preferred index, or a pollutant with the levels of the channel that measures it in the same unit. */
export function useNationalScale(measure: NationalMeasure): NationalScale {
  const language = useLanguage();
  const [preference] = useIndexPreference();
  const index = useIndexScale(preference);
  const unit = unitOf(measure);
  const channel = useChannels().find((one) => one.code === measure && one.unit.replace('μ', 'µ') === unit);
  const steps = measure === 'index' ? index.steps : (channel?.steps ?? noSteps);
  const title = measure === 'index' ? index.title : (pollutantSign(measure, language) ?? measure);
  return useMemo(
    () => ({
      title,
      unit,
      steps,
      format: (value) => formatDecimal(value, decimalsOf(measure), language),
      findStep: (value) => (value === null ? undefined : findBand(steps, value)),
    }),
    [title, unit, steps, measure, language],
  );
}
