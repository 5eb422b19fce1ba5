import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import type { ReportPeriod } from '@limpid/contract/report/report-request';
import type { NewReport, ReportSettings } from '../stored/report.store.ts';
import { nameSubject, type ReportAbout } from '../subjects/targets.ts';
import type { ReportContent } from './wanted-report.ts';

export type Output = Pick<ReportSettings, 'withPdf' | 'withWorkbook' | 'notifyChannelIds'>;

/** Refuses a request for nothing, or for the same twice. */
export function checkOutput(
  languages: readonly Language[],
  output: Pick<Output, 'withPdf' | 'withWorkbook'>,
): void {
  if (languages.length === 0) fail('report.no_languages', {}, 'languages');
  if (new Set(languages).size < languages.length) fail('report.language_twice', {}, 'languages');
  if (!output.withPdf && !output.withWorkbook) fail('report.no_format', {}, 'withPdf');
}

interface Origin {
  planId: number | null;
  planName: string | null;
  ownerId: number;
  createBy: string | null;
}

/** The rows of reports about subjects in one language. */
export function describeNewReports(
  abouts: readonly ReportAbout[],
  period: ReportPeriod,
  language: Language,
  { content, output, origin }: { content: ReportContent; output: Output; origin: Origin },
): NewReport[] {
  const { templateName, ...cover } = content;
  return abouts.map((about) => ({
    ...origin,
    templateName,
    subject: about.subject,
    subjectKey: about.key,
    subjectName: nameSubject(about, language),
    deptId: about.deptId,
    period: period.kind,
    firstDay: period.first,
    lastDay: period.last,
    language,
    settings: { ...cover, ...output },
  }));
}
