import type { Language } from '@limpid/contract/language';
import type {
  ReportPeriodKind,
  ReportSectionKey,
  ReportSubject,
} from '@limpid/contract/report/report-request';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** What a report contains and how its cover reads, as it was when somebody asked for it. */
export interface ReportSettings {
  sections: ReportSectionKey[];
  title: string | null;
  coverText: string | null;
  approver: string | null;
  withLogo: boolean;
  withPdf: boolean;
  withWorkbook: boolean;
  notifyChannelIds: number[];
}

export interface NewReport {
  planId: number | null;
  planName: string | null;
  templateName: string | null;
  subject: ReportSubject;
  subjectKey: string;
  subjectName: string;
  deptId: number;
  period: ReportPeriodKind;
  firstDay: string;
  lastDay: string;
  language: Language;
  settings: ReportSettings;
  ownerId: number;
  createBy: string | null;
}

/** Adds reports that wait to be made, and returns their ids; those that a plan has already are left out. */
export async function insertWaitingReports(
  db: Database,
  reports: readonly NewReport[],
  now: Date,
): Promise<number[]> {
  const columns = reports.map(({ subject, settings, ...report }) => ({
    ...report,
    subject: subject.kind,
    siteId: subject.kind === 'site' ? subject.siteId : null,
    entityId: subject.kind === 'entity' ? subject.entityId : null,
    province: subject.kind === 'city' ? subject.province : null,
    city: subject.kind === 'city' ? subject.city : null,
    settings,
  }));
  const { rows } = await sql<{ reportId: number }>`
    insert into report (plan_id, plan_name, template_name, report_name, subject, site_id, entity_id, province, city,
      subject_key, subject_name, dept_id, period, first_day, last_day, language, settings, owner_id, next_at, create_by,
      create_time)
    select "planId", "planName", "templateName", "subjectName", subject, "siteId", "entityId", province, city,
      "subjectKey", "subjectName", "deptId", period, "firstDay", "lastDay", language, settings, "ownerId", ${now},
      "createBy", ${now}
    from jsonb_to_recordset(${JSON.stringify(columns)}::jsonb) as given ("planId" integer, "planName" text,
      "templateName" text, subject text, "siteId" integer, "entityId" integer, province text, city text,
      "subjectKey" text, "subjectName" text, "deptId" integer, period text, "firstDay" text, "lastDay" text,
      language text, settings jsonb, "ownerId" integer, "createBy" text)
    on conflict (plan_id, subject_key, period, first_day, last_day, language) where plan_id is not null and edition = 1
      do nothing
    returning report_id`.execute(db);
  return rows.map(({ reportId }) => reportId);
}

/** A report with what is needed to make it. */
export interface ReportRecord {
  reportId: number;
  seriesId: number;
  edition: number;
  newest: boolean;
  reportName: string;
  subjectName: string;
  subject: ReportSubject['kind'];
  siteId: number | null;
  entityId: number | null;
  province: string | null;
  city: string | null;
  deptId: number;
  period: ReportPeriodKind;
  firstDay: string;
  lastDay: string;
  language: Language;
  settings: ReportSettings;
  ownerId: number;
  state: string;
  attempts: number;
  signOff: string;
  reviewer: string | null;
  /** Epoch milliseconds, like all moments here. */
  reviewedAt: number | null;
  asOf: number | null;
  madeAt: number | null;
}

const millis = (column: string): RawBuilder<unknown> =>
  sql`(extract(epoch from ${sql.ref(column)}) * 1000)::float8 as ${sql.ref(column)}`;

export const storedColumns = sql`report_id, series_id, edition, newest, report_name, subject_name, subject, site_id, entity_id, province,
  city, dept_id, period, first_day, last_day, language, settings, owner_id, state, attempts, sign_off, reviewer,
  ${millis('reviewed_at')}, ${millis('as_of')}, ${millis('made_at')}`;

/** The subject; undefined if its site or entity has been removed. */
export function readSubject(report: ReportRecord): ReportSubject | undefined {
  const { subject, siteId, entityId, province, city } = report;
  if (subject === 'site') return siteId === null ? undefined : { kind: subject, siteId };
  if (subject === 'entity') return entityId === null ? undefined : { kind: subject, entityId };
  return { kind: 'city', province: province ?? '', city: city ?? '' };
}
