import type { Endpoint, Input, ReplyValue } from '@limpid/contract/kit/endpoint';
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/**
 * What an endpoint reads for a query; nothing is read while the query is undefined. The previous result stays until the
 * next one has come, so that the screen does not jump.
 */
export function useAnalysis<E extends Endpoint>(
  endpoint: E,
  query: Input<E>['query'] | undefined,
): UseQueryResult<ReplyValue<E['reply']>> {
  return useQuery<ReplyValue<E['reply']>>({
    queryKey: [endpoint.path, query],
    queryFn: ({ signal }) =>
      // The type of the input depends on the endpoint; only its query is sent.
      call(endpoint, { query, signal, quiet: true } as unknown as Parameters<typeof call<E>>[1]),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
  });
}
