import { isDeepStrictEqual } from 'node:util';
import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import { isConflict } from '../../../platform/db/retry.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import type { StoredChannel } from '../../reading/reading.api.ts';
import { getRetentionDays } from '../../reading/storage.api.ts';
import { forwardTargetsChanged } from '../forward-changed.ts';
import type { ForwardTarget, OpenTransport } from '../target.ts';
import type { AttemptLog } from './attempt-log.ts';
import { describeStatus } from './describe-status.ts';
import { listHaltedGaps, listSitesWithGaps, unparkGaps } from './gap.store.ts';
import { readLanes, saveLanes } from './lane.store.ts';
import { removeOldMinutes } from './minute.store.ts';
import { runRound } from './round.ts';
import type { Health } from './sending/health.rule.ts';
import { startLanes } from './start-lanes.ts';
import { saveStatus } from './status.store.ts';
import { readForwardTargets } from './target.store.ts';
import { openTargetDelivery, type TargetDelivery } from './target-delivery.ts';
import { findCutoff, findOldest, sumUnsent } from './unsent.rule.ts';
import { countUnsent } from './unsent.store.ts';

/** Sends readings to all targets, within one term of leadership. */
export interface Delivery {
  /** Reloads the targets; a changed one is reopened at its stored positions. */
  load(): Promise<void>;
  /** Takes note of gaps that others have added or removed. */
  refreshGaps(): Promise<void>;
  /** One round of sending; returns whether another one should follow at once. */
  run(): Promise<boolean>;
  /** Writes logs, numbers and states. */
  report(): Promise<void>;
  close(): Promise<void>;
}

interface Deps {
  app: Pick<App, 'pool' | 'db' | 'clock' | 'parameters' | 'secrets' | 'log' | 'bus'>;
  channels: () => readonly StoredChannel[];
  openTransport: OpenTransport;
  /** Outlives the term: entries wait in it while the database is away, which ends the term. */
  attempts: AttemptLog;
  /** Called when there is something to do before the next round is due. */
  wake: () => void;
}

const countEveryMs = MINUTE_MS;
/** Counting takes at most one part in so many of the time. */
const countPause = 50;
const refreshEveryMs = MINUTE_MS;
/** The time of the last success is written at most so often. */
const statusEveryMs = 5 * SECOND_MS;

interface Followed {
  delivery: TargetDelivery;
  lastSuccessAt: number | null;
  /** Readings of gaps that may be sent, at most those of one second. */
  tokens: number;
  filledAt: number;
  unsent: number;
  oldestUnsent: number | null;
  countAt: number;
  /** Readings before are given up in the next round. */
  cutoff: number | undefined;
  saved: string;
  savedAt: number;
}

export function openDelivery({ app, channels, openTransport, attempts, wake }: Deps, lease: Lease): Delivery {
  const { pool, bus, log } = app;
  const now = () => app.clock.now().getTime();
  const followed = new Map<number, Followed>();
  let cleanedAt = Number.NEGATIVE_INFINITY;
  let refreshedAt = now();
  let rounds = 0;
  /** A round may have been stored although it failed: what is known in memory may be behind. */
  let isBehind = false;
  const healths = new Map<number, Health>();

  function open(target: ForwardTarget, health: Health | undefined): Followed {
    const one: Followed = {
      delivery: openTargetDelivery(target, openTransport, {
        health,
        now,
        onOutcome: wake,
        onAttempt(attempt) {
          attempts.add(attempt);
          if (!attempt.failure) one.lastSuccessAt = attempt.at;
        },
      }),
      lastSuccessAt: target.lastSuccessAt,
      tokens: 0,
      filledAt: now(),
      unsent: 0,
      oldestUnsent: null,
      countAt: Number.NEGATIVE_INFINITY,
      cutoff: undefined,
      saved: '',
      savedAt: Number.NEGATIVE_INFINITY,
    };
    return one;
  }

  async function load(): Promise<void> {
    const targets = new Map(
      (await readForwardTargets(app, channels())).map((target) => [target.targetId, target]),
    );
    const edited = new Set(targets.keys());
    for (const [targetId, { delivery }] of followed) {
      const target = targets.get(targetId);
      const isSame = target?.revision === delivery.target.revision;
      if (isSame) edited.delete(targetId);
      if (isSame && !isBehind) continue;
      followed.delete(targetId);
      await delivery.close();
      if (target && hasSameReceiver(target, delivery.target)) healths.set(targetId, delivery.health);
    }
    const added = [...targets.values()]
      .filter(({ targetId }) => !followed.has(targetId))
      .map((target) => open(target, healths.get(target.targetId)));
    if (added.length > 0) await follow(added, edited);
    isBehind = false;
    healths.clear();
  }

  async function follow(added: readonly Followed[], edited: ReadonlySet<number>): Promise<void> {
    await unparkGaps(pool, [...edited]);
    const byTarget = new Map(added.map((one) => [one.delivery.target.targetId, one]));
    const lanes = await transact(pool, async (client) => {
      await assertLease(client, lease);
      await saveLanes(client, await startLanes(client, [...byTarget.keys()], now()));
      return readLanes(client);
    });
    for (const lane of lanes) byTarget.get(lane.targetId)?.delivery.setLane(lane);
    for (const { targetId, siteId } of await listSitesWithGaps(pool))
      byTarget.get(targetId)?.delivery.sitesWithGaps.set(siteId, 0);
    for (const [targetId, one] of byTarget) followed.set(targetId, one);
  }

  async function refreshGaps(): Promise<void> {
    refreshedAt = now();
    for (const { targetId, siteId } of await listSitesWithGaps(pool))
      followed.get(targetId)?.delivery.sitesWithGaps.set(siteId, 0);
    const deliveries = Array.from(followed.values(), ({ delivery }) => delivery);
    const halted = await listHaltedGaps(
      pool,
      deliveries.flatMap((delivery) => delivery.listShippedGaps()),
    );
    for (const delivery of deliveries) delivery.halt(halted);
  }

  function takeBacklogRoom(delivery: TargetDelivery, wanted: number): number {
    const one = followed.get(delivery.target.targetId);
    if (!one) return 0;
    const { backlogRate } = delivery.target;
    const at = now();
    one.tokens = Math.min(backlogRate, one.tokens + ((at - one.filledAt) / SECOND_MS) * backlogRate);
    one.filledAt = at;
    const taken = Math.min(wanted, Math.floor(one.tokens));
    one.tokens -= taken;
    return taken;
  }

  async function run(): Promise<boolean> {
    const at = now();
    if (isBehind) await load();
    // An event may have been missed.
    if (at - refreshedAt >= refreshEveryMs) await refreshGaps();
    const deliveries = Array.from(followed.values(), ({ delivery }) => delivery);
    // Each round begins with another target, because all of them share what a round may read of backlogs.
    deliveries.push(...deliveries.splice(0, ++rounds % deliveries.length));
    for (const delivery of deliveries) delivery.resend(at);
    const cutoffs = new Map(
      [...followed].flatMap(([targetId, { cutoff }]) => (cutoff === undefined ? [] : [[targetId, cutoff]])),
    );
    const hasMore = await runRound({ pool, lease, deliveries, now: at, cutoffs, takeBacklogRoom }).catch(
      (error: unknown) => {
        isBehind ||= !isConflict(error);
        throw error;
      },
    );
    for (const targetId of cutoffs.keys()) markCounted(followed.get(targetId));
    return hasMore;
  }

  async function report(): Promise<void> {
    try {
      await attempts.flush();
    } finally {
      await saveAll();
    }
    if (now() - cleanedAt < countEveryMs * 60) return;
    cleanedAt = now();
    await removeOldMinutes(pool, now());
  }

  async function saveAll(): Promise<void> {
    let hasChanged = false;
    let failure: unknown;
    for (const one of followed.values()) {
      try {
        if (now() >= one.countAt) await count(one);
      } catch (error) {
        // The others are counted all the same.
        failure ??= error;
      }
      hasChanged = (await save(one)) || hasChanged;
    }
    if (hasChanged) await bus.publish(forwardTargetsChanged);
    if (failure !== undefined) throw failure;
  }

  async function count(one: Followed): Promise<void> {
    const { target } = one.delivery;
    const { targetId, maxHours } = target;
    const startedAt = performance.now();
    one.countAt = now() + countEveryMs;
    const { hours, oldestKept } = await countUnsent(pool, target, now());
    // A long backlog is counted less often.
    one.countAt = now() + Math.max(countEveryMs, (performance.now() - startedAt) * countPause);
    one.unsent = sumUnsent(hours);
    one.oldestUnsent = findOldest(hours);
    const keptDays = await getRetentionDays(app.parameters, 'reading');
    const cutoff = findCutoff({ maxHours, keptDays, oldestKept, now: now() });
    if (one.oldestUnsent === null || one.oldestUnsent >= cutoff) return;
    // The next round gives up what is older.
    one.cutoff = cutoff;
    log.warn({ targetId, before: new Date(cutoff) }, 'giving up unsent readings');
    wake();
  }

  /** Returns whether the state that screens show has changed. */
  async function save(one: Followed): Promise<boolean> {
    const { target } = one.delivery;
    const status = describeStatus(one);
    const { lastSuccessAt, ...shown } = status;
    const text = JSON.stringify(shown);
    const isSame = text === one.saved;
    if (isSame && (lastSuccessAt === null || lastSuccessAt < one.savedAt)) return false;
    if (isSame && now() - one.savedAt < statusEveryMs) return false;
    one.saved = text;
    one.savedAt = now();
    await saveStatus(pool, { ...status, targetId: target.targetId });
    return true;
  }

  return {
    load,
    refreshGaps,
    run,
    report,
    async close() {
      await Promise.all(Array.from(followed.values(), ({ delivery }) => delivery.close()));
      followed.clear();
    },
  };
}

/** Whether the pauses after failures go on when a target is opened anew: a person who resumes it wants no pause. */
const hasSameReceiver = (one: ForwardTarget, other: ForwardTarget): boolean =>
  isDeepStrictEqual(one.connection, other.connection) &&
  one.isPaused === other.isPaused &&
  one.isOff === other.isOff;

/** What is unsent is counted again. */
function markCounted(one: Followed | undefined): void {
  if (!one) return;
  one.cutoff = undefined;
  one.countAt = Number.NEGATIVE_INFINITY;
}
