import { MINUTE_MS } from '@limpid/contract/durations';
import type { RunEndReason } from '@limpid/contract/fogcannon/cannon-run';
import type { App } from '../../../platform/app.ts';
import { type Connection, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease, LeaseLostError } from '../../../platform/lease/lease.store.ts';
import { makeStoredText } from '../../../platform/texts.ts';
import type { Uptime } from '../../../platform/uptime.ts';
import { cannonStateChanged } from '../cannon-changed.ts';
import type { ControlledCannon } from './cannon.store.ts';
import { endOrders, insertOffOrder, listOpenOrders, markOrderSent, postponeOrder } from './order.store.ts';
import { endReasonOf, type OpenOrder, type OpenRun } from './order.ts';
import type { StopReason } from './plan.rule.ts';
import {
  confirmRun,
  endRun,
  findOpenRun,
  findRuleMeasure,
  findRunMeasure,
  type RunMeasure,
  removeRun,
  startRun,
  wasSwitchedOn,
} from './run.store.ts';
import {
  lockCannon,
  lockForStart,
  type StoredCannonState,
  saveCommanded,
  saveManual,
  saveState,
} from './state.store.ts';

/** A run that begins at the cannon so shortly after one of the platform may be the same one. */
export const localRunMs = 5 * MINUTE_MS;

/** The end of a run of a rule that the rule has not ordered, and the order that ends it, if one does. */
export interface RuleRunEnd {
  run: Pick<OpenRun, 'cannonId' | 'ruleId' | 'startedBy' | 'startedAt' | 'stopBy' | 'jogSeconds'>;
  reason: StopReason | 'local' | 'linkLost';
  siteId: number | null;
  orderId: number | null;
  at: Date;
}

export interface CannonWriterDeps extends Pick<App, 'pool' | 'bus' | 'clock'> {
  /** The leadership under which everything is written. */
  lease: Lease;
  readUptime(): Uptime;
  /** How long rules leave a cannon alone after a person has switched it. */
  readManualMs(): Promise<number>;
  /** The newest value of a channel of a site; null if it has none that is new enough. */
  findValue(measure: RunMeasure): number | null;
  /** Logs that not its rule ends a run of a rule, but the platform, somebody at the cannon, or its power. */
  noteRuleRunEnd(client: Connection, end: RuleRunEnd): Promise<void>;
  /** The cannon has other settings now: this writer is of the old ones, and its order waits for the new ones. */
  noteEdited(): void;
}

/** The run that an order begins. */
export interface RunPlan {
  /** Before the order was sent. */
  at: Date;
  uptime: Uptime;
  longestMs: number;
  /** The time of a jog as it is sent: not longer than the longest run. */
  seconds: number;
  isSelfTimed: boolean;
}

/** Stores what happens to a cannon, as long as this process controls cannons. */
export interface CannonWriter {
  now(): Date;
  /** The orders that have not ended, oldest first, and the open run. */
  readWork(): Promise<{ orders: OpenOrder[]; run: OpenRun | undefined }>;
  /**
   * Stores that an order is about to be sent, and begins its run, unless the cannon runs: that run goes on until the order
   * may have arrived. False if the order has ended meanwhile: a cannon that was disabled is not switched on.
   */
  begin(order: OpenOrder, plan: RunPlan): Promise<boolean>;
  /** The order may have arrived: its run replaces the one of before. */
  replaceRun(order: OpenOrder, plan: RunPlan): Promise<void>;
  /** The controller has taken an order to switch on. */
  finishOn(order: OpenOrder, plan: RunPlan): Promise<void>;
  endOrder(
    order: OpenOrder,
    state: 'done' | 'failed' | 'expired' | 'superseded',
    message?: string | null,
  ): Promise<void>;
  /** Sends an order again at a later moment; without a run if it has certainly not arrived. */
  postpone(
    order: OpenOrder,
    facts: { nextAt: number; message: string; mayHaveArrived: boolean },
  ): Promise<void>;
  /** Gives up an order to switch on: a cannon that may have been switched on is switched off. */
  giveUp(order: OpenOrder, facts: { message: string; mayHaveArrived: boolean }): Promise<void>;
  /** Gives up an order that may have been executed: the cannon is switched off. */
  interrupt(order: OpenOrder, message: string): Promise<void>;
  /** The cannon has followed an order to switch off. */
  finishOff(order: OpenOrder): Promise<void>;
  /**
   * The cannon has stopped without an order, now or at an earlier moment that is known. Unless a jog is over, a run that
   * the platform has to end is also switched off: a contact may have said "off" while the relay is still closed.
   */
  endRun(run: OpenRun, reason: 'jog' | 'limit' | 'local' | 'linkLost', at?: number): Promise<void>;
  confirmRun(runId: number): Promise<void>;
  /**
   * Begins a run that somebody started at the cannon itself. Shortly after an order of the platform it may be what that
   * order has switched on: then it lasts for the maximum at most.
   */
  noteLocalRun(maxRunMs: number): Promise<void>;
  saveState(state: StoredCannonState): Promise<void>;
  /** Orders to end a run. */
  switchOff(run: OpenRun, reason: StopReason): Promise<void>;
}

/** The person or the rule behind an order. */
const ordererOf = ({ ruleName, userName }: OpenOrder) => ruleName ?? userName;

export function makeCannonWriter(deps: CannonWriterDeps, cannon: ControlledCannon): CannonWriter {
  const { pool, bus, clock, lease } = deps;
  const { cannonId, measuringSiteId: siteId } = cannon;
  const now = () => clock.now();
  /** What is noted with runs that no rule begins. */
  const usual: RunMeasure = { siteId, channelCode: 'PM10' };

  async function write<V>(work: (client: Connection) => Promise<V>): Promise<V> {
    const result = await transact(pool, async (client) => {
      await assertLease(client, lease);
      return work(client);
    });
    await bus.publish(cannonStateChanged);
    return result;
  }

  async function endOpenRun(
    client: Connection,
    reason: RunEndReason,
    { endedBy = null, at }: { endedBy?: string | null; at?: number | undefined } = {},
  ): Promise<void> {
    const end = new Date(Math.min(at ?? Number.POSITIVE_INFINITY, now().getTime()));
    await endRun(client, cannonId, { at: end, reason, endedBy, value: await findLastValue(client) });
  }

  /** The value of what was measured at the start of the open run. */
  async function findLastValue(client: Connection): Promise<number | null> {
    return deps.findValue((await findRunMeasure(client, cannonId)) ?? usual);
  }

  async function noteEnd(
    client: Connection,
    run: RuleRunEnd['run'],
    reason: RuleRunEnd['reason'],
    orderId: number | null,
  ) {
    if (run.ruleId !== null) await deps.noteRuleRunEnd(client, { run, reason, siteId, orderId, at: now() });
  }

  /** Somebody has switched the cannon at its cabinet: rules leave it alone, as after an order of a person. */
  async function startManual(client: Connection): Promise<void> {
    const manualMs = await deps.readManualMs();
    await lockCannon(client, cannonId);
    if (manualMs > 0) await saveManual(client, cannonId, new Date(now().getTime() + manualMs));
  }

  async function newRun(client: Connection, ruleId: number | null) {
    const found = ruleId === null ? undefined : await findRuleMeasure(client, ruleId);
    const measure = found ? { ...found, siteId: found.siteId ?? siteId } : usual;
    return { cannonId, measure, flowRate: cannon.flowRate, value: deps.findValue(measure) };
  }

  async function beginRun(
    client: Connection,
    order: OpenOrder,
    { at, uptime, longestMs, seconds, isSelfTimed }: RunPlan,
  ): Promise<void> {
    await startRun(client, {
      ...(await newRun(client, order.ruleId)),
      orderId: order.orderId,
      at,
      uptime,
      stopBy: new Date(at.getTime() + longestMs),
      jogSeconds: order.action === 'jog' ? seconds : null,
      isSelfTimed,
      reason: order.reason === 'rule' ? 'rule' : 'person',
      startedBy: ordererOf(order),
      ruleId: order.ruleId,
      isConfirmed: false,
    });
  }

  async function replaceRun(client: Connection, order: OpenOrder, plan: RunPlan): Promise<void> {
    const value = await findLastValue(client);
    const end = { at: plan.at, reason: 'replaced', endedBy: ordererOf(order), value } as const;
    await endRun(client, cannonId, { ...end, exceptOrder: order.orderId });
    await beginRun(client, order, plan);
  }

  return {
    now,
    readWork: async () => ({
      orders: await listOpenOrders(pool, cannonId),
      run: await findOpenRun(pool, cannonId),
    }),
    begin: (order, plan) =>
      write(async (client) => {
        const isOn = order.action !== 'off';
        const readiness = isOn ? await lockForStart(client, cannon) : 'ready';
        if (readiness === 'disabled') {
          const message = makeStoredText('errors.fog.disabled', { name: cannon.cannonName });
          await endOrders(client, [order.orderId], { state: 'failed', message, at: now() });
        }
        if (readiness === 'edited') deps.noteEdited();
        if (readiness !== 'ready') return false;
        if (!(await markOrderSent(client, order.orderId, plan.at))) return false;
        await saveCommanded(client, cannonId, isOn ? 'on' : 'off', plan.at);
        if (isOn) await beginRun(client, order, plan);
        return true;
      }),
    replaceRun: (order, plan) => write((client) => replaceRun(client, order, plan)),
    finishOn: (order, plan) =>
      write(async (client) => {
        await replaceRun(client, order, plan);
        await endOrders(client, [order.orderId], { state: 'done', message: null, at: now() });
      }),
    endOrder: (order, state, message = null) =>
      write((client) => endOrders(client, [order.orderId], { state, message, at: now() })),
    postpone: ({ orderId, action }, { nextAt, message, mayHaveArrived }) =>
      write(async (client) => {
        await postponeOrder(client, orderId, { nextAt: new Date(nextAt), message });
        if (action !== 'off' && !mayHaveArrived) await removeRun(client, cannonId, orderId);
      }),
    giveUp: ({ orderId }, { message, mayHaveArrived }) =>
      write(async (client) => {
        await endOrders(client, [orderId], { state: 'failed', message, at: now() });
        if (mayHaveArrived) {
          await insertOffOrder(client, cannonId, { reason: 'failed' }, now());
          return;
        }
        await removeRun(client, cannonId, orderId);
        // A run that the order would have replaced goes on.
        const isRunning = (await findOpenRun(client, cannonId)) !== undefined;
        await saveCommanded(client, cannonId, isRunning ? 'on' : 'off', now());
      }),
    interrupt: (order, message) =>
      write(async (client) => {
        await endOrders(client, [order.orderId], { state: 'interrupted', message, at: now() });
        if (order.action === 'test') return;
        const orderId = await insertOffOrder(client, cannonId, { reason: 'interrupted' }, now());
        const { ruleId, ruleName: startedBy } = order;
        const run = { cannonId, ruleId, startedBy, startedAt: 0, stopBy: null, jogSeconds: null };
        await noteEnd(client, run, 'interrupted', orderId);
      }),
    finishOff: (order) =>
      write(async (client) => {
        await endOrders(client, [order.orderId], { state: 'done', message: null, at: now() });
        await endOpenRun(client, endReasonOf(order.reason), { endedBy: ordererOf(order) });
      }),
    endRun: (run, reason, at) =>
      write(async (client) => {
        await endOpenRun(client, reason, { at });
        await saveCommanded(client, cannonId, 'off', now());
        const isSwitchedOff = reason !== 'jog' && run.stopBy !== null;
        const orderId = isSwitchedOff ? await insertOffOrder(client, cannonId, { reason }, now()) : null;
        await noteEnd(client, run, reason, orderId);
        if (reason === 'local') await startManual(client);
      }),
    confirmRun: (runId) => write((client) => confirmRun(client, runId, now())),
    noteLocalRun: (maxRunMs) =>
      write(async (client) => {
        const at = now();
        const isBounded = await wasSwitchedOn(client, cannonId, new Date(at.getTime() - localRunMs));
        await startRun(client, {
          ...(await newRun(client, null)),
          orderId: null,
          at,
          uptime: deps.readUptime(),
          stopBy: isBounded ? new Date(at.getTime() + maxRunMs) : null,
          jogSeconds: null,
          isSelfTimed: false,
          reason: 'local',
          startedBy: null,
          ruleId: null,
          isConfirmed: true,
        });
        await startManual(client);
      }),
    saveState: (state) => write((client) => saveState(client, cannonId, state, now())),
    switchOff: (run, reason) =>
      write(async (client) => {
        const orderId = await insertOffOrder(client, cannonId, { reason }, now());
        if (orderId !== null) await noteEnd(client, run, reason, orderId);
      }),
  };
}

/** Another process controls cannons now: it does what was left to do. */
export function isLeaseLost(error: unknown): boolean {
  return error instanceof LeaseLostError;
}
