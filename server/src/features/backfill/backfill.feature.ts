import {
  askDevice,
  type BackfillKind,
  backfillRequest,
  isGapPeriod,
  listDataGaps,
  maxGapDays,
} from '@limpid/contract/backfill/backfill';
import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { crud } from '../../crud/crud.ts';
import type { App } from '../../platform/app.ts';
import { transact } from '../../platform/db/transaction.ts';
import { route } from '../../platform/http/route.ts';
import { translate } from '../../platform/texts.ts';
import { getAccessibleSites } from '../data/data.api.ts';
import { askForMissing } from './ask-device.ts';
import { findBackfillSite } from './backfill.store.ts';
import { findGaps } from './find-gaps.ts';

const longestDays = Math.max(...Object.values(maxGapDays));

function checkPeriod(period: { from: number; to: number }, kind?: BackfillKind): void {
  const { from, to } = period;
  if (to <= from) fail('series.reversed', {}, 'to');
  const days = kind === undefined ? longestDays : maxGapDays[kind];
  if (kind === undefined ? to - from > days * DAY_MS : !isGapPeriod(kind, period))
    fail('series.long', { days }, 'from');
}

/** What is missing at a site, and the requests to its device for it. */
export function addBackfill(app: App): void {
  route(app, listDataGaps, async ({ scope, query: { siteId, from, to }, language }) => {
    checkPeriod({ from, to });
    await getAccessibleSites(app.db, scope, [siteId]);
    const now = app.clock.now().getTime();
    return transact(app.pool, async (client) => {
      const site = (await findBackfillSite(client, siteId)) ?? fail('row.gone');
      const kinds = await findGaps(client, site, { from, to, now }, ({ key, params }) =>
        translate(language, `errors.${key}`, params),
      );
      return { siteId, zone: site.zone, kinds };
    });
  });

  route(app, askDevice, async ({ scope, body, caller }) => {
    checkPeriod(body, body.kind);
    await getAccessibleSites(app.db, scope, [body.siteId]);
    return askForMissing(app, body, caller);
  });

  crud(app, backfillRequest, {
    table: 'backfillRequest',
    view: 'backfillRequestRow',
    scope: { dept: 'deptId' },
  });
}
