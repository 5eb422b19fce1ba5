import type { TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { jobsChanged } from './scheduler.ts';

interface JobFacts {
  target?: string;
  cron?: string;
  policy?: string;
  concurrent?: string;
  status?: string;
  /** Seconds from now to the planned run; by default the scheduler plans it. */
  dueIn?: number;
}

const nightly = '0 0 3 * * ?';

/** Adds a job and notifies every process. */
export async function addJob({ app }: TestApp, name: string, facts: JobFacts = {}): Promise<number> {
  const { cron = nightly, dueIn } = facts;
  const due = dueIn === undefined ? null : new Date(app.clock.now().getTime() + dueIn * 1000);
  const { rows } = await app.pool.query(
    `insert into sys_job (job_name, invoke_target, cron_expression, misfire_policy, concurrent, status, next_valid_time, next_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning job_id`,
    [
      name,
      facts.target ?? 'testTask.note',
      cron,
      facts.policy ?? '3',
      facts.concurrent ?? '1',
      facts.status ?? '0',
      due,
      due && `${app.config.zone} ${cron}`,
    ],
  );
  await app.bus.publish(jobsChanged);
  return rows[0].job_id;
}

interface LogRow {
  status: string;
  message: string;
  error: string | null;
  cost: number;
}

export async function readLog({ app }: TestApp, jobId: number): Promise<LogRow[]> {
  const { rows } = await app.pool.query(
    `select status, job_message as message, exception_info as error, cost_time as cost
     from sys_job_log where job_id = $1 order by job_log_id`,
    [jobId],
  );
  return rows;
}

/** Waits until a job has run this many times. */
export async function waitForRuns(test: TestApp, jobId: number, count: number): Promise<LogRow[]> {
  await soon(async () => (await readLog(test, jobId)).length).toBeGreaterThanOrEqual(count);
  return readLog(test, jobId);
}

/** Removes all jobs except those of the test. */
export async function removeJobs({ app }: TestApp): Promise<void> {
  await app.pool.query('truncate sys_job, sys_job_log, job_run');
}
