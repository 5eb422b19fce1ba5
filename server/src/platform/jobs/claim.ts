import { randomUUID } from 'node:crypto';
import { MINUTE_MS } from '@limpid/contract/durations';
import type { App } from '../app.ts';
import { parseSchedule } from './cron.rule.ts';
import {
  type ClaimTime,
  clearRequest,
  insertRun,
  isJobFree,
  type JobRun,
  type LockedJob,
  lockDueJob,
  setNextRun,
} from './jobs.store.ts';
import { decideTick, readPolicy } from './misfire.rule.ts';

/** A run without a heartbeat for this long has lost its process. */
export const heartbeatTimeoutMs = MINUTE_MS;

export function readClaimTime({ clock, config }: Pick<App, 'clock' | 'config'>): ClaimTime {
  const now = clock.now();
  return { now, zone: config.zone, staleBefore: new Date(now.getTime() - heartbeatTimeoutMs) };
}

/**
 * Claims one run, if one is due and no other process has it. The lock of the job's row decides: the process that
 * advances its next time has the run, however many processes try at the same moment and whatever their clocks say.
 */
export async function claimRun(
  app: Pick<App, 'db' | 'clock' | 'config'>,
): Promise<JobRun | 'planned' | undefined> {
  const moment = readClaimTime(app);
  return app.db.transaction().execute(async (db) => {
    const job = await lockDueJob(db, moment);
    if (!job) return undefined;
    const ticks = parseSchedule(job.cronExpression, moment.zone);
    const run = toRun(job, moment.now);
    if (job.status === '0' && !job.isPlanned) {
      await setNextRun(db, job.jobId, moment.zone, ticks?.next(moment.now));
      return 'planned';
    }
    if (!(await isJobFree(db, job.jobId, moment.staleBefore))) return undefined;
    if (job.isRequested) {
      await clearRequest(db, job.jobId);
    } else {
      const policy = readPolicy(job.misfirePolicy);
      const decision = ticks && decideTick(ticks, new Date(job.due ?? 0), moment.now, policy);
      await setNextRun(db, job.jobId, moment.zone, decision?.next);
      if (!decision?.tick) return 'planned';
    }
    await insertRun(db, run);
    return run;
  });
}

function toRun(job: LockedJob, startedAt: Date): JobRun {
  return { ...job, runId: randomUUID(), startedAt };
}
