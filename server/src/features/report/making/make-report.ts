import { hash } from 'node:crypto';
import { fail } from '@limpid/contract/errors';
import type { ReportDocument } from '@limpid/contract/report/document';
import type { ReportFormat } from '@limpid/contract/report/report';
import type { App } from '../../../platform/app.ts';
import { hasPermission } from '../../../platform/auth/caller.ts';
import { findRights } from '../../../platform/auth/roles.store.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import { readDataMark } from '../stored/data-mark.store.ts';
import { type ReportRecord, readSubject } from '../stored/report.store.ts';
import { reachesDepartment } from '../subjects/subject.store.ts';
import { finishReport, type MadeFile, type ReportClaim } from './claim.store.ts';
import { nameFile } from './file-name.rule.ts';
import { readLogo } from './logo.ts';
import type { ReportMaker } from './report-maker.ts';

type Deps = Pick<App, 'db' | 'clock' | 'config'>;

/** Whoever asks for reports, or for another edition. */
const makingPermissions = ['analysis:report:add', 'analysis:report:edit'];
const maxName = 200;

/** Makes a claimed report and stores it; false if another process has taken it over. */
export async function makeClaimedReport(
  app: Deps,
  maker: ReportMaker,
  report: ReportRecord,
  claim: ReportClaim,
): Promise<boolean> {
  const scope = await findOwnerScope(app, report);
  const subject = readSubject(report) ?? fail('report.subject_gone');
  const { sections, title, coverText, approver, withLogo, withPdf, withWorkbook } = report.settings;
  // What changes while the document is made counts as a later change.
  const dataMark = await readDataMark(app.db, report.reportId);
  const asOf = new Date(report.asOf ?? app.clock.now());
  const document = await maker.makeDocument({
    subject,
    period: { kind: report.period, first: report.firstDay, last: report.lastDay },
    language: report.language,
    sections,
    title,
    coverText,
    approver,
    scope,
    asOf,
  });
  const files: MadeFile[] = [];
  if (withPdf) {
    const logo = withLogo ? await readLogo(app) : undefined;
    files.push(
      describeFile(document, report, 'pdf', await maker.renderPdf({ document, logo, madeAt: asOf })),
    );
  }
  if (withWorkbook)
    files.push(describeFile(document, report, 'xlsx', await maker.renderWorkbook({ document })));
  const reportName = document.title.slice(0, maxName);
  return finishReport(app.db, claim, { document, reportName, files, dataMark, madeAt: app.clock.now() });
}

export function describeFile(
  document: ReportDocument,
  report: Pick<ReportRecord, 'subjectName' | 'firstDay' | 'lastDay' | 'edition'>,
  format: ReportFormat,
  bytes: Uint8Array,
): MadeFile {
  return {
    format,
    fileName: nameFile(document.title, report, format),
    sha256: hash('sha256', bytes, 'hex'),
    bytes,
  };
}

/** Rights may have been withdrawn, and the subject may have gone to another department, since the report was asked for. */
async function findOwnerScope({ db }: Pick<Deps, 'db'>, report: ReportRecord): Promise<Scope> {
  const owner = await findRights(db, report.ownerId);
  const held = owner ? makingPermissions.filter((permission) => hasPermission(owner, permission)) : [];
  if (!owner || held.length === 0) return fail('report.no_rights');
  const scope = computeScope(owner, ...held);
  return (await reachesDepartment(db, scope, report.deptId)) ? scope : fail('report.no_rights');
}
