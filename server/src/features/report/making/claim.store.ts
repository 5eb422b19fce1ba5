import { gzipSync } from 'node:zlib';
import type { ReportDocument } from '@limpid/contract/report/document';
import type { ReportFormat } from '@limpid/contract/report/report';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';
import { type ReportRecord, storedColumns } from '../stored/report.store.ts';

/** A process that makes a report and then dies is replaced after this many attempts no more. */
export const maxMakingAttempts = 3;

interface ClaimTime {
  now: Date;
  /** An attempt without a heartbeat since then has lost its process. */
  staleBefore: Date;
}

/** One attempt to make a report: only the last one can store anything. */
export interface ReportClaim {
  reportId: number;
  claim: string;
}

const isHeld = ({ reportId, claim }: ReportClaim) =>
  sql`report_id = ${reportId} and claim = ${claim}::uuid and state = 'making'`;

/** Takes one report that waits or has lost its process; what people have asked for comes first. */
export async function claimReport(
  db: Database,
  claim: string,
  { now, staleBefore }: ClaimTime,
): Promise<ReportRecord | undefined> {
  await sql`
    update report set state = 'failed', claim = null, heartbeat = null, problem = 'errors.report.interrupted'
    where state = 'making' and heartbeat < ${staleBefore} and attempts >= ${maxMakingAttempts}`.execute(db);
  const { rows } = await sql<ReportRecord>`
    update report set state = 'making', claim = ${claim}::uuid, heartbeat = ${now}, as_of = ${now},
      attempts = attempts + 1
    where report_id = (
      select report_id from report
      where state = 'waiting' and next_at <= ${now} or state = 'making' and heartbeat < ${staleBefore}
      order by plan_id is not null, next_at, report_id limit 1 for update skip locked)
    returning ${storedColumns}`.execute(db);
  return rows[0];
}

/** False if another process has taken the report over, or it has been removed. */
export async function beatReport(db: Database, claim: ReportClaim, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update report set heartbeat = ${now} where ${isHeld(claim)} returning report_id`.execute(db);
  return rows.length > 0;
}

/** Gives a report back, without counting the attempt. */
export async function releaseReport(db: Database, claim: ReportClaim, now: Date): Promise<void> {
  await sql`
    update report set state = 'waiting', claim = null, heartbeat = null, attempts = attempts - 1, next_at = ${now}
    where ${isHeld(claim)}`.execute(db);
}

/** Notes why an attempt failed, and when the next one begins; without another one the report has failed. */
export async function failReport(
  db: Database,
  claim: ReportClaim,
  { problem, nextAt }: { problem: string; nextAt: Date | undefined },
): Promise<void> {
  await sql`
    update report set state = ${nextAt ? 'waiting' : 'failed'}, claim = null, heartbeat = null, problem = ${problem},
      next_at = coalesce(${nextAt ?? null}::timestamptz, next_at)
    where ${isHeld(claim)}`.execute(db);
}

export interface MadeFile {
  format: ReportFormat;
  fileName: string;
  sha256: string;
  bytes: Uint8Array;
}

interface MadeReport {
  document: ReportDocument;
  reportName: string;
  files: readonly MadeFile[];
  dataMark: string;
  madeAt: Date;
}

/** Stores a made report with its messages; false if another process has taken it over, or it has been removed. */
export function finishReport(db: Database, claim: ReportClaim, made: MadeReport): Promise<boolean> {
  const compressed = gzipSync(JSON.stringify(made.document));
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql`
      update report set state = 'done', claim = null, heartbeat = null, problem = null, made_at = ${made.madeAt},
        report_name = ${made.reportName}, data_mark = ${made.dataMark}
      where ${isHeld(claim)} returning report_id`.execute(transaction);
    if (rows.length === 0) return false;
    const { reportId } = claim;
    await sql`insert into report_document (report_id, document) values (${reportId}, ${compressed})`.execute(
      transaction,
    );
    for (const file of made.files) await saveFile(transaction, reportId, file);
    await sql`
      insert into report_delivery (report_id, notify_channel_id, created_at, next_at)
      select report_id, notify_channel_id, ${made.madeAt}, ${made.madeAt}
      from report, jsonb_array_elements_text(settings -> 'notifyChannelIds') wanted
      join notify_channel on notify_channel_id = wanted::integer
      where report_id = ${reportId} on conflict do nothing`.execute(transaction);
    return true;
  });
}

/** Adds a file to a report, or replaces it. */
export async function saveFile(db: Database, reportId: number, file: MadeFile): Promise<void> {
  const { format, fileName, sha256, bytes } = file;
  await sql`
    insert into report_file (report_id, format, file_name, size, sha256, bytes)
    values (${reportId}, ${format}, ${fileName}, ${bytes.byteLength}, ${sha256}, ${Buffer.from(bytes)})
    on conflict (report_id, format) do update
    set file_name = excluded.file_name, size = excluded.size, sha256 = excluded.sha256, bytes = excluded.bytes`.execute(
    db,
  );
}
