import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { listRevisions } from '@limpid/contract/reference/revisions';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { addCleanupTask } from '../../../platform/jobs/tasks.ts';
import { listVersions, removeFetches, removeHours, removeRevisions } from './revision.store.ts';

/** What is kept for how long: the parameter with its days, where 0 is for ever, and what removes a batch. */
const retentions = [
  { key: 'reference.hourDays', remove: removeHours },
  { key: 'reference.revisionDays', remove: removeRevisions },
  { key: 'reference.fetchDays', remove: removeFetches },
] as const;

/** What stations published before they corrected it, and how long hours and corrections are kept. */
export function addRevisions(app: App): void {
  const { zone } = app.config;
  route(app, listRevisions, async ({ params: { id } }) => {
    const versions = await listVersions(app.db, id);
    const { stationCode, stationName, releasedAt } = versions[0] ?? fail('row.gone');
    return { stationCode, stationName, releasedAt, zone, versions };
  });
  const label = fieldLabel(parameter, 'configValue');
  for (const { key } of retentions)
    app.parameters.addCheck(key, (value) => {
      if (readDays(value) === undefined) fail('reference.retention_days', { label }, 'configValue');
    });
  addCleanupTask(app.tasks, 'referenceTask', () => removeOld(app));
}

const readDays = (text: string) => (/^\d{1,5}$/.test(text.trim()) ? Number(text) : undefined);

async function removeOld({ db, clock, parameters }: App): Promise<number> {
  let total = 0;
  for (const { key, remove } of retentions) {
    const days = readDays((await parameters.get(key)) ?? '') ?? 0;
    if (days === 0) continue;
    const before = new Date(clock.now().getTime() - days * DAY_MS);
    for (let gone = 1; gone > 0; total += gone) gone = await remove(db, before);
  }
  return total;
}
