import { HOUR_MS } from '@limpid/contract/durations';
import { type IndexRule, readIndexRules } from '@limpid/contract/map/indices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../api/call.ts';
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

/** A new standard comes into force at midnight at the earliest. */
const staleMs = HOUR_MS;
const noRules: readonly IndexRule[] = [];

/** The scale of the preferred index on screens that have no map snapshot. */
export function useIndexScale({ index, colourBlindSafe }: IndexPreference): IndexScale {
  const { t } = useTranslation();
  const { data = noRules } = useQuery({
    queryKey: [readIndexRules.path],
    queryFn: ({ signal }) => call(readIndexRules, { signal, quiet: true }),
    staleTime: staleMs,
  });
  return useMemo(
    () => makeIndexScale({ index, colourBlindSafe }, data, t),
    [data, index, colourBlindSafe, t],
  );
}
