import { MINUTE_MS } from '@limpid/contract/durations';
import { readExpression } from '@limpid/contract/monitor/task';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../api/call.ts';

const pauseMs = 250;

/** The meaning of a cron expression, requested with a debounce. */
export function useExpression(cronExpression: string) {
  const wanted = cronExpression.trim();
  const [debounced, setDebounced] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(wanted), pauseMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error } = useQuery({
    queryKey: [readExpression.path, { cronExpression: debounced }],
    queryFn: ({ signal }) =>
      call(readExpression, { query: { cronExpression: debounced }, signal, quiet: true }),
    enabled: debounced !== '',
    placeholderData: keepPreviousData,
    // Next runs become outdated.
    staleTime: 5000,
    gcTime: MINUTE_MS,
  });
  return { meaning: debounced === '' || error ? undefined : data, isSettled: debounced === wanted };
}
