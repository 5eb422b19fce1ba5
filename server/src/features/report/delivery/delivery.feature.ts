import { fail } from '@limpid/contract/errors';
import { deliverReport, listReportDeliveries } from '@limpid/contract/report/report-delivery';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { translateStored } from '../../../platform/texts.ts';
import { checkChannels } from '../channels/check-channels.ts';
import { reportMessagesWaiting } from '../report-changed.ts';
import { getReport } from '../reports/get-report.ts';
import { insertMessages, listReportMessages } from './delivery.store.ts';

/** The messages about reports, and sending them to further channels. */
export function addReportDeliveries(app: App): void {
  const { db } = app;
  route(app, listReportDeliveries, async ({ scope, language, params: { id } }) => {
    await getReport(db, scope, id);
    const rows = await listReportMessages(db, id);
    return rows.map((row) => ({ ...row, problem: translateStored(language, row.problem) }));
  });
  route(app, deliverReport, async ({ scope, body: { reportId, notifyChannelIds } }) => {
    const { state, deptId } = await getReport(db, scope, reportId);
    if (state !== 'done') fail('report.not_done', {}, 'reportId');
    await checkChannels(db, notifyChannelIds, deptId);
    await insertMessages(db, reportId, notifyChannelIds, app.clock.now());
    await app.bus.publish(reportMessagesWaiting);
  });
}
