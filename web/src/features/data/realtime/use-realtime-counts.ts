import { countRealtime } from '@limpid/contract/data/realtime';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import type { Filter } from '../../../resource/list-query.ts';
import type { RealtimeCounts } from './RealtimeFilters.tsx';

/** How often counts, and lists that values narrow or sort, are read again. */
export const freshMs = 5000;

export interface LoadedCounts {
  counts: RealtimeCounts | undefined;
  /** When they were read, in epoch milliseconds; undefined while they are those of another search. */
  readAt: number | undefined;
}

/** How many sites of the search meet each condition; also behind other tabs where a sound depends on it. */
export function useRealtimeCounts(filter: Filter, isInBackground: boolean): LoadedCounts {
  const { data, dataUpdatedAt, isPlaceholderData } = useQuery({
    queryKey: [countRealtime.path, filter],
    queryFn: ({ signal }) => call(countRealtime, { query: filter, signal, quiet: true }),
    refetchInterval: freshMs,
    refetchIntervalInBackground: isInBackground,
    placeholderData: keepPreviousData,
  });
  return { counts: data, readAt: isPlaceholderData ? undefined : dataUpdatedAt };
}
