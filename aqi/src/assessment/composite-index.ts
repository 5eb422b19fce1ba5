import { allPollutants, type IndexPollutant } from '../pollutant.ts';
import type { AssessmentStandard } from './assessment-standard.ts';
import { type ByPollutant, computeByPollutant } from './by-pollutant.ts';
import { removeNoise } from './round-statistic.ts';

/** Unrounded. */
export interface CompositeIndex {
  /** The weighted sum of the single indices; null unless all six pollutants have a statistic. */
  readonly index: number | null;
  /** The statistic divided by its limit, without weight. */
  readonly single: ByPollutant<number | null>;
  /** What each pollutant adds to the index. */
  readonly weighted: ByPollutant<number | null>;
  /** The pollutants with the largest single index of those that have one, all of a tie. */
  readonly primary: readonly IndexPollutant[];
}

export function computeCompositeIndex(
  statistics: ByPollutant<number | null>,
  { rules: { indexLimits, weights } }: AssessmentStandard,
): CompositeIndex {
  const single = computeByPollutant((pollutant) => {
    const statistic = statistics[pollutant];
    return statistic === null ? null : statistic / indexLimits.value[pollutant];
  });
  const weighted = computeByPollutant((pollutant) => {
    const part = single[pollutant];
    return part === null ? null : part * weights.value[pollutant];
  });
  const parts = allPollutants.flatMap((pollutant) => weighted[pollutant] ?? []);
  const isComplete = parts.length === allPollutants.length;
  return {
    index: isComplete ? parts.reduce((sum, part) => sum + part, 0) : null,
    single,
    weighted,
    primary: findLargest(single),
  };
}

function findLargest(single: ByPollutant<number | null>): IndexPollutant[] {
  const comparable = computeByPollutant((pollutant) => removeNoise(single[pollutant] ?? 0));
  const largest = Math.max(...Object.values(comparable));
  return largest > 0 ? allPollutants.filter((pollutant) => comparable[pollutant] === largest) : [];
}
