import { maxBackfillRequests, maxGapDays } from '@limpid/contract/backfill/backfill';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import type { App } from '../../platform/app.ts';
import { transact } from '../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../platform/lease/lease.store.ts';
import { findLockAt, readLocks } from '../reading/locks/locks.api.ts';
import {
  findBackfillSite,
  holdSite,
  insertRequests,
  listAutomaticSites,
  listEnded,
  listOpenSpans,
} from './backfill.store.ts';
import { findMissing } from './find-gaps.ts';
import { leaveOut, planRequests } from './find-missing.rule.ts';
import { selectDue, selectDueSites } from './plan-automatic.rule.ts';

const platform = { userId: 0, userName: 'system', automatic: true };

type Deps = Pick<App, 'pool' | 'clock'>;

/** Makes requests for what is missing at connected devices whose type says so. */
export function openAutomaticAsking(app: Deps): (lease: Lease) => Promise<void> {
  const lookedAt = new Map<number, number>();
  return async (lease) => {
    const now = app.clock.now().getTime();
    const sites = await listAutomaticSites(app.pool);
    const known = new Set(sites);
    for (const siteId of lookedAt.keys()) if (!known.has(siteId)) lookedAt.delete(siteId);
    for (const siteId of selectDueSites(sites, lookedAt, now)) {
      // First, so that a site that cannot be asked does not keep the others waiting.
      lookedAt.set(siteId, now);
      await askForSite(app, lease, siteId);
    }
  };
}

async function askForSite(app: Deps, lease: Lease, siteId: number): Promise<void> {
  await transact(app.pool, async (client) => {
    await assertLease(client, lease);
    await holdSite(client, siteId);
    const site = await findBackfillSite(client, siteId);
    if (!site) return;
    const at = app.clock.now();
    const now = at.getTime();
    for (const kind of site.kinds) {
      const period = { from: now - Math.min(site.asksDays, maxGapDays[kind]) * DAY_MS, to: now };
      const missing = await findMissing(client, site, kind, { ...period, now });
      if (missing.length === 0) continue;
      const locks = await readLocks(client, [siteId], [period.from, period.to]);
      const open = leaveOut(missing, await listOpenSpans(client, siteId, kind)).filter(
        ({ from }) => !findLockAt(locks, siteId, from),
      );
      const due = selectDue(open, await listEnded(client, siteId, kind, period), now);
      // The newest first: what is left waits for the next turn.
      const spans = planRequests(due, site.requestHours * HOUR_MS).slice(-maxBackfillRequests);
      if (spans.length > 0) await insertRequests(client, { siteId, kind, spans, at, ...platform });
    }
  });
}
