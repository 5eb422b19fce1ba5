import type { App } from '../../platform/app.ts';
import type { Outcome, TaskControl } from '../../platform/jobs/tasks.ts';
import type { Directory } from './directory.ts';
import { keepPartitions } from './keep-partitions.ts';
import { orderHours } from './order-hours.ts';
import { packDays } from './packing.ts';
import { addPartition, dropPartitions, type PartitionedTable } from './partitions.store.ts';
import { addReadingDaysChecks, daysAsked, daysKept, retention } from './retention.ts';
import { insertDirtyPeriod } from './roll-up.store.ts';
import type { RollUp } from './roll-up.ts';
import { removeReports } from './station-report.store.ts';

const day = 86_400_000;
const daysAhead = 7;
const tables: PartitionedTable[] = [
  'reading',
  'reading_block',
  'reading_block_value',
  'reading_hour',
  'reading_day',
];
const textsOf = (method: string) => `ingest.tasks.${method}`;

/** What keeps the tables of readings in shape. Both may run at any time, beside stations that report. */
export function addReadingTasks(app: App): void {
  addReadingDaysChecks(app);
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
      const outcome = await dropOld(app, control);
      await removeOldReports(app);
      return outcome;
    },
  });
}

/** Packs days that have been closed for some time; before that, nearly all that comes late has come. */
export function addPackingTask(
  app: App,
  { ingest: { directory } }: { ingest: { directory: Directory } },
): void {
  const partitions = keepPartitions(app.pool);
  app.tasks.add({
    name: 'readingTask',
    method: 'pack',
    texts: textsOf('pack'),
    parameters: [{ name: 'days', type: 'integer', example: 3, min: 1, max: 60 }],
    run: async ({ days }, control) => {
      partitions.forget();
      const before = app.clock.now().getTime() - days * day;
      const count = await packDays({ app, directory, partitions }, before, control);
      await orderHours(app.pool, before, control.signal);
      return { key: 'ingest.tasks.packed', params: { count } };
    },
  });
}

/** Makes hours and days anew from the readings of some days, for instance after a restore. */
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
        const from = end - back * day;
        hours += await insertDirtyPeriod(app.pool, new Date(from), new Date(from + day));
        await rollUp.run(true);
        report(days - back + 1, days);
      }
      return { key: 'ingest.tasks.repaired', params: { count: hours } };
    },
  });
}

/** Makes what the next days will need, so that no packet has to wait for it. */
async function makePartitions({ pool, clock }: App): Promise<number> {
  const now = clock.now();
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  const wanted: [PartitionedTable, number][] = [
    ...Array.from({ length: daysAhead + 1 }, (_, index): [PartitionedTable, number] => [
      'reading',
      now.getTime() + index * day,
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

/** A station that reports without end keeps its newest reports. */
const reportsPerSite = 20_000;

async function removeOldReports(app: App): Promise<void> {
  const before = app.clock.now().getTime() - (await daysKept(app.parameters, 'station_report')) * day;
  await removeReports(app.pool, new Date(before), reportsPerSite);
}

/** Drops whole parts whose last moment is older than the parameter says; what cannot be read drops nothing. */
async function dropOld(app: App, { signal, report }: TaskControl): Promise<Outcome> {
  const total = { dropped: 0, busy: 0 };
  const unclear: string[] = [];
  for (const [index, table] of tables.entries()) {
    report(index, tables.length);
    const days = await daysAsked(app.parameters, table);
    if (days === undefined) {
      unclear.push(retention[table].parameter);
      continue;
    }
    const before = new Date(app.clock.now().getTime() - days * day).toISOString().slice(0, 10);
    const { dropped, busy } = await dropPartitions(app.pool, table, before, signal);
    total.dropped += dropped;
    total.busy += busy;
  }
  if (unclear.length > 0) {
    return { key: 'ingest.tasks.unclear', params: { ...total, names: [...new Set(unclear)].join(', ') } };
  }
  return { key: 'ingest.tasks.dropped', params: total };
}
