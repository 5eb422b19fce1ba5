import type { CheckedReport } from '@limpid/contract/report/report-sign-off';
import { sql } from 'kysely';
import type { Database } from '../../../platform/db/database.ts';

/** Notes who has reviewed a draft; false if it is no draft any more. */
export async function markReviewed(
  db: Database,
  reportId: number,
  { name, at }: { name: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update report set sign_off = 'reviewed', reviewer = ${name}, reviewed_at = ${at}
    where report_id = ${reportId} and state = 'done' and newest and sign_off = 'draft' returning report_id`.execute(
    db,
  );
  return rows.length > 0;
}

/** Notes who has published a reviewed report; false if it is not one any more. */
export async function markPublished(
  db: Database,
  reportId: number,
  { name, at, checkCode }: { name: string; at: Date; checkCode: string },
): Promise<boolean> {
  const { rows } = await sql`
    update report set sign_off = 'published', publisher = ${name}, published_at = ${at}, check_code = ${checkCode}
    where report_id = ${reportId} and state = 'done' and newest and sign_off = 'reviewed' returning report_id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function findPublished(db: Database, checkCode: string): Promise<CheckedReport | undefined> {
  const { rows } = await sql<CheckedReport>`
    select report_name as title, period, first_day as first, last_day as last, sha256
    from report join report_file using (report_id)
    where check_code = ${checkCode} and sign_off = 'published' and format = 'pdf'`.execute(db);
  return rows[0];
}
