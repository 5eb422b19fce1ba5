import { SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { makeStoredText } from '../../../platform/texts.ts';
import type { Uptime } from '../../../platform/uptime.ts';
import type { CannonLink, CannonReading } from '../drivers/driver.ts';
import type { ControlledCannon } from './cannon.store.ts';
import { type CannonWriter, isLeaseLost } from './cannon-writer.ts';
import type { OpenRun } from './order.ts';
import { hasLasted } from './plan.rule.ts';
import type { StoredCannonState } from './state.store.ts';

/** How often the state of a cannon is read: idle, while it runs, and right after an order. */
const idleMs = 10 * SECOND_MS;
const runningMs = 2 * SECOND_MS;
export const afterOrderMs = 0.5 * SECOND_MS;
const settlingMs = 5 * SECOND_MS;
/** A controller that stops so shortly before the longest run has ended the run by its own clock. */
const lastMs = SECOND_MS;

interface ObserverDeps {
  log: FastifyBaseLogger;
  writer: CannonWriter;
  link: CannonLink | undefined;
  state: StoredCannonState | undefined;
  readMaxRunMs(): Promise<number>;
  readUptime(): Uptime;
  wake(): void;
}

/** Reads the state of one cannon and stores what has changed. */
export interface CannonObserver {
  /** Whether the state is to be read now. */
  isReadDue(isRunning: boolean): boolean;
  read(): Promise<void>;
  /** Compares what the cannon says with what is known of it. */
  apply(reading: CannonReading): Promise<void>;
  /** The cannon cannot be reached. */
  loseLink(error: unknown): Promise<void>;
  update(state: StoredCannonState): Promise<void>;
  /** The controller has answered without saying whether the cannon runs. */
  noteReached(): Promise<void>;
  /** Whether the cannon has said that it is off. */
  isOff(): boolean;
  /** An order was sent: the state is read often for a while. */
  expectChange(): void;
}

export function openCannonObserver(
  { cannonId, status }: ControlledCannon,
  { log, writer, link, wake, readUptime, readMaxRunMs, state: stored = unknownState }: ObserverDeps,
): CannonObserver {
  let state = stored;
  /** Whether the controller can be asked, or reports by itself; otherwise only orders show whether it can be reached. */
  const isObservable = link?.readState !== undefined || link?.watch !== undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let settledAt = Number.NEGATIVE_INFINITY;
  link?.watch?.(() => {
    readAt = Number.NEGATIVE_INFINITY;
    wake();
  });

  async function update(next: StoredCannonState): Promise<void> {
    const names = ['switchState', 'confirmedBy', 'linkState', 'problem'] as const;
    if (names.every((name) => next[name] === state[name])) return;
    await writer.saveState(next);
    state = next;
  }

  async function apply(reading: CannonReading): Promise<void> {
    const wasLost = state.linkState === 'down';
    // It says nothing about the cannon, but the link is there again.
    if (reading.isOld) return wasLost ? update(reachedState) : undefined;
    await update(upState(reading));
    const { orders, run } = await writer.readWork();
    if (orders.some(({ action }) => action !== 'test')) return;
    if (reading.isOn && !run) return writer.noteLocalRun(await readMaxRunMs());
    if (!run) return;
    const { runId, isSelfTimed, isConfirmed } = run;
    if (reading.isOn && !isConfirmed) return writer.confirmRun(runId);
    const isJogOver = isSelfTimed && hasRun(run, findJogMs(run));
    // Without a confirmation the pump may still be starting.
    if (reading.isOn || !(isConfirmed || isJogOver)) return;
    // The controller has ended its jog when it was over, not when that was read.
    if (isJogOver) return writer.endRun(run, 'jog', run.startedAt + findJogMs(run));
    const longestMs = run.stopBy === null ? Number.POSITIVE_INFINITY : run.stopBy - run.startedAt;
    if (hasRun(run, longestMs - lastMs)) return writer.endRun(run, 'limit');
    // After a lost connection, "off" means a power failure of the controller and is not manual control.
    return writer.endRun(run, wasLost ? 'linkLost' : 'local');
  }

  function hasRun(run: OpenRun, ms: number): boolean {
    return hasLasted(run, ms, { now: writer.now().getTime(), uptime: readUptime() });
  }

  async function loseLink(error: unknown): Promise<void> {
    if (error instanceof AppError && error.key === 'fog.unconfirmed') return;
    if (!(error instanceof AppError)) log.warn({ err: error, cannonId }, 'fog cannon driver failed');
    await update({
      switchState: 'unknown',
      confirmedBy: null,
      // Nothing would find out that such a link is there again, and rules would wait for it for ever.
      linkState: link && !isObservable ? 'unknown' : 'down',
      problem: storeError(error),
    });
  }

  return {
    apply,
    loseLink,
    update,
    noteReached: () => (link?.readState ? Promise.resolve() : update(reachedState)),
    isOff: () => state.switchState === 'off',
    isReadDue(isRunning) {
      if (!link || status !== '0') return false;
      if (!isObservable) return state.linkState === 'down';
      const isSettling = readUptime().ms < settledAt;
      const everyMs = isSettling ? afterOrderMs : isRunning ? runningMs : idleMs;
      return readUptime().ms - readAt >= everyMs;
    },
    async read() {
      readAt = readUptime().ms;
      if (!isObservable) return update({ ...state, linkState: 'unknown' });
      try {
        const reading = await link?.readState?.();
        if (reading) return await apply(reading);
        await link?.check?.();
        await update(reachedState);
      } catch (error) {
        if (isLeaseLost(error)) throw error;
        await loseLink(error);
      }
    },
    expectChange() {
      settledAt = readUptime().ms + settlingMs;
      readAt = Number.NEGATIVE_INFINITY;
    },
  };
}

function findJogMs({ jogSeconds }: OpenRun): number {
  return jogSeconds === null ? Number.POSITIVE_INFINITY : jogSeconds * SECOND_MS;
}

const unknownState: StoredCannonState = {
  switchState: 'unknown',
  confirmedBy: null,
  linkState: 'unknown',
  problem: null,
};

/** A controller that can be reached and cannot say more. */
export const reachedState: StoredCannonState = { ...unknownState, linkState: 'up' };

export function upState({ isOn, by }: CannonReading): StoredCannonState {
  return { switchState: isOn ? 'on' : 'off', confirmedBy: by, linkState: 'up', problem: null };
}

/** The text of an error for rows, to be read in any language. */
export function storeError(error: unknown): string {
  return error instanceof AppError
    ? makeStoredText(`errors.${error.key}`, error.params)
    : 'errors.fog.disconnected';
}
