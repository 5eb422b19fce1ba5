import { actionTypes } from '@limpid/contract/device/command-action';
import type { App } from '../../../platform/app.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { findOrderResult } from './order.store.ts';
import { orderCommand, unlimitedScope } from './order.ts';

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>;

interface ProgramOrder {
  commandId: number;
  siteId: number;
  values: Record<string, string>;
  /** It is not sent later. */
  sendUntil?: Date;
}

/** Orders a command for one station in the name of a part of the program; returns the number of its log entry. */
export async function orderForProgram(
  app: Deps,
  directory: SiteDirectory,
  { commandId, siteId, values, sendUntil }: ProgramOrder,
): Promise<{ logId: number; isOffline: boolean }> {
  const types = [...actionTypes.write, ...actionTypes.operate];
  // Never confirmed: a command that has become critical since it was chosen is refused.
  const order = { commandId, siteIds: [siteId], values, ...(sendUntil && { sendUntil }) };
  // Who may let the program order the command was checked when it was chosen.
  const requester = { caller: { userId: 0, userName: 'system' }, scopeOf: unlimitedScope };
  const { devices } = await orderCommand(app, (id) => directory.findBySite(id), types, order, requester);
  const [device] = devices;
  if (!device) throw new Error('the order has no device');
  return { logId: device.logId, isOffline: device.state === 'offline' };
}

interface ProgramResult {
  isDone: boolean;
  /** The station has said that it does not execute the command. */
  isRefused: boolean;
  wasSent: boolean;
}

/** What has become of an order; undefined while it has not ended. */
export async function findProgramResult(
  { db }: Pick<App, 'db'>,
  logId: number,
): Promise<ProgramResult | undefined> {
  const found = await findOrderResult(db, logId);
  if (!found?.hasEnded) return undefined;
  const { state, wasSent } = found;
  return { isDone: state === 'done', isRefused: state === 'refused', wasSent };
}
