import type { App } from '../app.ts';
import { busReconnected } from '../bus.ts';
import { defineTopic } from '../bus-topic.ts';
import { makeWakeUp } from '../wake-up.ts';
import { claimRun, heartbeatTimeoutMs, readClaimTime } from './claim.ts';
import { executeRun } from './execute.ts';
import { findNextTime, finishRun, type JobRun, removeLostRuns, updateHeartbeats } from './jobs.store.ts';
import { interruptedMessage } from './run-messages.ts';

/** Published when jobs were added, changed, removed or requested: every process checks them again. */
export const jobsChanged = defineTopic('job.changed');

export interface Scheduler {
  /** Starts no more runs, stops the current ones and waits until that is recorded. */
  stop(): Promise<void>;
}

const maxConcurrentRuns = 5;
const heartbeatMs = 5000;
/** Maximum time between two checks, because another process may have died during a run. */
const maxSleepMs = 15_000;
/** Pause before another attempt if a due job is locked, because another process is advancing it. */
const minSleepMs = 100;
const retryMs = 2000;

/** A current run of this process. */
interface ActiveRun {
  control: AbortController;
  ended: Promise<void>;
  /** Percent; null until its task reports progress. */
  progress: number | null;
}

/** Runs due jobs, in this process among others that share the database. */
export function startScheduler(app: App): Scheduler {
  const active = new Map<string, ActiveRun>();
  const wakeUp = makeWakeUp();
  let stopped = false;
  let lastHeartbeat = app.clock.now().getTime();

  function begin(run: JobRun): void {
    const control = new AbortController();
    const report = (done: number, total: number) => {
      const entry = active.get(run.runId);
      if (entry && total > 0) entry.progress = Math.min(100, Math.floor((done / total) * 100));
    };
    const ended = executeRun(app, run, { signal: control.signal, report })
      .catch((error: unknown) => app.log.error({ err: error, job: run.jobName }, 'recording job run failed'))
      .finally(() => {
        active.delete(run.runId);
        wakeUp.ring();
      });
    active.set(run.runId, { control, ended, progress: null });
  }

  /** Starts due runs; returns the milliseconds until the next one is due. */
  async function startDueRuns(): Promise<number> {
    await finishLostRuns(app);
    while (!stopped && active.size < maxConcurrentRuns) {
      const claimed = await claimRun(app);
      if (!claimed) break;
      if (claimed !== 'planned') begin(claimed);
    }
    const { now, staleBefore } = readClaimTime(app);
    const next = await findNextTime(app.db, staleBefore);
    // A timer may fire a moment too early.
    const rest = next === undefined ? maxSleepMs : next - now.getTime() + 5;
    return active.size < maxConcurrentRuns ? Math.min(Math.max(rest, minSleepMs), maxSleepMs) : maxSleepMs;
  }

  async function runLoop(): Promise<void> {
    while (!stopped) {
      const pause = await startDueRuns().catch((error: unknown) => {
        app.log.warn({ err: error }, 'starting due jobs failed, retrying');
        return retryMs;
      });
      if (!stopped) await wakeUp.wait(pause);
    }
  }

  async function sendHeartbeats(): Promise<void> {
    const runs = [...active].map(([runId, { progress }]) => ({ runId, progress }));
    const now = app.clock.now();
    if (runs.length > 0) {
      const existing = await updateHeartbeats(app.db, now, runs);
      // Another process counts these runs as lost and may have started them again.
      for (const { runId } of runs) if (!existing.has(runId)) active.get(runId)?.control.abort();
    }
    lastHeartbeat = now.getTime();
  }

  const heartbeatTimer = setInterval(() => {
    void sendHeartbeats().catch((error: unknown) => {
      app.log.warn({ err: error }, 'job heartbeat failed');
      const isLost = app.clock.now().getTime() - lastHeartbeat > heartbeatTimeoutMs;
      for (const { control } of isLost ? active.values() : []) control.abort();
    });
  }, heartbeatMs);
  const leaves = [
    app.bus.subscribe(jobsChanged, wakeUp.ring),
    app.bus.subscribe(busReconnected, wakeUp.ring),
  ];
  const loop = runLoop();

  return {
    async stop() {
      stopped = true;
      clearInterval(heartbeatTimer);
      for (const leave of leaves) leave();
      wakeUp.ring();
      await loop;
      for (const { control } of active.values()) control.abort();
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

/** Records runs whose process has died as interrupted. */
async function finishLostRuns(app: App): Promise<void> {
  const { now, staleBefore } = readClaimTime(app);
  await app.db.transaction().execute(async (db) => {
    for (const { started, ...lost } of await removeLostRuns(db, staleBefore)) {
      const run = { ...lost, startedAt: new Date(started) };
      const message = interruptedMessage();
      await finishRun(db, run, { message, succeeded: false, exceptionInfo: null, endedAt: now });
    }
  });
}
