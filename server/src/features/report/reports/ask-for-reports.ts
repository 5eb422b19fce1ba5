import { fail } from '@limpid/contract/errors';
import type { ReportDocument } from '@limpid/contract/report/document';
import type { addReports, previewReport } from '@limpid/contract/report/report-making';
import type { App } from '../../../platform/app.ts';
import type { Context } from '../../../platform/http/route.ts';
import { checkChannels } from '../channels/check-channels.ts';
import type { ReportMaker } from '../making/report-maker.ts';
import { checkOutput, describeNewReports } from '../requests/new-reports.ts';
import { readAbouts, readContent } from '../requests/wanted-report.ts';
import { insertWaitingReports } from '../stored/report.store.ts';
import { hideDetails } from './hide-details.rule.ts';

type Asking = Pick<Context<typeof addReports>, 'body' | 'caller' | 'scope'>;
type Previewing = Pick<Context<typeof previewReport>, 'body' | 'caller' | 'scope'>;

/** Adds the reports that a person asks for; they are made in the background. */
export async function askForReports(app: App, { body, caller, scope }: Asking): Promise<number[]> {
  const { db } = app;
  const { withPdf = true, withWorkbook = true, notifyChannelIds = [] } = body;
  checkOutput(body.languages, { withPdf, withWorkbook });
  const now = app.clock.now();
  const { abouts, period } = await readAbouts({ db, scope, ownDeptId: caller.deptId, now }, body);
  const [first = fail('report.no_sites')] = abouts;
  await checkChannels(db, notifyChannelIds, first.deptId);
  const origin = { planId: null, planName: null, ownerId: caller.userId, createBy: caller.userName };
  const output = { withPdf, withWorkbook, notifyChannelIds: [...new Set(notifyChannelIds)] };
  const added = [];
  for (const language of body.languages) {
    const content = await readContent({ db, scope }, body, first, language);
    added.push(...describeNewReports(abouts, period, language, { content, output, origin }));
  }
  return insertWaitingReports(db, added, now);
}

export async function makeReportPreview(
  app: App,
  maker: ReportMaker,
  { body, caller, scope }: Previewing,
): Promise<ReportDocument> {
  const { db } = app;
  const { language } = body;
  const now = app.clock.now();
  const { abouts, period } = await readAbouts({ db, scope, ownDeptId: caller.deptId, now }, body);
  const [first = fail('report.no_sites')] = abouts;
  const { sections, title, coverText, approver } = await readContent({ db, scope }, body, first, language);
  const { subject } = first;
  return hideDetails(
    await maker.makeDocument({
      subject,
      period,
      language,
      sections,
      title,
      coverText,
      approver,
      scope,
      asOf: now,
    }),
  );
}
