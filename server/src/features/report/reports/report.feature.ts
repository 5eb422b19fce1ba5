import { fail } from '@limpid/contract/errors';
import { report } from '@limpid/contract/report/report';
import {
  addReports,
  downloadReport,
  listReportEditions,
  previewReport,
  readReportDocument,
  retryReports,
  reviseReport,
} from '@limpid/contract/report/report-making';
import { crud } from '../../../crud/crud.ts';
import type { App } from '../../../platform/app.ts';
import { route } from '../../../platform/http/route.ts';
import { announceChanges } from '../../../platform/live/announce-changes.ts';
import type { ReportMaker } from '../making/report-maker.ts';
import { reportsChanged, reportsWaiting } from '../report-changed.ts';
import { readSubject } from '../stored/report.store.ts';
import { askForReports, makeReportPreview } from './ask-for-reports.ts';
import { getReport } from './get-report.ts';
import { hideDetails } from './hide-details.rule.ts';
import {
  findDocument,
  findReportFile,
  insertEdition,
  listEditions,
  listFiles,
  listReports,
  lockReport,
  reportScope,
  restoreNewest,
  retryFailed,
} from './report-list.store.ts';

/** Requests, lists, reads, revises and removes reports. */
export function addReportList(app: App, { reports }: { reports: ReportMaker }): void {
  const { db, clock } = app;
  const announce = async () => {
    await app.bus.publish(reportsWaiting);
    await app.bus.publish(reportsChanged);
  };
  route(app, addReports, async (context) => {
    const reportIds = await askForReports(app, context);
    await announce();
    return { reportIds };
  });
  route(app, previewReport, (context) => makeReportPreview(app, reports, context));
  routeReading(app);
  route(app, reviseReport, async ({ scope, caller, body: { reportId } }) => {
    const { userId: ownerId, userName: createBy } = caller;
    const added = await db.transaction().execute(async (transaction) => {
      await getReport(transaction, scope, reportId);
      const found = (await lockReport(transaction, reportId)) ?? fail('row.gone');
      const { newest, state } = found;
      if (!readSubject(found)) fail('report.subject_gone', {}, 'reportId');
      if (!newest) fail('report.not_newest', {}, 'reportId');
      if (state !== 'done') fail('report.not_done', {}, 'reportId');
      return insertEdition(transaction, reportId, { ownerId, createBy, now: clock.now() });
    });
    await announce();
    return { reportId: added ?? fail('row.gone') };
  });
  route(app, retryReports, async ({ scope, caller, body }) => {
    const wanted = [...new Set(body.reportIds)];
    if ((await listReports(db, scope, wanted)).length < wanted.length) fail('scope.denied', {}, 'reportIds');
    const retried = await retryFailed(db, wanted, { ownerId: caller.userId, now: clock.now() });
    if (retried === 0) fail('report.not_failed', {}, 'reportIds');
    await announce();
  });
  crud(app, report, {
    table: 'report',
    view: 'reportRow',
    isLarge: true,
    scope: reportScope,
    cache: { clear: () => app.bus.publish(reportsChanged) },
    complete: async (row) => ({ ...row, files: await listFiles(db, row.reportId) }),
    async beforeRemove(row, writer) {
      if (row.signOff === 'published') fail('report.published', { name: row.reportName ?? '' });
      await restoreNewest(writer.db, row.reportId);
    },
  });
  announceChanges(app, reportsChanged, 'report');
}

function routeReading(app: App): void {
  const { db } = app;
  route(app, readReportDocument, async ({ scope, params: { id } }) => {
    await getReport(db, scope, id);
    return hideDetails((await findDocument(db, id)) ?? fail('report.not_done'));
  });
  route(app, downloadReport, async ({ scope, params: { id, format } }) => {
    await getReport(db, scope, id);
    const { fileName, bytes } = (await findReportFile(db, id, format)) ?? fail('file.gone');
    return { name: fileName, type: 'application/octet-stream', body: bytes };
  });
  route(app, listReportEditions, async ({ scope, params: { id } }) => {
    const { seriesId } = await getReport(db, scope, id);
    return listEditions(db, seriesId);
  });
}
