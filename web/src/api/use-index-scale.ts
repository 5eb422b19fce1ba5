import { HOUR_MS } from '@limpid/contract/durations';
import { type IndexRule, readIndexRules } from '@limpid/contract/map/indices';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { IndexPreference } from '../air/index-preference.ts';
import { type IndexScale, makeIndexScale } from '../air/index-scale.ts';
import { call } from './call.ts';

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
