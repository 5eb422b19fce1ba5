import { actionTypes } from '@limpid/contract/device/command-action';
import type { App } from '../../../platform/app.ts';
import { findPlainCommand } from './order.store.ts';
import { orderCommand, unlimitedScope } from './order.ts';

/** Orders a command that reads something and has no parameters, in the name of a person or a part of the program. */
export async function orderReading(
  app: Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>,
  commandCode: string,
  siteIds: number[],
  caller: { userId: number; userName: string },
): Promise<void> {
  const commandId = await findPlainCommand(app.db, commandCode);
  if (commandId === undefined || siteIds.length === 0) return;
  const requester = { caller, scopeOf: unlimitedScope };
  await orderCommand(app, () => undefined, actionTypes.read, { commandId, siteIds }, requester);
}
