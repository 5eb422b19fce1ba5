import { DAY_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import type { SiteDirectory } from '../reading/model.api.ts';
import { openPartitions, packDays } from '../reading/storage.api.ts';
import { clusterHours } from './cluster-hours.ts';
import { insertDirtyPeriod } from './roll-up.store.ts';
import type { RollUp } from './roll-up.ts';

/** Hours of these days are still read side by side for all sites: the newest hour is compared with them. */
const comparedDays = 15;
const textsOf = (method: string) => `ingest.tasks.${method}`;

/** Packs days some time after their end, when nearly all late readings have arrived. */
export function addPackingTask(
  app: App,
  { ingest: { directory } }: { ingest: { directory: SiteDirectory } },
): void {
  const partitions = openPartitions(app.pool);
  app.tasks.add({
    name: 'readingTask',
    method: 'pack',
    texts: textsOf('pack'),
    parameters: [{ name: 'days', type: 'integer', example: 3, min: 1, max: 60 }],
    run: async ({ days }, control) => {
      partitions.clearCache();
      const before = app.clock.now().getTime() - days * DAY_MS;
      const count = await packDays({ app, directory, partitions }, before, control);
      await clusterHours(app.pool, before - comparedDays * DAY_MS, control.signal);
      return { key: 'ingest.tasks.packed', params: { count } };
    },
  });
}

/** Rebuilds the hours and days of the last `days` days from their readings, for instance after a restore. */
export function addRepairTask(app: App, { rollUp }: { rollUp: RollUp }): void {
  app.tasks.add({
    name: 'readingTask',
    method: 'repair',
    texts: textsOf('repair'),
    parameters: [{ name: 'days', type: 'integer', example: 2, min: 1, max: 366 }],
    run: async ({ days }, { signal, report }) => {
      const end = app.clock.now().getTime();
      let hours = 0;
      for (let back = days; back > 0 && !signal.aborted; back--) {
        const from = end - back * DAY_MS;
        hours += await insertDirtyPeriod(app.pool, new Date(from), new Date(from + DAY_MS));
        await rollUp.run(true);
        report(days - back + 1, days);
      }
      return { key: 'ingest.tasks.repaired', params: { count: hours } };
    },
  });
}
