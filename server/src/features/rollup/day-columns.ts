import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { repeat } from '../../platform/repeat.ts';
import type { SiteDirectory } from '../reading/model.api.ts';
import { listDaysWithoutColumns, makeDayColumns, removeExpiredColumns } from '../reading/storage.api.ts';
import { holdRollUpLock } from './roll-up.store.ts';
import { planRollUp } from './roll-up-plan.rule.ts';

const everyMs = 5 * MINUTE_MS;
const daysAtOnce = 50;

/**
 * Makes the columns of days that have ended in every zone, the newest first. Days that change again lose theirs, until
 * the next run. Returns the number of days.
 */
export async function makeColumns(
  { pool, clock }: Pick<App, 'pool' | 'clock'>,
  directory: SiteDirectory,
  signal: AbortSignal,
): Promise<number> {
  await removeExpiredColumns(pool);
  const { slots } = planRollUp(directory.channels());
  const before = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  let made = 0;
  for (;;) {
    const days = await listDaysWithoutColumns(pool, before, slots, daysAtOnce);
    for (const day of days) {
      if (signal.aborted) return made;
      const isDone = await holdRollUpLock(pool, () => makeDayColumns(pool, day, slots).then(() => true));
      // Another process rolls up; the rest waits for the next run.
      if (!isDone) return made;
      made++;
    }
    if (days.length < daysAtOnce) return made;
  }
}

export function startDayColumns(
  app: App,
  { ingest: { directory } }: { ingest: { directory: SiteDirectory } },
): () => Promise<void> {
  const control = new AbortController();
  const stop = repeat(
    everyMs,
    async () => void (await makeColumns(app, directory, control.signal)),
    (error) => app.log.warn({ err: error }, 'columns of days were not made'),
  );
  return () => {
    control.abort();
    return stop();
  };
}
