import { MINUTE_MS } from '@limpid/contract/durations';
import { DriverError, type DriverOrder } from './driver.ts';

/** No order waits, or is valid, for longer than this: a moment further away means that the clock was set back. */
export const longestAheadMs = MINUTE_MS;

/** Whether an order must no longer be sent. Only orders to switch on expire: a late one would start a cannon unexpectedly. */
export function hasExpired({ expiresAt }: Pick<DriverOrder, 'expiresAt'>, now: number): boolean {
  return expiresAt !== null && (now >= expiresAt || expiresAt - now > longestAheadMs);
}

/** Refuses an order that has expired or was withdrawn while it waited for its turn or for a connection. */
export function refuseExpired(order: DriverOrder, now: number): void {
  if (hasExpired(order, now)) throw new DriverError('fog.expired');
  const refusal = order.findRefusal?.();
  if (refusal) throw refusal;
}
