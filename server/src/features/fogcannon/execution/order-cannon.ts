import { SECOND_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { jogRange } from '@limpid/contract/fogcannon/cannon';
import type { CannonAction } from '@limpid/contract/fogcannon/cannon-order';
import type { App } from '../../../platform/app.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { cannonOrdered } from '../cannon-changed.ts';
import { insertOrder } from './order.store.ts';
import type { Orderer } from './order.ts';
import { lockCannon, saveManual } from './state.store.ts';

/** An order to switch on that was not sent by then is dropped. */
export const onExpiryMs = 15 * SECOND_MS;

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
  orderer: Orderer & {
    /** How long rules leave the cannon alone. */
    manualMs?: number;
  },
): Promise<number> {
  const isOff = action === 'off';
  if (status !== '0' && !isOff) fail('fog.disabled', { name: cannonName });
  if (action === 'jog' && !isJogTime(seconds)) throw new RangeError(`a jog cannot take ${seconds} s`);
  const at = clock.now();
  const { manualMs = 0 } = orderer;
  const orderId = await transact(pool, async (client) => {
    await lockCannon(client, cannonId);
    if (manualMs > 0) await saveManual(client, cannonId, new Date(at.getTime() + manualMs));
    return insertOrder(client, {
      ...orderer,
      cannonId,
      action,
      seconds: action === 'jog' ? seconds : null,
      at,
      expiresAt: isOff ? null : new Date(at.getTime() + onExpiryMs),
    });
  });
  await bus.publish(cannonOrdered);
  return orderId;
}

function isJogTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= jogRange.min && seconds <= jogRange.max;
}
