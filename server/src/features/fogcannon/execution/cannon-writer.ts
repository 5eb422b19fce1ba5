import type { RunEndReason } from '@limpid/contract/fogcannon/cannon-run';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { cannonStateChanged } from '../cannon-changed.ts';
import type { ControlledCannon } from './cannon.store.ts';
import { endOrders, insertOffOrder, markOrderSent } from './order.store.ts';
import type { OpenOrder } from './order.ts';
import { endRun, startRun } from './run.store.ts';
import { type StoredCannonState, saveCommanded, saveState } from './state.store.ts';

export interface CannonWriterDeps extends Pick<App, 'pool' | 'bus' | 'clock'> {
  /** The leadership under which everything is written. */
  lease: Lease;
  /** The newest PM10 of a site; null if it has none that is new enough. */
  findValue(siteId: number | null): number | null;
}

/** Stores what happens to a cannon, as long as this process controls cannons. */
export interface CannonWriter {
  now(): Date;
  write<V>(work: (client: Connection) => Promise<V>): Promise<V>;
  /** Stores that an order is about to be sent. False if it has ended meanwhile. */
  begin(order: OpenOrder, plan: { stopBy: number; isSelfTimed: boolean }): Promise<boolean>;
  /** Ends the open run now, or at an earlier moment that is known. */
  endRun(
    client: Connection,
    reason: RunEndReason,
    facts?: { endedBy?: string | null; at?: number },
  ): Promise<void>;
  endOrder(
    order: OpenOrder,
    state: 'done' | 'failed' | 'expired' | 'superseded',
    message?: string | null,
  ): Promise<void>;
  /** Gives up an order that may have been executed: the cannon is switched off. */
  interrupt(order: OpenOrder, message: string): Promise<void>;
  /** Begins a run that somebody started at the cannon itself. */
  noteLocalRun(): Promise<void>;
  saveState(state: StoredCannonState): Promise<void>;
  switchOff(reason: 'jog' | 'limit'): Promise<void>;
}

export function makeCannonWriter(deps: CannonWriterDeps, cannon: ControlledCannon): CannonWriter {
  const { pool, bus, clock, lease } = deps;
  const { cannonId, measuringSiteId: siteId } = cannon;
  const now = () => clock.now();
  const value = () => deps.findValue(siteId);

  async function write<V>(work: (client: Connection) => Promise<V>): Promise<V> {
    const result = await transact(pool, async (client) => {
      await assertLease(client, lease);
      return work(client);
    });
    await bus.publish(cannonStateChanged);
    return result;
  }

  const endOpenRun: CannonWriter['endRun'] = async (client, reason, { endedBy = null, at } = {}) => {
    const end = new Date(Math.min(at ?? Number.POSITIVE_INFINITY, now().getTime()));
    await endRun(client, cannonId, { at: end, reason, endedBy, value: value() });
  };

  const newRun = {
    cannonId,
    siteId,
    flowRate: cannon.flowRate,
  };

  return {
    now,
    write,
    endRun: endOpenRun,
    begin: (order, { stopBy, isSelfTimed }) =>
      write(async (client) => {
        const at = now();
        if (!(await markOrderSent(client, order.orderId, at))) return false;
        const isOn = order.action !== 'off';
        await saveCommanded(client, cannonId, isOn ? 'on' : 'off', at);
        if (!isOn) return true;
        const endedBy = nameOrderer(order);
        const end = { at, reason: 'replaced', endedBy, value: value(), exceptOrder: order.orderId } as const;
        await endRun(client, cannonId, end);
        await startRun(client, {
          ...newRun,
          orderId: order.orderId,
          at,
          stopBy: new Date(stopBy),
          jogSeconds: order.action === 'jog' ? (order.seconds ?? cannon.jogSeconds) : null,
          isSelfTimed,
          reason: order.reason === 'rule' ? 'rule' : 'person',
          startedBy: nameOrderer(order),
          ruleId: order.ruleId,
          value: value(),
          isConfirmed: false,
        });
        return true;
      }),
    endOrder: (order, state, message = null) =>
      write((client) => endOrders(client, [order.orderId], { state, message, at: now() })),
    interrupt: (order, message) =>
      write(async (client) => {
        await endOrders(client, [order.orderId], { state: 'interrupted', message, at: now() });
        if (order.action !== 'test') await insertOffOrder(client, cannonId, { reason: 'interrupted' }, now());
      }),
    noteLocalRun: () =>
      write((client) =>
        startRun(client, {
          ...newRun,
          orderId: null,
          at: now(),
          stopBy: null,
          jogSeconds: null,
          isSelfTimed: false,
          reason: 'local',
          startedBy: null,
          ruleId: null,
          value: value(),
          isConfirmed: true,
        }),
      ),
    saveState: (state) => write((client) => saveState(client, cannonId, state, now())),
    switchOff: (reason) =>
      write(async (client) => {
        await insertOffOrder(client, cannonId, { reason }, now());
      }),
  };
}

/** The person or the rule behind an order. */
export function nameOrderer({ userName, ruleName }: Pick<OpenOrder, 'userName' | 'ruleName'>): string | null {
  return ruleName ?? userName;
}

/** Another process controls cannons now: it does what was left to do. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError;
}
