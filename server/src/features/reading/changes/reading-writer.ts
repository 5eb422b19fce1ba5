import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../../platform/app.ts';
import type { SiteDevice, SiteDirectory } from '../device.ts';
import { openPartitions } from '../partitions/partitions.ts';
import { getRetentionDays } from '../partitions/retention.ts';
import type { OnChanged } from '../reading.store.ts';
import type { Reading } from '../reading.ts';
import { readingsChanged } from '../readings-changed.ts';
import { changeReadings, type WriterDeps } from './change-readings.ts';
import { planBatches } from './import-batch.rule.ts';
import { importBatch } from './import-readings.ts';
import type { Author, ImportedRow, ImportOutcome, ImportPlan, SiteChanges } from './requests.ts';

/** Changes stored readings, packed or not, on behalf of a person. */
export interface ReadingWriter {
  /** The start of the retention period. */
  findOldest(): Promise<number>;
  /** Changes all values of all sites or none, as one correction; returns how many have changed. */
  change(changes: readonly SiteChanges[], author: Author): Promise<number>;
  /** Imports rows batch by batch, each batch all or nothing; the outcomes are in the order of the rows. */
  importRows(
    rows: readonly ImportedRow[],
    plan: ImportPlan,
    control?: { signal: AbortSignal; report(done: number, total: number): void },
  ): Promise<ImportOutcome[]>;
}

interface WriterSource {
  directory: SiteDirectory;
  /** Updates the latest values after a change of readings. */
  updateLatest(readings: readonly Reading[]): Promise<void>;
}

export function openReadingWriter(
  app: Pick<App, 'pool' | 'clock' | 'parameters' | 'bus'>,
  { directory, updateLatest }: WriterSource,
  onChanged: OnChanged,
): ReadingWriter {
  const partitions = openPartitions(app.pool);
  const parts: WriterDeps = { app, directory, partitions, onChanged, onWritten: updateLatest };

  async function getDevice(siteId: number): Promise<SiteDevice> {
    // Unknown here: another process may have added the site and this one missed the event.
    if (!directory.findBySite(siteId)) await directory.refresh();
    return directory.findBySite(siteId) ?? fail('row.gone');
  }

  return {
    findOldest: async () =>
      app.clock.now().getTime() - (await getRetentionDays(app.parameters, 'reading')) * DAY_MS,
    async change(changes, author) {
      // Cached partitions may have been dropped since.
      partitions.clearCache();
      const requested = await Promise.all(
        changes.map(async ({ siteId, ...ofSite }) => ({ ...ofSite, device: await getDevice(siteId) })),
      );
      const changed = await changeReadings(parts, requested, author);
      await app.bus.publish(readingsChanged);
      return changed;
    },
    async importRows(rows, plan, control) {
      partitions.clearCache();
      const outcomes: ImportOutcome[] = [];
      let done = 0;
      for (const batch of planBatches(rows)) {
        control?.signal.throwIfAborted();
        const found = await importBatch(parts, await getDevice(batch.siteId), batch, plan);
        for (const [at, { index }] of batch.rows.entries()) outcomes[index] = found[at] ?? 'same';
        done += batch.rows.length;
        control?.report(done, rows.length);
      }
      if (!plan.trial) await app.bus.publish(readingsChanged);
      return outcomes;
    },
  };
}
