import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@limpid/contract/durations';
import { deviceCommand, readTimeFactor } from '@limpid/hj212/commands';
import { exchangeKindOf } from '@limpid/hj212/exchange';
import type { Packet } from '@limpid/hj212/packet';
import type { App } from '../../../platform/app.ts';
import type { SiteDevice } from '../../reading/model.api.ts';
import { sendingTime } from '../commands/template.rule.ts';
import { commandOrdered } from './command-ordered.ts';
import { countWaiting, findCommandByTemplate, insertOrders } from './order.store.ts';

const setClock = String(deviceCommand.setClock);
const waitMs = 5 * MINUTE_MS;
/** A device that asks again and again must not fill its own queue. */
const mostWaiting = 5;

/** Orders the clock for a device that has asked for the time: that of the logger, or of the instrument that it names. */
export async function orderClock(
  { db, bus, clock, secrets }: Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>,
  packet: Packet,
  { siteId, mn }: SiteDevice,
): Promise<void> {
  const factor = readTimeFactor(packet);
  const command = factor === undefined ? undefined : await findClockCommand(db, factor);
  if (!command || (await countWaiting(db, siteId, setClock)) >= mostWaiting) return;
  const at = clock.now();
  const cp = `${factor ? `PolId=${factor};` : ''}SystemTime=${sendingTime}`;
  const order = { siteId, deviceSn: mn, state: 'queued' as const, sealedCp: secrets.seal(cp) };
  await insertOrders(db, [order], {
    command,
    kind: exchangeKindOf(deviceCommand.setClock),
    at,
    sendUntil: new Date(at.getTime() + waitMs),
    batchId: randomUUID(),
    userId: 0,
    userName: 'system',
    connectedOnly: true,
  });
  await bus.publish(commandOrdered, { siteIds: [siteId] });
}

function findClockCommand(db: App['db'], factor: string) {
  return findCommandByTemplate(db, setClock, factor === '' ? '^SystemTime=' : '^PolId=.*;SystemTime=');
}
