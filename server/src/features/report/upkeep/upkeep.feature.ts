import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../../platform/app.ts';
import { addCleanupTask } from '../../../platform/jobs/tasks.ts';
import { getRetentionDays } from '../../reading/storage.api.ts';
import { reportsChanged } from '../report-changed.ts';
import { markChangedReports } from '../stored/data-mark.store.ts';
import { removeOldReports } from './upkeep.store.ts';

/** How long reports are kept: the parameter with its days, where 0 is for ever. */
const retentions = [
  { key: 'report.draftDays', which: 'unpublished' },
  { key: 'report.publishedDays', which: 'published' },
] as const;
/** Of how many reports the data is compared in one statement: a year of a large entity takes seconds. */
const comparedAtOnce = 5;

const textsOf = (method: string) => `report.tasks.${method}`;
const readDays = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined);

/** Finds reports whose data has changed, and removes old ones. */
export function addReportUpkeep(app: App): void {
  const label = fieldLabel(parameter, 'configValue');
  for (const { key } of retentions)
    app.parameters.addCheck(key, (value) => {
      if (readDays(value) === undefined) fail('reference.retention_days', { label }, 'configValue');
    });
  addCleanupTask(app.tasks, 'reportTask', () => removeOld(app));
  app.tasks.add({
    name: 'reportTask',
    method: 'compare',
    texts: textsOf('compare'),
    parameters: [],
    run: async (_, { signal }) => ({
      key: 'report.tasks.changed',
      params: { count: await compareReports(app, signal) },
    }),
  });
}

async function removeOld({ db, clock, parameters }: App): Promise<number> {
  let total = 0;
  for (const { key, which } of retentions) {
    const days = readDays((await parameters.get(key)) ?? '') ?? 0;
    if (days === 0) continue;
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (let gone = 1; gone > 0; total += gone) gone = await removeOldReports(db, which, before);
  }
  return total;
}

/** Marks reports whose stored days differ from those they were made from; returns how many. */
async function compareReports(app: App, signal: AbortSignal): Promise<number> {
  const { db, clock, parameters } = app;
  const now = clock.now();
  const dayBefore = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
  const siteDaysFrom = dayBefore(await getRetentionDays(parameters, 'reading_day'));
  const hourDays = readDays((await parameters.get('reference.hourDays')) ?? '') ?? 0;
  const cityDaysFrom = hourDays === 0 ? '' : dayBefore(hourDays);
  let count = 0;
  for (let after: number | undefined = 0; after !== undefined && !signal.aborted; ) {
    const { last, changed }: { last: number | undefined; changed: number } = await markChangedReports(db, {
      after,
      limit: comparedAtOnce,
      now,
      siteDaysFrom,
      cityDaysFrom,
    });
    count += changed;
    after = last;
  }
  if (count > 0) await app.bus.publish(reportsChanged);
  return count;
}
