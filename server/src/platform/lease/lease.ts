import { randomUUID } from 'node:crypto';
import Type from 'typebox';
import type { App } from '../app.ts';
import { defineTopic } from '../bus-topic.ts';
import { repeat } from '../repeat.ts';
import { type Lease, releaseLease, renewLease, takeLease } from './lease.store.ts';

/** With four attempts in this time, a dead owner is replaced within nine seconds. */
const defaultDurationMs = 7000;
const attemptsPerDuration = 4;

const leaseReleased = defineTopic('lease.released', Type.String());

export interface Leadership {
  /** The lease while this process leads, undefined otherwise, also when the database has not confirmed it in time. */
  current(): Lease | undefined;
  /** Gives the lease to another process at once. The caller ends its work first. */
  stop(): Promise<void>;
}

type Deps = Pick<App, 'pool' | 'bus' | 'log'>;

/**
 * Competes with other processes for the lease of a piece of work. Work starts only with `current()`, and each of its
 * transactions begins with `assertLease`, because a process that was paused learns late that it no longer leads.
 */
export function openLease(
  { pool, bus, log }: Deps,
  name: string,
  { durationMs = defaultDurationMs }: { durationMs?: number } = {},
): Leadership {
  const claim = { name, owner: randomUUID(), durationMs };
  let held: Lease | undefined;
  let confirmedUntil = 0;
  let attempt: Promise<void> | undefined;
  let isFailing = false;
  let isStopping = false;

  const current = () => (performance.now() < confirmedUntil ? held : undefined);

  async function renewOrTake(): Promise<void> {
    // Counted from before the statement, the lease ends here earlier than in the database.
    const startedAt = performance.now();
    const before = held;
    if (!held || !(await renewLease(pool, held))) {
      const fence = await takeLease(pool, claim);
      held = fence === undefined ? undefined : { ...claim, fence };
    }
    if (held) confirmedUntil = startedAt + durationMs;
    if (before && before !== held) log.warn({ lease: name, fence: before.fence }, 'lease lost');
    if (held && before !== held) log.info({ lease: name, fence: held.fence }, 'lease taken');
    isFailing = false;
  }

  function reportFailure(error: unknown): void {
    if (!isFailing) log.warn({ err: error, lease: name }, 'renewing or taking lease failed');
    isFailing = true;
  }

  function tryOnce(): Promise<void> {
    if (isStopping) return attempt ?? Promise.resolve();
    attempt ??= renewOrTake()
      .catch(reportFailure)
      .finally(() => {
        attempt = undefined;
      });
    return attempt;
  }

  const unsubscribe = bus.subscribe(leaseReleased, (released) => {
    if (released === name) void tryOnce();
  });
  void tryOnce();
  const stopAttempts = repeat(durationMs / attemptsPerDuration, tryOnce, reportFailure);

  return {
    current,
    async stop() {
      isStopping = true;
      unsubscribe();
      await stopAttempts();
      const last = held;
      held = undefined;
      if (!last) return;
      // Without the database the lease expires by itself.
      const release = releaseLease(pool, last).then(() => bus.publish(leaseReleased, name));
      await release.catch(reportFailure);
    },
  };
}
