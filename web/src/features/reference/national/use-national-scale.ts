import { useMemo } from 'react';
import type { LevelStep } from '../../../air/level.ts';
import { type MeasureScale, makeMeasureScale } from '../../../air/measure-scale.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { useIndexScale } from '../../../api/use-index-scale.ts';
import { useChannels } from '../../../query/channel/use-channels.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { NationalMeasure } from './national-places.ts';

const noSteps: readonly LevelStep[] = [];

/** Decimals of a published value. */
export const decimalsOf = (measure: NationalMeasure) => (measure === 'CO' ? 1 : 0);
export const unitOf = (measure: NationalMeasure) =>
  measure === 'index' ? '' : measure === 'CO' ? 'mg/m³' : 'µg/m³';

/** The preferred index, or a pollutant with the levels of the channel that measures it in the same unit. */
export function useNationalScale(measure: NationalMeasure): MeasureScale {
  const language = useLanguage();
  const [preference] = useIndexPreference();
  const index = useIndexScale(preference);
  const unit = unitOf(measure);
  const channel = useChannels().find((one) => one.code === measure && one.unit.replace('μ', 'µ') === unit);
  const steps = measure === 'index' ? index.steps : (channel?.steps ?? noSteps);
  const title = measure === 'index' ? index.title : (pollutantSign(measure, language) ?? measure);
  const decimals = decimalsOf(measure);
  return useMemo(
    () => makeMeasureScale({ title, unit, decimals, levelDecimals: decimals, steps }, language),
    [title, unit, decimals, steps, language],
  );
}
