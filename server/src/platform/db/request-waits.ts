import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/*
 * A blocked request is answered within five seconds: its waits for a connection and for a lock of another transaction are
 * limited. Background work has no such limit, only the timeout of its statements.
 */

export interface WaitLimits {
  /** Total time that a request may wait for connections of the pool. */
  connectionsMs: number;
  /** Remaining time that a request may wait for a connection or a lock after it has already waited long. */
  lateMs: number;
  /**
   * Time that other requests may wait for a lock. Longer than PostgreSQL takes to detect a deadlock, which is retried.
   */
  lockMs: number;
  longMs: number;
}

export const waitLimits: WaitLimits = { connectionsMs: 3000, lateMs: 750, lockMs: 2500, longMs: 1500 };
const unlimited = 0;

interface Waits {
  /** Time spent waiting for connections so far. Work and deliberate delays do not count. */
  waitedMs: number;
}

const waitsOf = new WeakMap<object, Waits>();
const current = new AsyncLocalStorage<Waits>();

/** Runs a part of a request's work; all parts share the limits. */
export function limitWaits<V>(request: object, work: () => V): V {
  const waits = waitsOf.get(request) ?? { waitedMs: 0 };
  waitsOf.set(request, waits);
  return current.run(waits, work);
}

/** Runs work that continues after the request that started it. */
export function leaveRequest<V>(work: () => V): V {
  return current.exit(work);
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/** Makes the connections of a pool observe the limits of the request that uses them. */
export function applyWaitLimits(pool: pg.Pool, limits: WaitLimits): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const lockWaits = new WeakMap<pg.PoolClient, number>();

  async function limitLocks(client: pg.PoolClient, waits: Waits | undefined): Promise<void> {
    const wait = waits ? lockWaitOf(waits, limits) : unlimited;
    if (wait === (lockWaits.get(client) ?? unlimited)) return;
    lockWaits.set(client, wait);
    await client.query(`set lock_timeout = ${wait}`);
  }

  function connectInTime(connected: Connected): void {
    const waits = current.getStore();
    const startedAt = performance.now();
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      connected(new Error('timeout exceeded when trying to connect'));
    };
    const timer = waits && setTimeout(giveUp, connectionWaitOf(waits, limits));
    connect((error, client, release) => {
      clearTimeout(timer);
      if (waits) waits.waitedMs += performance.now() - startedAt;
      if (isLate) return client?.release();
      if (!client) return connected(error);
      const pass = () => connected(undefined, client, release);
      // If it fails, the connection is broken, and the caller's first statement reports that.
      limitLocks(client, waits).then(pass, pass);
    });
  }

  function connectLater(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      connectInTime((error, client) => (client ? resolve(client) : reject(error ?? new Error('no client'))));
    });
  }

  // `pool.query` passes a callback, all other callers use the promise. The cast replaces the overloads.
  pool.connect = ((connected?: Connected) =>
    connected ? connectInTime(connected) : connectLater()) as typeof pool.connect;
}

function connectionWaitOf({ waitedMs }: Waits, { connectionsMs, lateMs }: WaitLimits): number {
  return Math.max(connectionsMs - waitedMs, lateMs);
}

function lockWaitOf({ waitedMs }: Waits, { longMs, lockMs, lateMs }: WaitLimits): number {
  return waitedMs < longMs ? lockMs : lateMs;
}

const lockNotAvailable = '55P03';

/** True if a statement timed out waiting for the lock of another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}
