import { MINUTE_MS } from '@limpid/contract/durations';
import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { repeat } from '../platform/repeat.ts';
import { removeConnections, renewConnections, upsertConnections } from './connections.store.ts';
import type { Gateway } from './gateway.ts';

const reportMs = 5000;
const silenceMs = MINUTE_MS;

/** Keeps the connections of this process in the database, so that every process can list them. */
export function startConnectionReport(
  { pool, clock, process }: { pool: pg.Pool; clock: Clock; process: string },
  gateway: Gateway,
  onError: (error: unknown) => void,
): { publish(): Promise<void>; stop(): Promise<void> } {
  /** The last stored state of each connection, which changes with every byte. */
  let published = new Map<number, string>();

  async function publish(): Promise<void> {
    const now = new Map<number, string>();
    const changed = [];
    for (const session of gateway.sessions()) {
      const state = `${session.bytes} ${session.refused} ${session.mn}`;
      now.set(session.number, state);
      if (published.get(session.number) !== state) changed.push(session);
    }
    const ended = [...published.keys()].filter((number) => !now.has(number));
    const at = clock.now();
    if (changed.length + ended.length > 0) await upsertConnections(pool, process, changed, ended, at);
    const renewed = await renewConnections(pool, process, at, new Date(at.getTime() - silenceMs));
    // The table is unlogged and empty after a crash of the database, so everything is stored again.
    published = renewed < now.size ? new Map() : now;
  }

  const stop = repeat(reportMs, publish, onError);
  return {
    publish: publish,
    async stop() {
      await stop();
      await removeConnections(pool, process).catch(onError);
    },
  };
}
