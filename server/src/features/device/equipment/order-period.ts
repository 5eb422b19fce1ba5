import { actionTypes } from '@limpid/contract/device/command-action';
import type { App } from '../../../platform/app.ts';
import { isCommandFor } from '../commands/command-range.rule.ts';
import { listPlaceholders } from '../commands/template.rule.ts';
import { listOrderedSites } from '../execution/order.store.ts';
import { orderCommand, unlimitedScope } from '../execution/order.ts';
import { listEnabledCommands } from './offer.store.ts';

const [begin, end] = ['BeginTime', 'EndTime'];

interface PeriodOrder {
  siteId: number;
  commandCode: string;
  /** `YYYYMMDDhhmmss` by the clock of the device, both included. */
  beginTime: string;
  endTime: string;
}

/**
 * Orders the enabled command of this code that asks the device for a period, for a part of the program, which has checked
 * who may ask. Undefined if there is none for this device, or the device is not connected.
 */
export async function orderPeriod(
  app: Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>,
  { siteId, commandCode, beginTime, endTime }: PeriodOrder,
  caller: { userId: number; userName: string },
): Promise<number | undefined> {
  const [site] = await listOrderedSites(app.db, [siteId], { all: true });
  const command = (await listEnabledCommands(app.db)).find(
    (one) =>
      one.commandCode === commandCode &&
      site !== undefined &&
      isCommandFor(one, site) &&
      [begin, end].every((name) => listPlaceholders(one.configParams ?? '').includes(name)),
  );
  if (!command || !site?.isConnected) return undefined;
  const values = { [begin]: beginTime, [end]: endTime };
  const order = { commandId: command.commandId, siteIds: [siteId], values };
  const requester = { caller, scopeOf: unlimitedScope };
  const { devices } = await orderCommand(app, () => undefined, actionTypes.read, order, requester);
  const [device] = devices;
  return device && device.state === 'queued' ? device.logId : undefined;
}
