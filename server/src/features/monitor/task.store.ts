import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';

interface JobTable {
  jobId: number;
  jobName: string;
  invokeTarget: string;
  cronExpression: string;
  status: string;
  nextValidTime: Date | null;
  nextBy: string | null;
  askedAt: Date | null;
  updateBy: string | null;
  updateTime: Date | null;
}

const tables = (db: Database) => db.withTables<{ sysJob: JobTable }>();

export function findJob(db: Database, jobId: number) {
  return tables(db)
    .selectFrom('sysJob')
    .select(['jobId', 'invokeTarget', 'cronExpression'])
    .where('jobId', '=', jobId)
    .executeTakeFirst();
}

/** Resets the next run, so that a resumed job does not make up for runs during the pause. */
export async function setJobStatus(
  db: Database,
  clock: Clock,
  jobId: number,
  status: string,
  userName: string,
): Promise<void> {
  await tables(db)
    .updateTable('sysJob')
    .set({ status, nextValidTime: null, nextBy: null, updateBy: userName, updateTime: clock.now() })
    .where('jobId', '=', jobId)
    .where('status', '!=', status)
    .execute();
}

/** Several requests before the start result in one run. */
export async function requestRun(db: Database, clock: Clock, jobId: number): Promise<void> {
  await tables(db).updateTable('sysJob').set({ askedAt: clock.now() }).where('jobId', '=', jobId).execute();
}
