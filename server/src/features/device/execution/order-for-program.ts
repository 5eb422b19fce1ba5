import { actionTypes } from '@limpid/contract/device/command-action';
import type { App } from '../../../platform/app.ts';
import type { SiteDirectory } from '../../reading/model.api.ts';
import { commandCancelled } from './command-ordered.ts';
import { cancelOrder, findOrderResult } from './order.store.ts';
import { orderCommand, unlimitedScope } from './order.ts';

type Deps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets'>;

interface ProgramOrder {
  commandId: number;
  siteId: number;
  values: Record<string, string>;
  /** It is not sent later. */
  sendUntil?: Date;
  /** It is not repeated if the station does not answer. */
  isSentOnce?: boolean;
}

/** Orders a command for one station in the name of a part of the program; returns the number of its log entry. */
export async function orderForProgram(
  app: Deps,
  directory: SiteDirectory,
  { siteId, ...given }: ProgramOrder,
): Promise<{ logId: number; isOffline: boolean }> {
  const types = [...actionTypes.write, ...actionTypes.operate];
  // Never confirmed: a command that has become critical since it was chosen is refused.
  const order = { ...given, siteIds: [siteId] };
  // Who may let the program order the command was checked when it was chosen.
  const requester = { caller: { userId: 0, userName: 'system' }, scopeOf: unlimitedScope };
  const { devices } = await orderCommand(app, (id) => directory.findBySite(id), types, order, requester);
  const [device] = devices;
  if (!device) throw new Error('the order has no device');
  return { logId: device.logId, isOffline: device.state === 'offline' };
}

/** Ends an order that is no longer wanted: it is not sent, or not repeated, and what waits behind it is sent. */
export async function cancelForProgram(
  { db, bus, clock }: Pick<App, 'db' | 'bus' | 'clock'>,
  logId: number,
): Promise<void> {
  const siteId = await cancelOrder(db, logId, clock.now());
  if (siteId !== undefined) await bus.publish(commandCancelled, { logId, siteId });
}

interface ProgramResult {
  isDone: boolean;
  /** The station has said that it does not execute the command. */
  isRefused: boolean;
  /** It may have executed the command; after a refusal, an earlier request whose answer was lost. */
  mayBeExecuted: boolean;
}

/** What has become of an order; undefined while it has not ended. */
export async function findProgramResult(
  { db }: Pick<App, 'db'>,
  logId: number,
): Promise<ProgramResult | undefined> {
  const found = await findOrderResult(db, logId);
  if (!found?.hasEnded) return undefined;
  const { state, wasSent, wasTaken } = found;
  const isRefused = state === 'refused';
  return { isDone: state === 'done', isRefused, mayBeExecuted: isRefused ? wasTaken : wasSent };
}
