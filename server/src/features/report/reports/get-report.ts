import { fail } from '@limpid/contract/errors';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ReportRecord } from '../stored/report.store.ts';
import { listReports } from './report-list.store.ts';

/** The report within reach; one that is missing or outside is refused alike. */
export async function getReport(db: Database, scope: Scope, reportId: number): Promise<ReportRecord> {
  const [found] = await listReports(db, scope, [reportId]);
  return found ?? fail('row.gone');
}
