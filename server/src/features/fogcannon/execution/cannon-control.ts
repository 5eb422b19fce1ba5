import { SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import { jogRange } from '@limpid/contract/fogcannon/cannon';
import type { FastifyBaseLogger } from 'fastify';
import type { Uptime } from '../../../platform/uptime.ts';
import { type CannonLink, DriverError, type DriverOrder, mayHaveArrived } from '../drivers/driver.ts';
import type { ControlledCannon } from './cannon.store.ts';
import { afterOrderMs, openCannonObserver, reachedState, storeError, upState } from './cannon-observer.ts';
import { type CannonWriter, isLeaseLost } from './cannon-writer.ts';
import type { OpenOrder, OpenRun } from './order.ts';
import {
  type CannonStep,
  findLongestMs,
  findRanMs,
  maxAttempts,
  offPauseMs,
  planStep,
  retryPauseMs,
  temporaryFailures,
} from './plan.rule.ts';
import type { StoredCannonState } from './state.store.ts';

/** How often a state is read after an order to switch off, before it is sent again. */
const offReadings = 4;

/** A cannon that was removed is switched off so often, until it has stopped. */
const maxFinalAttempts = 5;

export interface ControlDeps {
  log: FastifyBaseLogger;
  writer: CannonWriter;
  /** The settings may be unusable: then every order fails for this reason. */
  link: CannonLink | AppError;
  state: StoredCannonState | undefined;
  readMaxRunMs(): Promise<number>;
  /** The monotonic clock of the machine. */
  readUptime(): Uptime;
  /** Whether this process still controls cannons. */
  isLeading(): boolean;
  /** The cannon has other settings now, and waits for a control with them. */
  isEdited(): boolean;
  /** Nothing is switched on any more. */
  isEnding: boolean;
  /** Aborts when this process stops controlling cannons. */
  signal: AbortSignal;
  pause(ms: number, signal?: AbortSignal): Promise<void>;
  /** Something has happened: the cannon is looked at at once. */
  wake(): void;
}

export interface CannonControl {
  cannon: ControlledCannon;
  /** Whether there is something to do, apart from orders. */
  isDue(run: OpenRun | undefined): boolean;
  /** Does everything that is to be done now; never runs twice at the same time. */
  advance(): Promise<void>;
  isBusy(): boolean;
  /** Whether the cannon is disabled or removed: an order to switch on that has not left is not sent then. */
  setWithdrawn(isWithdrawn: boolean): void;
  /** Gives up an order to switch on that is on its way: the cannon is to be switched off. */
  yieldToOff(): void;
  /** Switches off a cannon that was removed, unless it has said that it is off. */
  abandon(): Promise<void>;
  close(): void;
}

/** Controls one cannon: sends its orders one by one, reads its state, and ends its runs. */
export function openCannonControl(cannon: ControlledCannon, deps: ControlDeps): CannonControl {
  const { writer } = deps;
  const { cannonId } = cannon;
  const link = deps.link instanceof AppError ? undefined : deps.link;
  const observer = openCannonObserver(cannon, { ...deps, link });
  const canRead = link?.readState !== undefined;
  let run: OpenRun | undefined;
  let work: Promise<void> | undefined;
  /** Of an order to switch on that is on its way. */
  let starting: AbortController | undefined;
  /** An order to switch on was sent, and nothing has switched the cannon off since. */
  let hasStarted = false;
  /** An attempt of this order may have been executed. */
  let arrivedOrder: number | undefined;
  let isWithdrawn = false;
  /** An attempt of this order to switch off may have reached the controller. */
  let publishedOff: number | undefined;
  /** All attempts of this order were made here. */
  let ownOrder: number | undefined;

  function plan(orders: readonly OpenOrder[]): CannonStep | undefined {
    const [now, uptime] = [writer.now().getTime(), deps.readUptime()];
    return planStep({ orders, run, now, uptime, canRead, isEnding: deps.isEnding });
  }

  function findRefusal(): DriverError | undefined {
    return isWithdrawn ? new DriverError('fog.disabled', { name: cannon.cannonName }) : undefined;
  }

  async function advance(): Promise<void> {
    for (;;) {
      const open = await writer.readWork();
      run = open.run;
      const step = plan(open.orders);
      if (!step || !deps.isLeading() || deps.isEdited()) break;
      await perform(step);
    }
    if (observer.isReadDue(run !== undefined) && deps.isLeading()) await observer.read();
  }

  async function perform(step: CannonStep): Promise<void> {
    switch (step.kind) {
      case 'interrupt':
        return writer.interrupt(step.order, 'errors.fog.interrupted');
      case 'supersede':
        for (const order of step.orders) await writer.endOrder(order, 'superseded');
        return;
      case 'expire':
        return writer.endOrder(step.order, 'expired', 'errors.fog.expired');
      case 'test':
        return test(step.order);
      case 'send':
        return send(step.order);
      case 'stop':
        return writer.switchOff(step.run, step.reason);
      case 'endJog':
        return writer.endRun(step.run, 'jog');
    }
  }

  async function test(order: OpenOrder): Promise<void> {
    try {
      if (!link) throw deps.link;
      const reading = await link.readState?.();
      if (!reading) await link.check?.();
      if (reading) await observer.apply(reading);
      else await observer.noteReached();
      const found = reading && !reading.isOld ? (reading.isOn ? 'on' : 'off') : 'reached';
      await writer.endOrder(order, 'done', `fogcannon.results.${found}`);
    } catch (error) {
      await writer.endOrder(order, 'failed', storeError(error));
    }
  }

  async function send(order: OpenOrder): Promise<void> {
    const { orderId, action, orderKey: key, expiresAt } = order;
    // What became of an attempt of another process, or before the settings were changed, is not known.
    if (order.attempts === 0) ownOrder = orderId;
    else if (ownOrder !== orderId) arrivedOrder = orderId;
    const maxRunMs = await deps.readMaxRunMs();
    const seconds = Math.min(order.seconds ?? cannon.jogSeconds, Math.floor(maxRunMs / SECOND_MS));
    const isSelfTimed = action === 'jog' && (link?.timesJog ?? false);
    const longestMs = findLongestMs({ ...order, seconds }, { maxRunMs, timesJog: isSelfTimed });
    const plan = { at: writer.now(), uptime: deps.readUptime(), longestMs, seconds, isSelfTimed };
    if (action === 'off' && (await hasFollowed(order))) return;
    if (!(await writer.begin(order, plan))) return;
    // A process that was paused may have been replaced meanwhile.
    if (!deps.isLeading()) return;
    if (action !== 'off') hasStarted = true;
    starting = action === 'off' ? undefined : new AbortController();
    const signal = starting ? AbortSignal.any([deps.signal, starting.signal]) : deps.signal;
    const sent = { key, expiresAt, signal };
    try {
      if (!link) throw deps.link;
      if (action === 'on') await switchOn(link, { ...sent, findRefusal }, { orderId, ms: longestMs });
      else if (action === 'jog') await link.jog({ ...sent, findRefusal }, seconds);
      else await link.switchOff(sent);
    } catch (error) {
      // Nothing has left. Another process finds the order as one that may have arrived, and switches off.
      if (isLeaseLost(error)) throw error;
      if (action === 'off' && mayHaveArrived(error)) publishedOff = orderId;
      if (action === 'off') return repeatOff(order, error);
      if (mayHaveArrived(error)) await writer.replaceRun(order, plan);
      return repeatOrFail(order, error);
    }
    observer.expectChange();
    if (action === 'off') await finishOff(order);
    else {
      await observer.noteReached();
      await writer.finishOn(order, plan);
    }
  }

  /** The state may have come after the last attempt; a relay that drops repetitions would not report it again. */
  async function hasFollowed(order: OpenOrder): Promise<boolean> {
    if (publishedOff !== order.orderId || !link?.readState || link.watch === undefined) return false;
    const reading = await link.readState().catch(() => undefined);
    if (!reading || reading.isOn || reading.isOld) return false;
    await endOff(order, upState(reading));
    return true;
  }

  /** A controller that can end a run by itself does so also if no process is left to switch it off. */
  async function switchOn(
    link: CannonLink,
    sent: DriverOrder,
    { orderId, ms }: { orderId: number; ms: number },
  ): Promise<void> {
    // Another attempt of an order that may have arrived does not prolong its run.
    const ranMs = run?.orderId === orderId ? (findRanMs(run, deps.readUptime()) ?? 0) : 0;
    const seconds = Math.floor((ms - ranMs) / SECOND_MS);
    const isTimed = link.timesRun && seconds >= jogRange.min && seconds <= jogRange.max;
    await (isTimed ? link.jog(sent, seconds) : link.switchOn(sent));
  }

  async function repeatOff(order: OpenOrder, error: unknown): Promise<void> {
    const nextAt = writer.now().getTime() + offPauseMs(order.attempts);
    await writer.postpone(order, { nextAt, message: storeError(error), mayHaveArrived: true });
    await observer.loseLink(error);
  }

  async function repeatOrFail(order: OpenOrder, error: unknown): Promise<void> {
    const { orderId, attempts, expiresAt, action } = order;
    if (mayHaveArrived(error)) arrivedOrder = orderId;
    const hasArrived = arrivedOrder === orderId;
    const nextAt = writer.now().getTime() + retryPauseMs;
    const isTemporary = error instanceof AppError && temporaryFailures.includes(error.key);
    // A jog that arrives twice takes twice as long.
    const isRepeated =
      isTemporary &&
      attempts + 1 < maxAttempts &&
      nextAt < (expiresAt ?? Number.POSITIVE_INFINITY) &&
      !(action === 'jog' && hasArrived);
    const facts = { message: storeError(error), mayHaveArrived: hasArrived };
    if (isRepeated) await writer.postpone(order, { ...facts, nextAt });
    else await writer.giveUp(order, facts);
    await observer.loseLink(error);
  }

  /** The relay counts as open once its state was read after the order. */
  async function finishOff(order: OpenOrder): Promise<void> {
    publishedOff = order.orderId;
    let problem: unknown;
    for (let count = 0; link?.readState && count < offReadings; count++) {
      if (count > 0) await deps.pause(afterOrderMs);
      const reading = await link.readState().catch((error: unknown) => {
        if (isLeaseLost(error)) throw error;
        problem = error;
      });
      if (!reading) break;
      if (!reading.isOn && !reading.isOld) return endOff(order, upState(reading));
      problem = new AppError('fog.unconfirmed');
    }
    if (link?.readState) await repeatOff(order, problem);
    else await endOff(order, reachedState);
  }

  /** The state comes first: who sees that the order is done sees that the cannon is off. */
  async function endOff(order: OpenOrder, next: StoredCannonState): Promise<void> {
    hasStarted = false;
    await observer.update(next);
    await writer.finishOff(order);
    run = undefined;
  }

  /** Nothing is stored about a removed cannon, so no other process can repeat this. */
  async function switchOffForGood({ switchOff, readState, watch }: CannonLink): Promise<void> {
    const { signal } = deps;
    for (let attempt = 0; attempt < maxFinalAttempts && !signal.aborted; attempt++) {
      try {
        if (attempt > 0) await deps.pause(offPauseMs(attempt - 1), signal);
        await switchOff({ key: `removed ${cannonId}`, expiresAt: null });
        // A controller that reports by itself needs a moment for it.
        if (watch) await deps.pause(afterOrderMs, signal);
        const reading = await readState?.();
        if (!reading?.isOn && !reading?.isOld) return;
      } catch (error) {
        if (signal.aborted) return;
        deps.log.warn({ err: error, cannonId }, 'switching off removed fog cannon failed');
      }
    }
  }

  return {
    cannon,
    isBusy: () => work !== undefined,
    setWithdrawn(next) {
      isWithdrawn = next;
    },
    yieldToOff: () => starting?.abort(),
    isDue(open) {
      run = open;
      return observer.isReadDue(run !== undefined) || plan([]) !== undefined;
    },
    async advance() {
      work = advance().finally(() => {
        work = undefined;
      });
      await work;
    },
    async abandon() {
      // An order that is on its way must not arrive after the last one.
      await work?.catch(() => undefined);
      if (link && (hasStarted || run || !observer.isOff())) await switchOffForGood(link);
    },
    close: () => link?.close?.(),
  };
}
