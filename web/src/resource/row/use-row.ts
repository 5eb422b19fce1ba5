import type { RowEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ResourceRow } from './row.ts';

/**
 * Reads one row. A form passes the id of its opening: the row is then read once for it and never refetched, which would
 * replace what was typed.
 */
export function useRow<Row extends ResourceRow>(
  endpoints: { get: RowEndpoint<Row> },
  id: number | undefined,
  opening?: string,
  /** How often a row that changes by itself is read again. */
  everyMs?: number,
) {
  return useQuery({
    queryKey: [endpoints.get.path, { id }, opening],
    queryFn: ({ signal }) => call(endpoints.get, { params: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
    ...(opening !== undefined && { staleTime: 'static', gcTime: 0 }),
  });
}
