import { randomUUID } from 'node:crypto';
import type { App } from '../app.ts';
import { readTicks } from './cron.rule.ts';
import {
  forgetAsked,
  type HeldJob,
  holdJob,
  insertRun,
  isJobFree,
  type Moment,
  moveOn,
  type Run,
} from './jobs.store.ts';
import { decideTick, readPolicy } from './misfire.rule.ts';

/** A run without news for so long has lost its process. */
export const silenceMs = 60_000;

export function readMoment({ clock, config }: Pick<App, 'clock' | 'config'>): Moment {
  const now = clock.now();
  return { now, zone: config.zone, silentBefore: new Date(now.getTime() - silenceMs) };
}

/**
 * Takes one run, if one is to be done and nobody else has it. Holding the job's row decides: whoever moves its
 * next time on has the tick, however many processes look at the same moment and whatever their clocks say.
 */
export async function claimRun(
  app: Pick<App, 'db' | 'clock' | 'config'>,
): Promise<Run | 'planned' | undefined> {
  const moment = readMoment(app);
  return app.db.transaction().execute(async (db) => {
    const job = await holdJob(db, moment);
    if (!job) return undefined;
    const ticks = readTicks(job.cronExpression, moment.zone);
    const run = toRun(job, moment.now);
    if (job.status === '0' && !job.isPlanned) {
      await moveOn(db, job.jobId, moment.zone, ticks?.next(moment.now));
      return 'planned';
    }
    if (!(await isJobFree(db, job.jobId, moment.silentBefore))) return undefined;
    if (job.isAsked) {
      await forgetAsked(db, job.jobId);
    } else {
      const policy = readPolicy(job.misfirePolicy);
      const decision = ticks && decideTick(ticks, new Date(job.due ?? 0), moment.now, policy);
      await moveOn(db, job.jobId, moment.zone, decision?.next);
      if (!decision?.tick) return 'planned';
    }
    await insertRun(db, run);
    return run;
  });
}

function toRun(job: HeldJob, startedAt: Date): Run {
  return { ...job, runId: randomUUID(), startedAt };
}
