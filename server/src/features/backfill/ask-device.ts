import type { BackfillKind } from '@limpid/contract/backfill/backfill';
import { HOUR_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import type { App } from '../../platform/app.ts';
import { transact } from '../../platform/db/transaction.ts';
import { findBackfillSite, holdSite, insertRequests, listOpenSpans } from './backfill.store.ts';
import { checkAsking, findMissing } from './find-gaps.ts';
import { leaveOut, planRequests, type Slot } from './find-missing.rule.ts';

interface Asking extends Slot {
  siteId: number;
  kind: BackfillKind;
}

/** Makes the requests for all rows that are missing and that no request under way asks for. */
export function askForMissing(
  app: Pick<App, 'pool' | 'clock'>,
  { siteId, kind, from, to }: Asking,
  { userId, userName }: { userId: number; userName: string },
): Promise<{ requests: number; missing: number }> {
  return transact(app.pool, async (client) => {
    await holdSite(client, siteId);
    const site = (await findBackfillSite(client, siteId)) ?? fail('row.gone');
    const at = app.clock.now();
    const missing = await findMissing(client, site, kind, { from, to, now: at.getTime() });
    const slots = leaveOut(missing, await listOpenSpans(client, siteId, kind));
    await checkAsking(client, site, kind, slots);
    const spans = planRequests(slots, site.requestHours * HOUR_MS);
    await insertRequests(client, { siteId, kind, spans, at, automatic: false, userId, userName });
    return { requests: spans.length, missing: slots.length };
  });
}
