import type { App } from '../../platform/app.ts';
import { oneMoment, type Pool, transact } from '../../platform/db/transaction.ts';
import { repeat } from '../../platform/repeat.ts';
import type { Directory } from './directory.ts';
import { keepPartitions, type Partitions } from './keep-partitions.ts';
import { type DirtyHour, findLastDirty, listDirty, lockRollUp, removeDirty } from './roll-up.store.ts';
import { rollUpDays } from './roll-up-days.ts';
import { rollUpHours } from './roll-up-hours.ts';
import { planSlots } from './roll-up-plan.rule.ts';

const hourMs = 3_600_000;
const halfDay = 12 * hourMs;
const everyMs = 10_000;
/** The hour that is still going on is made anew this often, not with every packet. */
const runningMs = 5 * 60_000;
const entriesAtOnce = 500;

export interface RollUp {
  /** Makes every changed hour anew that has ended, with its day, and those that have not when asked; says how many entries. */
  run(running?: boolean): Promise<number>;
}

export function openRollUp(app: Pick<App, 'pool' | 'clock'>, directory: Directory): RollUp {
  const partitions = keepPartitions(app.pool);
  return {
    async run(running = false) {
      const until = app.clock.now().getTime() - (running ? 0 : hourMs) + 1;
      // What comes while this runs is for the next time: a running hour changes without end.
      const last = await findLastDirty(app.pool);
      let total = 0;
      for (let done = 1; done > 0; total += done) {
        done = await runOnce(app.pool, directory, partitions, { until, last });
      }
      return total;
    },
  };
}

/** Keeps hours and days up to date, in one process at a time. */
export function startRollUps(app: App, directory: Directory): () => Promise<void> {
  const rollUp = openRollUp(app, directory);
  let lastRunning = 0;
  return repeat(
    everyMs,
    async () => {
      const now = app.clock.now().getTime();
      const running = now - lastRunning >= runningMs;
      await rollUp.run(running);
      if (running) lastRunning = now;
    },
    (error) => app.log.warn({ err: error }, 'hours cannot be rolled up'),
  );
}

async function runOnce(
  pool: Pool,
  directory: Directory,
  partitions: Partitions,
  what: { until: number; last: number },
): Promise<number> {
  return transact(
    pool,
    async (client) => {
      const dirty = (await lockRollUp(client)) ? await listDirty(client, what, entriesAtOnce) : [];
      // Of a site that nobody knows here another process may have told, unheard.
      const isKnown = (siteId: number) => directory.findBySite(siteId) !== undefined;
      if (dirty.some(({ sites }) => ![...sites].every(isKnown))) await directory.refresh();
      // Parts of tables are made by another connection: nothing of these tables may be held here yet.
      await partitions.ensure(
        'reading_hour',
        dirty.map(({ hour }) => hour),
      );
      await partitions.ensure(
        'reading_day',
        dirty.flatMap(({ hour }) => [hour - halfDay, hour + halfDay]),
      );
      const plan = planSlots(directory.channels());
      const gone: Pick<DirtyHour, 'hour' | 'sites'>[] = [];
      for (const one of dirty) {
        gone.push({ hour: one.hour, sites: await rollUpHours(client, directory, plan, one) });
      }
      await rollUpDays(client, directory, plan, dirty, gone);
      const ids = dirty.flatMap((one) => one.ids);
      if (ids.length > 0) await removeDirty(client, ids);
      return ids.length;
    },
    { begin: oneMoment },
  );
}
