import { SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { jogRange } from '@limpid/contract/fogcannon/cannon';
import type { CannonAction } from '@limpid/contract/fogcannon/cannon-order';
import type { App } from '../../../platform/app.ts';
import { cannonOrdered } from '../cannon-changed.ts';
import { insertOrder } from './order.store.ts';
import type { Orderer } from './order.ts';

/** An order to switch on that was not sent by then is dropped. */
const onExpiryMs = 15 * SECOND_MS;

type Deps = Pick<App, 'pool' | 'bus' | 'clock'>;

interface OrderedCannon {
  cannonId: number;
  cannonName: string;
  jogSeconds: number;
  status: string;
}

/** Stores an order; the process that controls cannons sends it. Returns its number, by which it is followed. */
export async function orderCannon(
  { pool, bus, clock }: Deps,
  { cannonId, cannonName, jogSeconds, status }: OrderedCannon,
  { action, seconds = jogSeconds }: { action: CannonAction; seconds?: number | undefined },
  orderer: Orderer,
): Promise<number> {
  const isOff = action === 'off';
  if (status !== '0' && !isOff) fail('fog.disabled', { name: cannonName });
  if (action === 'jog' && !isJogTime(seconds)) throw new RangeError(`a jog cannot take ${seconds} s`);
  const at = clock.now();
  const orderId = await insertOrder(pool, {
    ...orderer,
    cannonId,
    action,
    seconds: action === 'jog' ? seconds : null,
    at,
    expiresAt: isOff ? null : new Date(at.getTime() + onExpiryMs),
  });
  await bus.publish(cannonOrdered);
  return orderId;
}

function isJogTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= jogRange.min && seconds <= jogRange.max;
}
