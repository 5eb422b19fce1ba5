import { type CannonOrder, findCannonOrder } from '@limpid/contract/fogcannon/cannon-order';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

const everyMs = 500;

/** Whether nothing more happens to an order. */
export function hasEnded({ state }: Pick<CannonOrder, 'state'>): boolean {
  return state !== 'queued' && state !== 'sent';
}

/** Follows an order to its end. */
export function useCannonOrder(orderId: number | undefined) {
  return useQuery({
    // Not below the path of cannons: it has a rhythm of its own.
    queryKey: ['cannonOrder', orderId],
    queryFn: ({ signal }) => call(findCannonOrder, { params: { id: orderId ?? 0 }, signal, quiet: true }),
    enabled: orderId !== undefined,
    refetchInterval: ({ state: { data } }) => (data && hasEnded(data) ? false : everyMs),
  });
}
