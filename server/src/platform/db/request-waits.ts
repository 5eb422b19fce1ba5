import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

/*
 * A request that nothing happens for is answered within five seconds. While its work runs, it waits for a connection and
 * for locks of others only so long; work that nobody waits for has the time of its statements.
 */

/** How old a request may become while it waits for a connection of the pool. */
const connectionByMs = 3000;
/** What a request of any age may still wait for a connection, or for a lock. */
const lateWaitMs = 750;
/** What a young request may wait for a lock. Longer than PostgreSQL takes to find a deadlock, which is retried. */
const lockWaitMs = 2500;
const youngMs = 1500;
const unlimited = 0;

interface WaitingRequest {
  startedAt: number;
}

const requests = new AsyncLocalStorage<WaitingRequest>();

/** Runs work of a request that is so old already. */
export function limitWaits<V>(ageMs: number, work: () => V): V {
  return requests.run({ startedAt: performance.now() - ageMs }, work);
}

/** Runs work that goes on after the request which started it. */
export function leaveRequest<V>(work: () => V): V {
  return requests.exit(work);
}

type Connected = (error: Error | undefined, client?: pg.PoolClient, release?: () => void) => void;

/** Makes the connections of a pool keep the limits of the request that uses them. */
export function applyWaitLimits(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (connected: Connected) => void;
  const lockWaits = new WeakMap<pg.PoolClient, number>();

  async function limitLocks(client: pg.PoolClient, request: WaitingRequest | undefined): Promise<void> {
    const wait = request ? lockWaitOf(request) : unlimited;
    if (wait === (lockWaits.get(client) ?? unlimited)) return;
    lockWaits.set(client, wait);
    await client.query(`set lock_timeout = ${wait}`);
  }

  function connectInTime(connected: Connected): void {
    const request = requests.getStore();
    let isLate = false;
    const giveUp = () => {
      isLate = true;
      connected(new Error('timeout exceeded when trying to connect'));
    };
    const timer = request && setTimeout(giveUp, connectionWaitOf(request));
    connect((error, client, release) => {
      clearTimeout(timer);
      if (isLate) return client?.release();
      if (!client) return connected(error);
      const pass = () => connected(undefined, client, release);
      // Where it fails the connection is broken, and the caller's first statement says so.
      limitLocks(client, request).then(pass, pass);
    });
  }

  function connectLater(): Promise<pg.PoolClient> {
    return new Promise((resolve, reject) => {
      connectInTime((error, client) => (client ? resolve(client) : reject(error ?? new Error('no client'))));
    });
  }

  // `pool.query` passes a callback, everybody else takes the promise. The cast stands for the overloads.
  pool.connect = ((connected?: Connected) =>
    connected ? connectInTime(connected) : connectLater()) as typeof pool.connect;
}

function ageOf({ startedAt }: WaitingRequest): number {
  return performance.now() - startedAt;
}

function connectionWaitOf(request: WaitingRequest): number {
  return Math.max(connectionByMs - ageOf(request), lateWaitMs);
}

function lockWaitOf(request: WaitingRequest): number {
  return ageOf(request) < youngMs ? lockWaitMs : lateWaitMs;
}

const lockNotAvailable = '55P03';

/** True where a statement gave up waiting for the lock of another transaction. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === lockNotAvailable;
}
