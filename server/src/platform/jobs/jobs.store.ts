import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** The facts of a job that a run and its log keep, because the job may be changed or removed meanwhile. */
interface JobFacts {
  jobId: number;
  jobName: string;
  jobNameEn: string | null;
  jobNameFr: string | null;
  jobGroup: string;
  invokeTarget: string;
}

/** A job as seen by the holder of its row lock. */
export interface LockedJob extends JobFacts {
  cronExpression: string;
  misfirePolicy: string;
  concurrent: string;
  status: string;
  /** A user has requested one run now. */
  isRequested: boolean;
  /** The next time was computed with the current expression and zone. */
  isPlanned: boolean;
  /** Milliseconds since 1970. */
  due: number | null;
}

export interface JobRun extends JobFacts {
  runId: string;
  startedAt: Date;
}

/** The moments that a query for due jobs compares with. */
export interface ClaimTime {
  now: Date;
  zone: string;
  /** Runs without a heartbeat since then count as lost. */
  staleBefore: Date;
}

const facts = sql.raw('job_id, job_name, job_name_en, job_name_fr, job_group, invoke_target');
const plan = (zone: string) => sql`${zone}::text || ' ' || cron_expression`;
const isFree = (staleBefore: Date) =>
  sql`(concurrent = '0' or not exists (
    select from job_run r where r.job_id = j.job_id and r.heartbeat_at > ${staleBefore}))`;

/** Locks a job that is due, skipping those that other processes hold at this moment. */
export async function lockDueJob(
  db: Database,
  { now, zone, staleBefore }: ClaimTime,
): Promise<LockedJob | undefined> {
  const { rows } = await sql<LockedJob>`
    select ${facts}, cron_expression, misfire_policy, concurrent, status,
      asked_at is not null as is_requested,
      next_by is not distinct from ${plan(zone)} as is_planned,
      extract(epoch from next_valid_time)::float8 * 1000 as due
    from sys_job j
    where (status = '0' and next_by is distinct from ${plan(zone)})
      or ((asked_at is not null or (status = '0' and next_valid_time <= ${now})) and ${isFree(staleBefore)})
    order by asked_at nulls last, next_valid_time nulls first
    limit 1 for update skip locked`.execute(db);
  return rows[0];
}

/** Reads the job again under the lock: another process may have changed it before the lock was granted. */
export async function isJobFree(db: Database, jobId: number, staleBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    select from sys_job j where job_id = ${jobId} and ${isFree(staleBefore)}`.execute(db);
  return rows.length > 0;
}

export async function setNextRun(
  db: Database,
  jobId: number,
  zone: string,
  next: Date | undefined,
): Promise<void> {
  await sql`update sys_job set next_valid_time = ${next ?? null}, next_by = ${plan(zone)}
    where job_id = ${jobId}`.execute(db);
}

export async function clearRequest(db: Database, jobId: number): Promise<void> {
  await sql`update sys_job set asked_at = null where job_id = ${jobId}`.execute(db);
}

/** When the next job is due that is not blocked by a running one; undefined if none is planned. */
export async function findNextTime(db: Database, staleBefore: Date): Promise<number | undefined> {
  const { rows } = await sql<{ next: number | null }>`
    select extract(epoch from min(next_valid_time))::float8 * 1000 as next
    from sys_job j where status = '0' and ${isFree(staleBefore)}`.execute(db);
  return rows[0]?.next ?? undefined;
}

export async function insertRun(db: Database, run: JobRun): Promise<void> {
  await sql`
    insert into job_run (run_id, ${facts}, started_at, heartbeat_at)
    values (${run.runId}, ${valuesOf(run)}, ${run.startedAt}, ${run.startedAt})`.execute(db);
}

/** Writes the heartbeat and progress of these runs; returns the ids of those that still exist. */
export async function updateHeartbeats(
  db: Database,
  now: Date,
  runs: readonly { runId: string; progress: number | null }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ runId: string }>`
    update job_run set heartbeat_at = ${now}, progress = input.progress
    from unnest(${runs.map(({ runId }) => runId)}::uuid[], ${runs.map(({ progress }) => progress)}::smallint[])
      as input(run_id, progress)
    where job_run.run_id = input.run_id returning job_run.run_id`.execute(db);
  return new Set(rows.map(({ runId }) => runId));
}

/** Removes runs whose process has died from the running ones. */
export async function removeLostRuns(
  db: Database,
  staleBefore: Date,
): Promise<(Omit<JobRun, 'startedAt'> & { started: number })[]> {
  const { rows } = await sql<Omit<JobRun, 'startedAt'> & { started: number }>`
    delete from job_run where heartbeat_at <= ${staleBefore}
    returning run_id, ${facts},
      extract(epoch from started_at)::float8 * 1000 as started`.execute(db);
  return rows;
}

export interface JobRunEnd {
  /** A translation key with its parameters. */
  message: string;
  succeeded: boolean;
  exceptionInfo: string | null;
  endedAt: Date;
}

/** Writes the log. The process that ran the job knows best, so it also corrects a run that others marked as lost. */
export async function finishRun(db: Database, run: JobRun, end: JobRunEnd): Promise<void> {
  const cost = end.endedAt.getTime() - run.startedAt.getTime();
  await sql`
    with over as (delete from job_run where run_id = ${run.runId})
    insert into sys_job_log (run_id, ${facts}, job_message, status, exception_info, start_time, end_time, cost_time,
      create_time)
    values (${run.runId}, ${valuesOf(run)}, ${end.message}, ${end.succeeded ? '0' : '1'}, ${end.exceptionInfo},
      ${run.startedAt}, ${end.endedAt}, ${cost}, ${end.endedAt})
    on conflict (run_id) do update set job_message = excluded.job_message, status = excluded.status,
      exception_info = excluded.exception_info, end_time = excluded.end_time, cost_time = excluded.cost_time`.execute(
    db,
  );
}

function valuesOf({ jobId, jobName, jobNameEn, jobNameFr, jobGroup, invokeTarget }: JobFacts) {
  return sql.join([jobId, jobName, jobNameEn, jobNameFr, jobGroup, invokeTarget]);
}
