import { fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { ReportPeriod, ReportSectionKey } from '@limpid/contract/report/report-request';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { checkPeriod } from '../subjects/check-period.rule.ts';
import { type ReportAbout, type ReportTargetValues, resolveTarget } from '../subjects/targets.ts';
import { checkSections } from '../templates/check-sections.rule.ts';
import { findTemplate, type UsableTemplate } from '../templates/template.store.ts';

/** The input of a request for reports or for a preview. */
export interface WantedReport extends ReportTargetValues {
  period: ReportPeriod['kind'];
  first: string;
  last: string;
  templateId?: number | undefined;
  sections?: ReportSectionKey[] | undefined;
  title?: string | undefined;
  coverText?: string | undefined;
  approver?: string | undefined;
  withLogo?: boolean | undefined;
}

interface Requester {
  db: Database;
  scope: Scope;
  ownDeptId: number | null;
  now: Date;
}

export interface ReportContent {
  templateName: string | null;
  sections: ReportSectionKey[];
  title: string | null;
  coverText: string | null;
  approver: string | null;
  withLogo: boolean;
}

/** The subjects of a request within reach, whose calendars have the period. */
export async function readAbouts(
  { db, scope, ownDeptId, now }: Requester,
  wanted: WantedReport,
): Promise<{ abouts: ReportAbout[]; period: ReportPeriod }> {
  const abouts = await resolveTarget(db, wanted, { scope, ownDeptId, texts: 'report.report' });
  const period = { kind: wanted.period, first: wanted.first, last: wanted.last };
  for (const zone of new Set(abouts.map((about) => about.zone)))
    checkPeriod(period, formatLocalDate(now.getTime(), zone));
  return { abouts, period };
}

/** Sections and cover, of the template and of the request itself, in one language. */
export async function readContent(
  { db, scope }: Pick<Requester, 'db' | 'scope'>,
  wanted: Omit<WantedReport, 'first' | 'last' | 'period'>,
  about: ReportAbout,
  language: Language,
): Promise<ReportContent> {
  const { templateId, title, coverText, approver, withLogo } = wanted;
  const template = templateId ? await findUsableTemplate(db, scope, templateId, language, about) : undefined;
  const sections = wanted.sections ?? template?.sections ?? [];
  checkSections(sections, 'sections');
  return {
    templateName: template?.templateName ?? null,
    sections,
    title: title || (template?.title ?? null),
    coverText: coverText || (template?.coverText ?? null),
    approver: approver || (template?.approver ?? null),
    withLogo: withLogo ?? template?.withLogo ?? true,
  };
}

/** A template that suits the subject. */
async function findUsableTemplate(
  db: Database,
  scope: Scope,
  templateId: number,
  language: Language,
  about: ReportAbout,
): Promise<UsableTemplate> {
  const template = await findTemplate(db, scope, templateId, language);
  if (template?.status !== '0') return fail('report.template_gone', {}, 'templateId');
  checkTemplateSuits(template, about);
  return template;
}

/** Refuses a template that is not for this kind of subject or belongs to another entity. */
export function checkTemplateSuits(
  { templateName: name, forSite, forEntity, forCity, entityId }: UsableTemplate,
  { subject, entityId: own }: Pick<ReportAbout, 'subject' | 'entityId'>,
): void {
  const isFor = { site: forSite, entity: forEntity, city: forCity }[subject.kind];
  if (!isFor) fail('report.template_subject', { name }, 'templateId');
  if (entityId !== null && entityId !== own) fail('report.template_entity', { name }, 'templateId');
}
