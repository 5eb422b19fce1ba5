import { findChineseStandard, standards } from '@limpid/aqi/standards';
import type { StandardName } from '@limpid/aqi/standards/standard';
import type { IndexRule } from '@limpid/contract/map/indices';
import { type MapIndex, mapIndices } from '@limpid/contract/map/site-update';

/** The rules of every index on a date. */
export function listIndexRules(date: string): IndexRule[] {
  const rules: Record<MapIndex, [StandardName, IndexRule['averaging']]> = {
    china: [findChineseStandard(date), 'hour'],
    us: ['US EPA', 'nowcast'],
    europe: ['EU', 'hour'],
    atmo: ['ATMO', 'day'],
  };
  return mapIndices.map((key) => {
    const [standard, averaging] = rules[key];
    const levels = standards[standard].levels.map(({ key: name, colour, max }) => ({
      key: name,
      colour,
      max,
    }));
    return { key, standard, averaging, levels };
  });
}
