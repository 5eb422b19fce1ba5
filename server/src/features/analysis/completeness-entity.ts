import type { CompletenessSummary } from '@limpid/contract/analysis/completeness';
import type { Database } from '../../platform/db/database.ts';
import { listSiteCompleteness } from './completeness.store.ts';

/** Expected, received and valid data of all sites of an entity in ended days. */
export async function summariseCompleteness(
  db: Database,
  entityId: number,
  dates: readonly [first: string, last: string],
  now: Date,
): Promise<CompletenessSummary> {
  const { summary } = await listSiteCompleteness(db, {
    scope: { all: true },
    sites: { entityId },
    dates,
    now,
    until: now,
    order: { by: 'siteName', desc: false },
    language: 'en',
    limit: 0,
    offset: 0,
  });
  return summary;
}
