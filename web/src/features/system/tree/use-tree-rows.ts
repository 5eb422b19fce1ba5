import type { Resource } from '@limpid/contract/kit/resource';
import { treeEndpoint } from '@limpid/contract/kit/resource-endpoints';
import type { RowOf } from '@limpid/contract/kit/row';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** All visible rows of a tree, regardless of the filters of its list. */
export function useTreeRows<R extends Resource>(resource: R) {
  const endpoint = treeEndpoint(resource);
  return useQuery({
    queryKey: [endpoint.path, 'all'],
    queryFn: ({ signal }): Promise<RowOf<R>[]> => call(endpoint, { signal }),
  });
}
