import type { Resource } from '@limpid/contract/kit/resource';
import { treeEndpoint } from '@limpid/contract/kit/resource-endpoints';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import type { ResourceRow } from '../../resource/row.ts';

/** All visible rows of a tree, regardless of the filters of its list. */
export function useTreeRows(resource: Resource) {
  const endpoint = treeEndpoint(resource);
  return useQuery({
    queryKey: [endpoint.path, 'all'],
    queryFn: ({ signal }): Promise<ResourceRow[]> => call(endpoint, { signal }),
  });
}
