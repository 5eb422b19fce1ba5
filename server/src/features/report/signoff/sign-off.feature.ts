import { AppError, fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import {
  checkReport,
  publishReports,
  reviewReports,
  type SigningOutcome,
} from '@limpid/contract/report/report-sign-off';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../../platform/app.ts';
import { type Context, route } from '../../../platform/http/route.ts';
import { describeError, translate } from '../../../platform/texts.ts';
import type { WorkControl } from '../../../platform/work/work.ts';
import type { ReportMaker } from '../making/report-maker.ts';
import { reportsChanged } from '../report-changed.ts';
import { listReports } from '../reports/report-list.store.ts';
import type { ReportRecord } from '../stored/report.store.ts';
import { addressParameter, isPublicAddress } from './check-address.ts';
import { readCheckCode } from './check-code.rule.ts';
import { findPublished } from './sign-off.store.ts';
import { findObstacle, type SigningStep, signReport } from './sign-report.ts';

type Signing = Pick<Context<typeof reviewReports>, 'body' | 'caller' | 'scope' | 'language'>;

/** Drafts are reviewed, then published; anybody may check a published PDF by its code. */
export function addReportSignOff(app: App, { reports }: { reports: ReportMaker }): void {
  route(app, reviewReports, (context) => startSigning(app, reports, 'review', context));
  route(app, publishReports, (context) => startSigning(app, reports, 'publish', context));
  route(app, checkReport, async ({ params }) => {
    const code = readCheckCode(params.code);
    return (code && (await findPublished(app.db, code))) || fail('report.check_unknown', {}, 'code');
  });
  app.parameters.addCheck(addressParameter, (value) => {
    if (value.trim() !== '' && !isPublicAddress(value.trim()))
      fail('field.web_address', { label: fieldLabel(parameter, 'configValue') }, 'configValue');
  });
}

/** Checks all reports first, then signs them one by one in the background. */
async function startSigning(
  app: App,
  maker: ReportMaker,
  step: SigningStep,
  { body, caller, scope, language }: Signing,
): Promise<{ id: string }> {
  const wanted = [...new Set(body.reportIds)];
  const found = await listReports(app.db, scope, wanted);
  if (found.length < wanted.length) fail('scope.denied', {}, 'reportIds');
  for (const report of found) {
    const obstacle = findObstacle(step, report);
    if (obstacle) fail(obstacle, { name: report.reportName }, 'reportIds');
  }
  const name = caller.nickName || caller.userName;
  const describe = (error: AppError) => describeError(error, language);
  const id = await app.work.start({
    caller,
    language,
    title: translate(language, `report.signing.${step}Title`, { count: found.length }),
    run: async (control) => ({ report: await signAll(app, maker, found, { step, name, describe }, control) }),
  });
  return { id };
}

interface Signature {
  step: SigningStep;
  name: string;
  describe(error: AppError): string;
}

/** A report that cannot be signed any more keeps none of the others back. */
async function signAll(
  app: App,
  maker: ReportMaker,
  reports: readonly ReportRecord[],
  { step, name, describe }: Signature,
  { signal, report: reportProgress }: WorkControl,
): Promise<SigningOutcome> {
  const outcome: SigningOutcome = { signed: 0, refused: [] };
  for (const [place, report] of reports.entries()) {
    if (signal.aborted) break;
    await signReport(app, maker, report, { step, name }).then(
      () => {
        outcome.signed += 1;
      },
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        // Texts of refusals name the report.
        const named = new AppError(error.key, { name: report.reportName, ...error.params });
        outcome.refused.push({ reportId: report.reportId, problem: describe(named) });
      },
    );
    reportProgress(place + 1, reports.length);
    await app.bus.publish(reportsChanged);
  }
  return outcome;
}
