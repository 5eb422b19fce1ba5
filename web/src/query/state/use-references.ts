import { listReferenceChoices, type ReferencePermission } from '@limpid/contract/reference/reference-choice';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Official stations that match a search or have these codes, for a screen with this permission. */
export function useReferenceStations(
  permission: ReferencePermission,
  search: { search?: string; codes?: string[] } | undefined,
) {
  return useQuery({
    queryKey: [listReferenceChoices.path, permission, search],
    queryFn: ({ signal }) =>
      call(listReferenceChoices, { query: { permission, ...search }, signal, quiet: true }),
    enabled: search !== undefined,
    placeholderData: keepPreviousData,
  });
}

interface ChosenReferences {
  /** The codes of stations that exist; undefined while they are loading. */
  codes: readonly string[] | undefined;
  /** How many chosen stations are gone. */
  missing: number;
}

/** The chosen official stations without those that are gone. */
export function useChosenReferences(
  permission: ReferencePermission,
  asked: readonly string[],
): ChosenReferences {
  const search = asked.length > 0 ? { codes: [...asked] } : undefined;
  const { data, isError, isPlaceholderData } = useReferenceStations(permission, search);
  // The server says what is wrong with them.
  if (asked.length === 0 || isError) return { codes: asked, missing: 0 };
  if (!data) return { codes: undefined, missing: 0 };
  const codes = asked.filter((code) => data.stations.some((station) => station.code === code));
  return { codes, missing: isPlaceholderData ? 0 : asked.length - codes.length };
}
