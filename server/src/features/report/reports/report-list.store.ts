import { gunzipSync } from 'node:zlib';
import type { ReportDocument } from '@limpid/contract/report/document';
import type { ReportFormat } from '@limpid/contract/report/report';
import type { ReportEdition } from '@limpid/contract/report/report-making';
import { sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import { type ReportRecord, storedColumns } from '../stored/report.store.ts';

export const reportScope = { dept: 'deptId' } as const;
const within = (scope: Scope) => scopeCondition(scope, { dept: 'dept_id' });

/** Reports in the data scope, in the order of their ids. */
export async function listReports(
  db: Database,
  scope: Scope,
  reportIds: readonly number[],
): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`
    select ${storedColumns} from report where report_id = any(${[...reportIds]}) and ${within(scope)}
    order by report_id`.execute(db);
  return rows;
}

/** The same, and keeps others from changing the row until the transaction ends. */
export async function lockReport(db: Database, reportId: number): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`
    select ${storedColumns} from report where report_id = ${reportId} for update`.execute(db);
  return rows[0];
}

/** Undefined if the report is not made yet. */
export async function findDocument(db: Database, reportId: number): Promise<ReportDocument | undefined> {
  const { rows } = await sql<{ document: Buffer }>`
    select document from report_document where report_id = ${reportId}`.execute(db);
  const [row] = rows;
  // Written by this program, in the form of the contract.
  return row && (JSON.parse(gunzipSync(row.document).toString()) as ReportDocument);
}

export async function findReportFile(
  db: Database,
  reportId: number,
  format: ReportFormat,
): Promise<{ fileName: string; bytes: Buffer } | undefined> {
  const { rows } = await sql<{ fileName: string; bytes: Buffer }>`
    select file_name, bytes from report_file where report_id = ${reportId} and format = ${format}`.execute(
    db,
  );
  return rows[0];
}

interface FileFacts {
  format: ReportFormat;
  fileName: string;
  size: number;
  sha256: string;
}

export async function listFiles(db: Database, reportId: number): Promise<FileFacts[]> {
  const { rows } = await sql<FileFacts>`
    select format, file_name, size, sha256 from report_file where report_id = ${reportId} order by format`.execute(
    db,
  );
  return rows;
}

/** The editions of a report, the newest first. */
export async function listEditions(db: Database, seriesId: number): Promise<ReportEdition[]> {
  const { rows } = await sql<ReportEdition>`
    select report_id, edition, state, sign_off, as_of, changed_at from report
    where series_id = ${seriesId} order by edition desc`.execute(db);
  return rows;
}

/** Adds the next edition of a report, which has the settings of the one before. */
export async function insertEdition(
  db: Database,
  reportId: number,
  { ownerId, createBy, now }: { ownerId: number; createBy: string; now: Date },
): Promise<number | undefined> {
  await sql`update report set newest = false where report_id = ${reportId}`.execute(db);
  const { rows } = await sql<{ reportId: number }>`
    insert into report (series_id, edition, plan_id, plan_name, template_name, report_name, subject, site_id, entity_id,
      province, city, subject_key, subject_name, dept_id, period, first_day, last_day, language, settings, owner_id,
      next_at, create_by, create_time)
    select series_id, edition + 1, plan_id, plan_name, template_name, report_name, subject, site_id, entity_id,
      province, city, subject_key, subject_name, dept_id, period, first_day, last_day, language, settings, ${ownerId},
      ${now}, ${createBy}, ${now}
    from report where report_id = ${reportId}
    returning report_id`.execute(db);
  return rows[0]?.reportId;
}

/** Lets failed reports wait once more; returns their number. */
export async function retryFailed(
  db: Database,
  reportIds: readonly number[],
  { ownerId, now }: { ownerId: number; now: Date },
): Promise<number> {
  const { rows } = await sql`
    update report set state = 'waiting', attempts = 0, next_at = ${now}, problem = null, owner_id = ${ownerId}
    where report_id = any(${[...reportIds]}) and state = 'failed' returning report_id`.execute(db);
  return rows.length;
}

/** The edition before a removed one is the newest again. */
export async function restoreNewest(db: Database, reportId: number): Promise<void> {
  await sql`
    update report older set newest = true from report removed
    where removed.report_id = ${reportId} and removed.newest and older.series_id = removed.series_id
      and older.report_id <> removed.report_id
      and older.edition = (select max(edition) from report one
        where one.series_id = removed.series_id and one.report_id <> removed.report_id)`.execute(db);
}
