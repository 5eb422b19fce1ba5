import { type IndexRule, readIndexRules } from '@limpid/contract/map/indices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/call.ts';
import { drawLevels, type Step } from '../../lib/level.ts';
import type { Taste } from './use-taste.ts';

/** What an index is called, by which rules it is made, and how its levels are drawn. */
export interface IndexScale {
  rule: IndexRule;
  title: string;
  steps: readonly Step[];
}

export function makeIndexScale(rule: IndexRule, isSafe: boolean, t: (key: string) => string): IndexScale {
  const levels = rule.levels.map(({ key, colour, max }) => ({
    upTo: max,
    colour,
    name: t(`map.levels.${rule.key}.${key}`),
  }));
  return { rule, title: t(`map.indices.${rule.key}`), steps: drawLevels(levels, isSafe) };
}

/** Another standard comes into force at midnight. */
const freshMs = 3_600_000;

/** The index this person goes by, where there is no snapshot of the map to tell of it; nothing until its rules are known. */
export function useIndexScale({ index, isSafe }: Taste): IndexScale | undefined {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: [readIndexRules.path],
    queryFn: ({ signal }) => call(readIndexRules, { signal, quiet: true }),
    staleTime: freshMs,
  });
  return useMemo(() => {
    const rule = data?.find(({ key }) => key === index);
    return rule && makeIndexScale(rule, isSafe, t);
  }, [data, index, isSafe, t]);
}
