import { MINUTE_MS } from '@limpid/contract/durations';
import { type StationLevel, stationLevels } from '@limpid/contract/reference/national-control';
import {
  type ComparedMeasure,
  comparedMeasures,
  listNewestHours,
  newestHourSorts,
} from '@limpid/contract/reference/newest-hours';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call } from '../../../api/call.ts';
import { usePersonalChoice } from '../../../api/use-personal-choice.ts';
import { useAddressParts } from '../../../query/state/use-address-part.ts';
import type { Sort } from '../../../resource/list-query.ts';

/** How the server sorts when no column is chosen. */
export const defaultSort: Sort = { by: 'aqi', desc: true };

/** The newest hours of a page; search, order and what is compared are in the address. */
export function useNewestHours() {
  const [address, change] = useAddressParts();
  const [page, goTo] = useState(1);
  const [pageSize, resize] = usePersonalChoice('pageSize', 20);
  const measure: ComparedMeasure = comparedMeasures.find((one) => one === address.get('by')) ?? 'aqi';
  const search = address.get('q') ?? '';
  const level = stationLevels.find((one) => one === address.get('network'));
  const sortedBy = newestHourSorts.find((one) => one === address.get('sort'));
  const sort: Sort | undefined = sortedBy && { by: sortedBy, desc: address.get('order') !== 'asc' };
  const question = {
    search: useDeferredValue(search.trim()),
    measure,
    ...(level && { level }),
    // Without an order, the server puts stations near own sites first.
    ...(sortedBy && { orderByColumn: sortedBy, isAsc: sort?.desc === false ? 'asc' : 'desc' }),
  };
  const query = { ...question, pageNum: page, pageSize };
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [listNewestHours.path, query],
    queryFn: ({ signal }) => call(listNewestHours, { query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: MINUTE_MS,
  });
  const begin = (parts: Parameters<typeof change>[0]) => {
    change(parts);
    goTo(1);
  };
  return {
    question,
    data,
    error,
    isPending,
    isShowingPreviousPage: isPlaceholderData,
    refetch: () => void refetch(),
    page,
    pageSize,
    goTo,
    resize(size: number) {
      resize(size);
      goTo(1);
    },
    measure,
    compareBy: (next: ComparedMeasure) => begin({ by: next === 'aqi' ? undefined : next }),
    search,
    level,
    showNetwork: (next: StationLevel | undefined) => begin({ network: next }),
    searchFor: (text: string) => begin({ q: text }),
    sort,
    sortBy: (next: Sort | undefined) =>
      begin({ sort: next?.by, order: next && !next.desc ? 'asc' : undefined }),
  };
}

export type NewestHoursState = ReturnType<typeof useNewestHours>;
