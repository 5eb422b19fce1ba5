import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';

export interface HangLimits {
  /** How long the database may send nothing while a client waits, before it is probed. */
  quietMs: number;
  /** Timeout of a probe. */
  probeMs: number;
  /** How long a request waits for a connection, new or from the pool. */
  connectMs: number;
}

/** Below five seconds in total, so that a request that meets a hanging database is answered within that time. */
export const hangLimits: HangLimits = { quietMs: 1000, probeMs: 2500, connectMs: 4000 };

export interface HangWatch {
  /** Creates the sockets of the pool's connections. */
  openSocket(): Socket;
  watch(pool: pg.Pool): void;
  stop(): void;
}

/**
 * Breaks all connections of a pool when the database hangs, that is, accepts connections and does not respond. A slow
 * statement is not a hang: a probe on a separate connection is answered meanwhile.
 */
export function makeHangWatch(connection: pg.ClientConfig, limits: HangLimits): HangWatch {
  const sockets = new Set<Socket>();
  let pool: pg.Pool | undefined;
  let lastBytes = 0;
  let lastActivity = performance.now();
  let lastCheck = performance.now();
  let wasBlocked = false;
  let probing = false;

  function countBytes(): number {
    let bytes = 0;
    for (const socket of sockets) bytes += socket.bytesRead;
    return bytes;
  }

  async function checkActivity(): Promise<void> {
    wasBlocked ||= performance.now() - lastCheck > limits.quietMs;
    lastCheck = performance.now();
    const bytes = countBytes();
    const isWaiting = pool && (pool.totalCount > pool.idleCount || pool.waitingCount > 0);
    if (!isWaiting || bytes !== lastBytes) lastActivity = performance.now();
    lastBytes = bytes;
    if (probing || performance.now() - lastActivity < limits.quietMs) return;
    probing = true;
    wasBlocked = false;
    const answered = await isAnswering(connection, limits.probeMs);
    // Responses may have arrived unread while this process was busy.
    await turn();
    const hangs = !answered && !wasBlocked && countBytes() === bytes;
    if (hangs) for (const socket of sockets) socket.destroy();
    lastActivity = performance.now();
    probing = false;
  }

  const timer = setInterval(() => void checkActivity(), limits.quietMs / 4).unref();
  return {
    openSocket() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    watch(watched) {
      pool = watched;
    },
    stop: () => clearInterval(timer),
  };
}

/** False if a new connection gets no response in time; a refusal is a response. */
async function isAnswering(connection: pg.ClientConfig, timeoutMs: number): Promise<boolean> {
  const client = new pg.Client({
    ...connection,
    application_name: 'limpid-probe',
    connectionTimeoutMillis: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    void client.end();
    return true;
  } catch (error) {
    return !(error instanceof Error && /timeout expired|ETIMEDOUT/.test(error.message));
  }
}
