import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { beginSnapshot, type Connection, type Pool, transact } from '../../platform/db/transaction.ts';
import { repeat } from '../../platform/repeat.ts';
import { leaveOutLocked, readLocks, type SiteLocks } from '../reading/locks/locks.api.ts';
import { readingsChanged, type SiteDirectory } from '../reading/model.api.ts';
import { findMonth, openPartitions, type Partitions, removeHourBlocks } from '../reading/storage.api.ts';
import { type HourJudge, judgeNothing } from './hour-judge.ts';
import { hoursRolledUp } from './hours-rolled-up.ts';
import {
  type DirtyHour,
  type Due,
  findLastDirty,
  holdRollUpLock,
  listDirty,
  removeDirty,
} from './roll-up.store.ts';
import { watchBacklog } from './roll-up-backlog.ts';
import { rollUpDays } from './roll-up-days.ts';
import { rollUpHours } from './roll-up-hours.ts';
import { planRollUp } from './roll-up-plan.rule.ts';

const halfDay = 12 * HOUR_MS;
const everyMs = 10_000;
/** Corrections and imports are looked for more often, because somebody waits for their effect. */
const wakeMs = 500;
/** The running hour is rebuilt at this interval, not with every packet. */
const runningMs = 5 * MINUTE_MS;
/** A portion takes about a second, so that live hours wait no longer than that. */
const portionSize = { entries: 500, siteHours: 2000 };

export interface RollUp {
  /**
   * Rebuilds all changed hours that have ended, with their days, and running hours on request.
   * Returns the number of processed entries.
   */
  run(running?: boolean): Promise<number>;
  /** Rebuilds one portion, the newest hours first. Returns the number of entries, or undefined while another process does it. */
  runPortion(due: Due): Promise<number | undefined>;
}

/** Work of another area in the transaction that rebuilds hours. */
type OnHours = (client: Connection, hours: readonly Pick<DirtyHour, 'hour' | 'sites'>[]) => Promise<void>;

interface RollUpHooks {
  onHours?: OnHours;
  judgeHours?: HourJudge;
}

export function openRollUp(
  app: Pick<App, 'pool' | 'clock' | 'bus'>,
  directory: SiteDirectory,
  { onHours = () => Promise.resolve(), judgeHours = judgeNothing }: RollUpHooks = {},
): RollUp {
  const partitions = openPartitions(app.pool);
  const runPortion: RollUp['runPortion'] = async (due) => {
    const portion = await holdRollUpLock(app.pool, () =>
      rebuildPortion(app.pool, directory, partitions, due, { onHours, judgeHours }),
    );
    const closed = closedBefore(app.clock.now().getTime());
    const ended = portion?.hours.filter((hour) => hour < closed) ?? [];
    if (ended.length > 0)
      await app.bus.publish(hoursRolledUp, { first: Math.min(...ended), last: Math.max(...ended) });
    return portion?.entries;
  };
  return {
    runPortion,
    async run(running = false) {
      const now = app.clock.now().getTime();
      // Entries that arrive meanwhile are left for the next run, because a running hour changes all the time.
      const last = await findLastDirty(app.pool);
      const due = { until: running ? now + 1 : closedBefore(now), last };
      let total = 0;
      for (let done: number | undefined = 1; done; total += done ?? 0) done = await runPortion(due);
      return total;
    },
  };
}

/** Hours that began before this moment have ended. */
function closedBefore(now: number): number {
  return now - HOUR_MS + 1;
}

/** Keeps hours and days up to date, in one process at a time. */
export function startRollUps(app: App, { rollUp }: { rollUp: RollUp }): () => Promise<void> {
  const backlog = watchBacklog(app);
  const control = new AbortController();
  const running = { until: 0, last: 0 };
  let lastRun = app.clock.now().getTime();
  let isAwake = false;
  const leave = app.bus.subscribe(readingsChanged, () => {
    isAwake = true;
  });

  /**
   * Reads the due hours again before each portion, so that a live hour waits for one portion and not for a backlog. False
   * if another process, or the one that makes blocks of hours, holds the lock.
   */
  async function rollUpDue(): Promise<boolean> {
    let done: number | undefined = 1;
    while (done && !control.signal.aborted) {
      const now = app.clock.now().getTime();
      if (now - running.until >= runningMs) {
        running.last = await findLastDirty(app.pool);
        running.until = now;
      }
      await backlog.check();
      done = await rollUp.runPortion({ ...running, closed: closedBefore(now) });
    }
    return done !== undefined;
  }
  async function rollUpInTime(): Promise<void> {
    const now = app.clock.now().getTime();
    // The clock may be set back.
    if (!isAwake && Math.abs(now - lastRun) < everyMs) return;
    isAwake = false;
    lastRun = now;
    // Somebody may wait for the effect of a correction, so the next attempt follows soon.
    if (!(await rollUpDue())) isAwake = true;
  }
  const stop = repeat(wakeMs, rollUpInTime, (error) => app.log.warn({ err: error }, 'roll-up failed'));
  return () => {
    leave();
    // The rest waits in the database, so a backlog does not delay the stop.
    control.abort();
    return stop();
  };
}

async function rebuildPortion(
  pool: Pool,
  directory: SiteDirectory,
  partitions: Partitions,
  due: Due,
  { onHours, judgeHours }: Required<RollUpHooks>,
): Promise<{ entries: number; hours: number[] }> {
  return transact(
    pool,
    async (client) => {
      const queued = await listDirty(client, due, portionSize);
      const locks = await findLocks(client, queued);
      // Queued nevertheless, as by a change of the zone: a locked month stays as it is.
      const dirty = leaveOutLocked(queued, locks).filter(({ sites }) => sites.size > 0);
      // Unknown here: another process may have added the site and this one missed the event.
      const isKnown = (siteId: number) => directory.findBySite(siteId) !== undefined;
      if (dirty.some(({ sites }) => ![...sites].every(isKnown))) await directory.refresh();
      // Partitions are created on another connection, so this transaction must not hold locks on these tables yet.
      await partitions.ensure(
        'reading_hour',
        dirty.map(({ hour }) => hour),
      );
      await partitions.ensure(
        'reading_day',
        dirty.flatMap(({ hour }) => [hour - halfDay, hour + halfDay]),
      );
      const plan = planRollUp(directory.channels());
      const gone: Pick<DirtyHour, 'hour' | 'sites'>[] = [];
      const judging = await judgeHours(client, dirty);
      for (const one of dirty) {
        gone.push({ hour: one.hour, sites: await rollUpHours(client, directory, plan, judging, one) });
      }
      await removeHourBlocks(client, findFirstHours(dirty));
      await rollUpDays(client, directory, plan, { dirty, gone, locks });
      await onHours(client, dirty);
      const ids = queued.flatMap((one) => one.ids);
      if (ids.length > 0) await removeDirty(client, ids);
      return { entries: ids.length, hours: dirty.map(({ hour }) => hour) };
    },
    { begin: beginSnapshot },
  );
}

/** The locks that may cover these hours, or the days in which they are. */
async function findLocks(client: Connection, dirty: readonly DirtyHour[]): Promise<SiteLocks> {
  if (dirty.length === 0) return new Map();
  const hours = dirty.map(({ hour }) => hour);
  const sites = new Set(dirty.flatMap((one) => [...one.sites]));
  return readLocks(client, [...sites], [Math.min(...hours) - DAY_MS, Math.max(...hours) + DAY_MS]);
}

/** The first changed hour of each site in each month. */
function findFirstHours(dirty: readonly DirtyHour[]): Map<number, Map<number, number>> {
  const months = new Map<number, Map<number, number>>();
  for (const { hour, sites } of dirty) {
    const month = findMonth(hour);
    const firstBySite = months.get(month) ?? new Map<number, number>();
    months.set(month, firstBySite);
    for (const siteId of sites) firstBySite.set(siteId, Math.min(hour, firstBySite.get(siteId) ?? hour));
  }
  return months;
}
