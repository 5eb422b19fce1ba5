import { setTimeout as wait } from 'node:timers/promises';
import type { App } from '../app.ts';
import { isDatabaseGone } from '../db/database.ts';
import { finishRun, type JobRun, type JobRunEnd } from './jobs.store.ts';
import { doneMessage, failedMessage, interruptedMessage, readErrorStack } from './run-messages.ts';
import type { TaskControl } from './tasks.ts';

const retryMs = 1000;
const maxRetries = 60;

/** Runs the target, which is parsed again at every run, and records the outcome. */
export async function executeRun(app: App, run: JobRun, control: TaskControl): Promise<void> {
  const end = await tryRun(app, run, control);
  for (let attempt = 0; ; attempt++) {
    const failure = await finishRun(app.db, run, end).catch((error: unknown) => error);
    if (failure === undefined) return;
    // The outcome is recorded later if the database is unreachable at that moment.
    if (!isDatabaseGone(failure) || attempt >= maxRetries || control.signal.aborted) throw failure;
    await wait(retryMs);
  }
}

async function tryRun(app: App, run: JobRun, control: TaskControl): Promise<JobRunEnd> {
  try {
    const outcome = await app.tasks.read(run.invokeTarget).run(control);
    const endedAt = app.clock.now();
    const message = doneMessage(endedAt.getTime() - run.startedAt.getTime(), outcome);
    return { message, succeeded: true, exceptionInfo: null, endedAt };
  } catch (error) {
    const endedAt = app.clock.now();
    const took = endedAt.getTime() - run.startedAt.getTime();
    const message = control.signal.aborted ? interruptedMessage() : failedMessage(took, error);
    app.log.warn({ err: error, job: run.jobName }, 'job run failed');
    return { message, succeeded: false, exceptionInfo: readErrorStack(error), endedAt };
  }
}
