import { type RealtimeCondition, realtimeConditions } from '@limpid/contract/data/realtime-condition';
import { useAddressParts } from '../../../query/state/use-address-part.ts';
import type { Sort } from '../../../resource/list-query.ts';

interface RealtimeAddress {
  only: RealtimeCondition | undefined;
  entityId: number | null;
  sort: Sort | undefined;
  narrow: (only: RealtimeCondition | undefined) => void;
  chooseEntity: (entityId: number | null) => void;
  sortBy: (sort: Sort | undefined) => void;
  showAll: () => void;
}

/** The condition, the entity and the order of real-time data; all of it is in the address. */
export function useRealtimeAddress(): RealtimeAddress {
  const [address, change] = useAddressParts();
  const by = address.get('sort');
  const entityId = Number(address.get('entity'));
  return {
    only: realtimeConditions.find((one) => one === address.get('only')),
    entityId: Number.isSafeInteger(entityId) && entityId > 0 ? entityId : null,
    sort: by ? { by, desc: address.get('order') === 'desc' } : undefined,
    narrow: (only) => change({ only }),
    chooseEntity: (chosen) => change({ entity: chosen ?? undefined }),
    sortBy: (sort) => change({ sort: sort?.by, order: sort?.desc ? 'desc' : undefined }),
    showAll: () => change({ only: undefined, entity: undefined }),
  };
}
