import { listUnusual, type UnusualKind, unusualKinds } from '@limpid/contract/analysis/unusual';
import { MINUTE_MS } from '@limpid/contract/durations';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { useLive } from '../../../api/live/live.ts';
import { useAddressParts } from '../../../query/state/use-address-part.ts';

export interface UnusualFilters {
  search?: string;
  entityId?: number;
  channel?: string;
  kind?: UnusualKind;
}

const pageSize = 20;
/** Polling for browsers without a live connection. */
const lookAgainMs = 5 * MINUTE_MS;

/** The filters and the page in the address. */
export function useUnusualFilters() {
  const [address, write] = useAddressParts();
  const entityId = Number(address.get('entity'));
  const kind = unusualKinds.find((one) => one === address.get('reason'));
  const filters: UnusualFilters = {
    ...(address.get('search') && { search: address.get('search') ?? '' }),
    ...(Number.isSafeInteger(entityId) && entityId > 0 && { entityId }),
    ...(address.get('channel') && { channel: address.get('channel') ?? '' }),
    ...(kind && { kind }),
  };
  const page = Math.max(1, Math.trunc(Number(address.get('page'))) || 1);
  return {
    filters,
    page,
    pageSize,
    isFiltered: Object.keys(filters).length > 0,
    change: (
      part: Partial<Record<'search' | 'entity' | 'channel' | 'reason', string | number | undefined>>,
    ) => write({ ...part, page: undefined }),
    goTo: (number: number) => write({ page: number === 1 ? undefined : number }),
    clear: () =>
      write({
        search: undefined,
        entity: undefined,
        channel: undefined,
        reason: undefined,
        page: undefined,
      }),
  };
}

/** The unusual sites, read again whenever a newer hour was analysed. */
export function useUnusual(filters: UnusualFilters, pageNum: number) {
  const client = useQueryClient();
  useLive('unusual', () => void client.invalidateQueries({ queryKey: [listUnusual.path] }));
  const query = { ...filters, pageNum, pageSize };
  return useQuery({
    queryKey: [listUnusual.path, query],
    queryFn: ({ signal }) => call(listUnusual, { query, signal, quiet: true }),
    placeholderData: keepPreviousData,
    refetchInterval: lookAgainMs,
  });
}
