import { listSavedQueries, removeSavedQuery, saveQuery } from '@limpid/contract/data/saved-query';
import type { QueryPermission } from '@limpid/contract/data/site-choice';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Queries that the user can open on the screen with this permission. */
export function useSavedQueries(permission: QueryPermission) {
  return useQuery({
    queryKey: [listSavedQueries.path, permission],
    queryFn: ({ signal }) => call(listSavedQueries, { query: { permission }, signal, quiet: true }),
  });
}

interface NewQuery {
  queryName: string;
  shared: boolean;
  siteIds: number[];
  address: string;
}

export function useSaveQuery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewQuery) => call(saveQuery, { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: [listSavedQueries.path] }),
  });
}

export function useRemoveSavedQuery() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (queryId: number) => call(removeSavedQuery, { params: { queryId } }),
    onSettled: () => client.invalidateQueries({ queryKey: [listSavedQueries.path] }),
  });
}
