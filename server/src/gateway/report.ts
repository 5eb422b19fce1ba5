import type pg from 'pg';
import type { Clock } from '../platform/clock.ts';
import { repeat } from '../platform/repeat.ts';
import { removeConnections, renewConnections, tellConnections } from './connections.store.ts';
import type { Gateway } from './gateway.ts';

const reportMs = 5000;
const silenceMs = 60_000;

/** Tells the database who is connected here, so that every process can list it. */
export function startReport(
  { pool, clock, process }: { pool: pg.Pool; clock: Clock; process: string },
  gateway: Gateway,
  onError: (error: unknown) => void,
): { tell(): Promise<void>; stop(): Promise<void> } {
  /** What was last said of each connection: its bytes tell whether there is anything new. */
  let told = new Map<number, string>();

  async function tell(): Promise<void> {
    const now = new Map<number, string>();
    const changed = [];
    for (const session of gateway.sessions()) {
      const state = `${session.bytes} ${session.refused} ${session.mn}`;
      now.set(session.number, state);
      if (told.get(session.number) !== state) changed.push(session);
    }
    const ended = [...told.keys()].filter((number) => !now.has(number));
    const at = clock.now();
    if (changed.length + ended.length > 0) await tellConnections(pool, process, changed, ended, at);
    const known = await renewConnections(pool, process, at, new Date(at.getTime() - silenceMs));
    // The table may forget in a crash of the database: then everything is said again.
    told = known < now.size ? new Map() : now;
  }

  const stop = repeat(reportMs, tell, onError);
  return {
    tell,
    async stop() {
      await stop();
      await removeConnections(pool, process).catch(onError);
    },
  };
}
