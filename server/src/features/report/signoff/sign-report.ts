import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import { translate } from '../../../platform/texts.ts';
import { saveFile } from '../making/claim.store.ts';
import { readLogo } from '../making/logo.ts';
import { describeFile } from '../making/make-report.ts';
import type { ReportMaker } from '../making/report-maker.ts';
import { findDocument } from '../reports/report-list.store.ts';
import type { ReportRecord } from '../stored/report.store.ts';
import { makeCheckAddress } from './check-address.ts';
import { checkCodeBytes, makeCheckCode } from './check-code.rule.ts';
import { markPublished, markReviewed } from './sign-off.store.ts';
import { signDocument } from './signed-document.rule.ts';

export type SigningStep = 'review' | 'publish';
type Deps = Pick<App, 'db' | 'clock' | 'config' | 'parameters'>;

/** Why a report cannot be signed; undefined if it can. */
export function findObstacle(
  step: SigningStep,
  { state, newest, signOff, settings }: ReportRecord,
):
  | 'report.not_done'
  | 'report.not_newest'
  | 'report.no_pdf'
  | 'report.not_draft'
  | 'report.not_reviewed'
  | undefined {
  if (state !== 'done') return 'report.not_done';
  if (!newest) return 'report.not_newest';
  if (!settings.withPdf) return 'report.no_pdf';
  if (step === 'review') return signOff === 'draft' ? undefined : 'report.not_draft';
  return signOff === 'reviewed' ? undefined : 'report.not_reviewed';
}

/** Signs a report, with a PDF made once more from the stored document; the numbers stay as they were. */
export async function signReport(
  app: Deps,
  maker: ReportMaker,
  report: ReportRecord,
  { step, name }: { step: SigningStep; name: string },
): Promise<void> {
  const { db } = app;
  const { reportId, language, settings } = report;
  const stored = (await findDocument(db, reportId)) ?? fail('report.not_done');
  const at = app.clock.now();
  const checkCode = makeCheckCode(randomBytes(checkCodeBytes));
  const write = (moment: number) =>
    formatLocalTime(Math.floor(moment / MINUTE_MS) * MINUTE_MS, app.config.zone);
  const review =
    step === 'review'
      ? { reviewer: name, reviewedAt: write(at.getTime()) }
      : { reviewer: report.reviewer ?? '', reviewedAt: write(report.reviewedAt ?? 0) };
  const publication = {
    publisher: name,
    publishedAt: write(at.getTime()),
    checkCode,
    address: await makeCheckAddress(app, checkCode),
  };
  const document = signDocument(stored, { ...review, ...(step === 'publish' && { publication }) }, (key) =>
    translate(language, `report.signing.${key}`),
  );
  const logo = settings.withLogo ? await readLogo(app) : undefined;
  const bytes = await maker.renderPdf({ document, logo, madeAt: at });
  await db.transaction().execute(async (transaction) => {
    const isSigned =
      step === 'review'
        ? await markReviewed(transaction, reportId, { name, at })
        : await markPublished(transaction, reportId, { name, at, checkCode });
    // Somebody else has signed it meanwhile, or it was removed or revised.
    if (!isSigned) fail(step === 'review' ? 'report.not_draft' : 'report.not_reviewed');
    await saveFile(transaction, reportId, describeFile(stored, report, 'pdf', bytes));
  });
}
