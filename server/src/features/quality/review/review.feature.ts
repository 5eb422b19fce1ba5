import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import {
  flaggedPeriod,
  type HoursAround,
  readHoursAround,
  reviewPeriods,
} from '@limpid/contract/quality/flagged-period';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import { transact } from '../../../platform/db/transaction.ts';
import { route } from '../../../platform/http/route.ts';
import { beginWriting, clipToUnlocked } from '../../reading/locks/locks.api.ts';
import { readingsChanged, type SiteDirectory } from '../../reading/model.api.ts';
import { presentReading } from '../../reading/reading.api.ts';
import { readMeans } from '../../reading/storage.api.ts';
import { getPeriods, holdUnchanged, reviewFlags } from './review.store.ts';

/** The list of flagged periods, what is around one, and what an auditor decides about them. */
export function addFlaggedPeriods(
  app: App,
  { ingest: { directory } }: { ingest: { directory: SiteDirectory } },
): void {
  crud(app, flaggedPeriod, {
    table: 'qualityPeriodRow',
    view: 'qualityPeriodRow',
    scope: { dept: 'deptId' },
  });

  route(app, reviewPeriods, async ({ caller, scope, body: { periods, state, reason } }) => {
    const seen = new Map(periods.map(({ periodId, revision }) => [periodId, revision]));
    const found = await getPeriods(app.db, scope, [...seen.keys()]);
    const review = { state, reason, reviewer: caller.userName };
    const decided = await transact(
      app.pool,
      async (client) => {
        const clipped = await clipToUnlocked(client, found);
        const open = clipped.filter(({ parts }) => parts.length > 0);
        const asSeen = open.filter(({ period }) => seen.get(period.periodId) === period.revision);
        const unchanged = new Set(
          await holdUnchanged(
            client,
            asSeen.map(({ period }) => period),
          ),
        );
        // A period that reaches into a locked month is decided for its other hours.
        const parts = open.flatMap((one) => (unchanged.has(one.period) ? one.parts : []));
        const hours = await reviewFlags(client, parts, review);
        return { periods: unchanged.size, hours, locked: clipped.length - open.length };
      },
      { begin: beginWriting },
    );
    await app.bus.publish(readingsChanged);
    return { ...decided, changed: seen.size - decided.periods - decided.locked };
  });

  route(app, readHoursAround, async ({ scope, query: { periodId } }): Promise<HoursAround> => {
    const [period] = await getPeriods(app.db, scope, [periodId]);
    if (!period) fail('scope.denied', {}, 'periodId');
    const { siteId, slot, from, to } = period;
    const bounds = [from - DAY_MS, to + DAY_MS] as const;
    const means = await transact(app.pool, (client) =>
      readMeans(client, 'reading_hour', [siteId], bounds, [slot], 'mean'),
    );
    const line = means.get(siteId)?.get(slot);
    const values = new Map(line?.at.map((at, index) => [at, line.values[index] ?? null]));
    const at = Array.from(
      { length: Math.round((bounds[1] - bounds[0]) / HOUR_MS) },
      (_, n) => bounds[0] + n * HOUR_MS,
    );
    return {
      at,
      values: at.map((moment) => presentReading(values.get(moment) ?? null)),
      from,
      to,
      zone: directory.findBySite(siteId)?.zone ?? 'UTC',
      unit: directory.findBySlot(slot)?.unit ?? null,
    };
  });
}
