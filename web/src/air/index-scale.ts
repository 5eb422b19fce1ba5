import type { IndexRule } from '@limpid/contract/map/indices';
import type { IndexPreference } from './index-preference.ts';
import { colourLevels, type LevelStep } from './level.ts';

/** An index with its name, the rules it follows and the colours of its levels. */
export interface IndexScale {
  key: IndexRule['key'];
  title: string;
  /** Empty until the rules are loaded: numbers can be read without colours. */
  steps: readonly LevelStep[];
  rule: IndexRule | undefined;
}

/** The scale of the preferred index from the rules of the server; without colours until they arrive. */
export function makeIndexScale(
  { index, colourBlindSafe }: IndexPreference,
  rules: readonly IndexRule[],
  t: (key: string) => string,
): IndexScale {
  const rule = rules.find(({ key }) => key === index);
  const levels = (rule?.levels ?? []).map(({ key, colour, max }) => ({
    upTo: max,
    colour,
    name: t(`map.levels.${index}.${key}`),
  }));
  return { key: index, title: t(`map.indices.${index}`), steps: colourLevels(levels, colourBlindSafe), rule };
}
