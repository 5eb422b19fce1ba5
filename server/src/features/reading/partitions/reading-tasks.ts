import { DAY_MS } from '@limpid/contract/durations';
import type { App } from '../../../platform/app.ts';
import type { TaskControl, TaskOutcome } from '../../../platform/jobs/tasks.ts';
import { addPartition, dropPartitions, type PartitionedTable } from './partitions.store.ts';
import { addReadingRetentionChecks, findRetentionDays, retention } from './retention.ts';

const daysAhead = 7;
/** Blocks of hours are dropped with their hours. */
const tables: Exclude<PartitionedTable, 'reading_hour_block'>[] = [
  'reading',
  'reading_block',
  'reading_block_value',
  'reading_hour',
  'reading_day',
];
const textsOf = (method: string) => `ingest.tasks.${method}`;

/** Maintenance tasks for the tables of readings. Both may run at any time while stations report. */
export function addReadingTasks(
  app: App,
  { ingest }: { ingest: { removeOldReports(): Promise<void> } },
): void {
  addReadingRetentionChecks(app);
  app.tasks.add({
    name: 'readingTask',
    method: 'partitions',
    texts: textsOf('partitions'),
    parameters: [],
    run: async () => ({ key: 'ingest.tasks.made', params: { count: await makePartitions(app) } }),
  });
  app.tasks.add({
    name: 'readingTask',
    method: 'retention',
    texts: textsOf('retention'),
    parameters: [],
    run: async (_, control) => {
      const outcome = await dropExpired(app, control);
      await ingest.removeOldReports();
      return outcome;
    },
  });
}

/** Creates partitions for the next days in advance, so that no packet waits for one. */
async function makePartitions({ pool, clock }: App): Promise<number> {
  const now = clock.now();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const wanted: [PartitionedTable, number][] = [
    ...Array.from({ length: daysAhead + 1 }, (_, index): [PartitionedTable, number] => [
      'reading',
      now.getTime() + index * DAY_MS,
    ]),
    ['reading_hour', now.getTime()],
    ['reading_hour', Date.UTC(year, month + 1, 1)],
    ['reading_day', now.getTime()],
    ['reading_day', Date.UTC(year + 1, 0, 1)],
  ];
  let made = 0;
  for (const [table, moment] of wanted) if (await addPartition(pool, table, moment)) made++;
  return made;
}

/** Drops partitions beyond the retention; an invalid parameter drops nothing. */
async function dropExpired(app: App, { signal, report }: TaskControl): Promise<TaskOutcome> {
  const total = { dropped: 0, busy: 0 };
  const unclear: string[] = [];
  for (const [index, table] of tables.entries()) {
    report(index, tables.length);
    const days = await findRetentionDays(app.parameters, table);
    if (days === undefined) {
      unclear.push(retention[table].parameter);
      continue;
    }
    const before = new Date(app.clock.now().getTime() - days * DAY_MS).toISOString().slice(0, 10);
    const { dropped, busy } = await dropPartitions(app.pool, table, before, signal);
    total.dropped += dropped;
    total.busy += busy;
  }
  if (unclear.length > 0) {
    return { key: 'ingest.tasks.unclear', params: { ...total, names: [...new Set(unclear)].join(', ') } };
  }
  return { key: 'ingest.tasks.dropped', params: total };
}
