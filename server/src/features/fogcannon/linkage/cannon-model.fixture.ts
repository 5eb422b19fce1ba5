import { SECOND_MS } from '@limpid/contract/durations';
import pino from 'pino';
import type { Uptime } from '../../../platform/uptime.ts';
import { type CannonLink, DriverError, type DriverOrder } from '../drivers/driver.ts';
import { refuseExpired } from '../drivers/expiry.rule.ts';
import type { ControlledCannon } from '../execution/cannon.store.ts';
import { type CannonControl, openCannonControl } from '../execution/cannon-control.ts';
import { type CannonWriter, localRunMs, type RunPlan } from '../execution/cannon-writer.ts';
import type { OpenOrder, OpenRun, OrderReason } from '../execution/order.ts';
import type { StoredCannonState } from '../execution/state.store.ts';

/** `readsOff`: the contact says "off" whatever the relay does. `delays`: nothing arrives while it lasts. */
export type LinkFault = 'none' | 'unreachable' | 'losesAnswers' | 'stuck' | 'readsOff' | 'delays';

/** The process was killed: whatever it was doing ends here. */
class Killed extends Error {}

interface ModelOptions {
  /** Whether the controller can end runs by itself, and whether it can say that it runs. */
  timesRuns: boolean;
  canRead: boolean;
  maxRunMs: number;
  /** Whether the driver resets a connection that gave no answer; otherwise what was sent arrives when the link heals. */
  resets?: boolean;
}

interface NewModelOrder {
  action: 'on' | 'off' | 'jog';
  reason: OrderReason;
  seconds?: number;
  maxSeconds?: number;
  ruleId?: number;
}

const orderValidMs = 15 * SECOND_MS;
const log = pino({ level: 'silent' });

/**
 * One cannon with the code that controls it, on a clock, a relay and tables in memory. The process can be killed between
 * any two things that it does; tables, relay and time go on.
 */
export function openCannonModel({ timesRuns, canRead, maxRunMs, resets = true }: ModelOptions) {
  const time = { real: 0, wallOffset: Date.UTC(2026, 10, 18, 4), bootId: 'boot 1', bootedAt: 0 };
  const now = () => time.real + time.wallOffset;
  const readUptime = (): Uptime => ({ bootId: time.bootId, ms: time.real - time.bootedAt });
  const tables = {
    orders: [] as OpenOrder[],
    run: undefined as OpenRun | undefined,
    state: undefined as StoredCannonState | undefined,
    lastEndAt: null as number | null,
    /** When an order to switch on was sent last, or its run has ended. */
    switchedOnAt: Number.NEGATIVE_INFINITY,
    ids: 0,
  };
  /** What the cannon really does. */
  const relay = {
    isOn: false,
    key: '',
    since: 0,
    /** When the controller ends the run by itself. */
    until: Number.POSITIVE_INFINITY,
    starts: 0,
    /** Orders to switch on that came after their end. */
    lateOrders: 0,
  };
  /** How long the order of a key may run. */
  const longest = new Map<string, number>();
  let fault: LinkFault = 'none';
  /** What waits in the network. */
  let delayed: (() => void)[] = [];

  function turn(isOn: boolean, key = '', seconds?: number): void {
    if (isOn && !relay.isOn) relay.starts++;
    if (isOn && (!relay.isOn || relay.key !== key)) Object.assign(relay, { key, since: time.real });
    relay.isOn = isOn;
    relay.until = seconds === undefined ? Number.POSITIVE_INFINITY : time.real + seconds * SECOND_MS;
  }

  function passTime(ms: number): void {
    time.real += ms;
    if (relay.isOn && time.real >= relay.until) relay.isOn = false;
  }

  /** A process that lives until it has done so many things. */
  function startProcess() {
    let left = Number.POSITIVE_INFINITY;
    const live = async <V>(work: () => V): Promise<V> => {
      left--;
      if (left < 0) throw new Killed();
      return work();
    };
    const control = openCannonControl({ cannonId: 1, status: '0', jogSeconds: 30 } as ControlledCannon, {
      log,
      writer: makeWriter(live),
      link: makeLink(live),
      state: tables.state,
      readMaxRunMs: async () => maxRunMs,
      readUptime,
      isLeading: () => left >= 0,
      isEdited: () => false,
      isEnding: false,
      signal: new AbortController().signal,
      pause: (ms) => live(() => passTime(ms)),
      wake: () => undefined,
    });
    return {
      control,
      killAfter: (things: number) => {
        left = things;
      },
      isAlive: () => left >= 0,
    };
  }

  function makeLink(live: <V>(work: () => V) => Promise<V>): CannonLink {
    async function send(order: DriverOrder, execute: () => void): Promise<void> {
      await live(() => {
        if (fault === 'unreachable') throw new DriverError('fog.disconnected');
        refuseExpired(order, now());
        const arrive = () => {
          if (order.expiresAt !== null && now() >= order.expiresAt) relay.lateOrders++;
          execute();
        };
        if (fault !== 'delays') return arrive();
        if (!resets) delayed.push(arrive);
        throw new DriverError('fog.no_answer', {}, { mayHaveArrived: true });
      });
      // It may be killed between the order and its answer.
      await live(() => {
        if (fault === 'losesAnswers') throw new DriverError('fog.no_answer', {}, { mayHaveArrived: true });
      });
    }
    return {
      timesJog: timesRuns,
      timesRun: timesRuns,
      switchOn: (order) => send(order, () => turn(true, order.key)),
      switchOff: (order) => send(order, () => fault !== 'stuck' && turn(false)),
      jog: (order, seconds) => send(order, () => turn(true, order.key, timesRuns ? seconds : undefined)),
      readState: canRead
        ? () =>
            live(() => {
              if (fault === 'unreachable' || fault === 'delays') throw new DriverError('fog.disconnected');
              return { isOn: relay.isOn && fault !== 'readsOff', by: 'contact' as const };
            })
        : undefined,
    };
  }

  function addOrder({ action, reason, seconds, maxSeconds, ruleId }: NewModelOrder): void {
    const orderId = ++tables.ids;
    const key = String(orderId);
    const longestMs = Math.min(maxRunMs, (seconds ?? maxSeconds ?? Number.POSITIVE_INFINITY) * SECOND_MS);
    longest.set(key, longestMs);
    tables.orders.push({
      orderId,
      cannonId: 1,
      orderKey: key,
      action,
      seconds: seconds ?? null,
      reason,
      userName: null,
      ruleId: ruleId ?? null,
      ruleName: null,
      maxSeconds: maxSeconds ?? null,
      state: 'queued',
      expiresAt: action === 'off' ? null : now() + orderValidMs,
      nextAt: now(),
      attempts: 0,
    });
  }

  function addOff(reason: OrderReason): void {
    if (!tables.orders.some(({ action }) => action === 'off')) addOrder({ action: 'off', reason });
  }

  function endRun(): void {
    if (tables.run) tables.lastEndAt = now();
    if (tables.run?.stopBy != null) tables.switchedOnAt = now();
    tables.run = undefined;
  }

  /** As the stores do it, without a database: each method is one transaction. */
  function makeWriter(live: <V>(work: () => V) => Promise<V>): CannonWriter {
    const remove = ({ orderId }: OpenOrder) => {
      tables.orders = tables.orders.filter((one) => one.orderId !== orderId);
    };
    const removeRunOf = ({ orderId }: OpenOrder) => {
      if (tables.run?.orderId === orderId) tables.run = undefined;
    };
    const startRun = (
      facts: Pick<OpenRun, 'orderId' | 'stopBy' | 'jogSeconds' | 'isSelfTimed'> & Partial<OpenRun>,
    ) => {
      const { bootId, ms: bootMs } = readUptime();
      tables.run ??= {
        runId: ++tables.ids,
        cannonId: 1,
        startedAt: now(),
        isConfirmed: false,
        reason: 'person',
        ruleId: null,
        startedBy: null,
        bootId,
        bootMs,
        ...facts,
      };
    };
    const startRunOf = ({ orderId, ruleId, action }: OpenOrder, plan: RunPlan) =>
      startRun({
        orderId,
        ruleId,
        jogSeconds: action === 'jog' ? plan.seconds : null,
        isSelfTimed: plan.isSelfTimed,
        startedAt: plan.at.getTime(),
        stopBy: plan.at.getTime() + plan.longestMs,
        bootId: plan.uptime.bootId,
        bootMs: plan.uptime.ms,
      });
    const replaceRun = (order: OpenOrder, plan: RunPlan) => {
      if (tables.run && tables.run.orderId !== order.orderId) endRun();
      startRunOf(order, plan);
    };
    return {
      now: () => new Date(now()),
      readWork: () => live(() => structuredClone({ orders: tables.orders, run: tables.run })),
      begin: (order, plan) =>
        live(() => {
          const stored = tables.orders.find(({ orderId }) => orderId === order.orderId);
          if (!stored) return false;
          Object.assign(stored, { state: 'sent', attempts: stored.attempts + 1 });
          if (order.action === 'off') return true;
          tables.switchedOnAt = now();
          startRunOf(order, plan);
          return true;
        }),
      replaceRun: (order, plan) => live(() => replaceRun(order, plan)),
      finishOn: (order, plan) =>
        live(() => {
          replaceRun(order, plan);
          remove(order);
        }),
      endOrder: (order) => live(() => remove(order)),
      postpone: (order, { nextAt, mayHaveArrived }) =>
        live(() => {
          const stored = tables.orders.find(({ orderId }) => orderId === order.orderId);
          if (stored?.state === 'sent') Object.assign(stored, { state: 'queued', nextAt });
          if (order.action !== 'off' && !mayHaveArrived) removeRunOf(order);
        }),
      giveUp: (order, { mayHaveArrived }) =>
        live(() => {
          remove(order);
          if (mayHaveArrived) addOff('failed');
          else removeRunOf(order);
        }),
      interrupt: (order) =>
        live(() => {
          remove(order);
          addOff('interrupted');
        }),
      finishOff: (order) =>
        live(() => {
          remove(order);
          endRun();
        }),
      endRun: ({ stopBy }, reason) =>
        live(() => {
          endRun();
          if (reason !== 'jog' && stopBy !== null) addOff(reason);
        }),
      confirmRun: () =>
        live(() => {
          if (tables.run) tables.run.isConfirmed = true;
        }),
      noteLocalRun: (longestMs) =>
        live(() => {
          const stopBy = now() - tables.switchedOnAt < localRunMs ? now() + longestMs : null;
          startRun({ orderId: null, stopBy, jogSeconds: null, isSelfTimed: false, reason: 'local' });
        }),
      saveState: (state) =>
        live(() => {
          tables.state = state;
        }),
      switchOff: (_, reason) => live(() => addOff(reason)),
    };
  }

  /** Does what a tick of the controller does. */
  async function advance(control: CannonControl): Promise<void> {
    const isDue = control.isDue(structuredClone(tables.run));
    if (tables.orders.length === 0 && !isDue) return;
    await control.advance().catch((error: unknown) => {
      if (!(error instanceof Killed)) throw error;
    });
  }

  return {
    time,
    tables,
    relay,
    now,
    passTime,
    startProcess,
    advance,
    addOrder,
    addOff,
    setFault(next: LinkFault, { keepsDelayed = false } = {}) {
      fault = next;
      if (keepsDelayed || fault === 'delays' || fault === 'unreachable') return;
      for (const arrive of delayed) arrive();
      delayed = [];
    },
    /** How much longer the cannon has run than its order allows; undefined while it is off. */
    findOverrunMs: () => (relay.isOn ? time.real - relay.since - (longest.get(relay.key) ?? 0) : undefined),
  };
}
