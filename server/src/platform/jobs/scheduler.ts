import type { App } from '../app.ts';
import { busReconnected } from '../bus.ts';
import { claimRun, readMoment, silenceMs } from './claim.ts';
import { executeRun } from './execute.ts';
import { findNextTime, finishRun, type Run, takeLostRuns, updateHeartbeats } from './jobs.store.ts';
import { sayInterrupted } from './run-messages.ts';

/** Told when jobs were added, changed, removed or asked for: every process looks at them again. */
export const jobsChanged = 'job.changed';

export interface Scheduler {
  /** Begins nothing more, stops what runs here and waits until that is written down. */
  stop(): Promise<void>;
}

const mostAtOnce = 5;
const heartbeatMs = 5000;
/** Nothing is waited for longer than this: another process may have died with a run. */
const patienceMs = 15_000;
/** A job that is due and yet not to be had is being moved on by another process. */
const shortestMs = 100;
const outageMs = 2000;

/** One run under way in this process. */
interface ActiveRun {
  control: AbortController;
  ended: Promise<void>;
  /** Percent; null until its task says something. */
  progress: number | null;
}

/** Runs jobs when they are due, in this process among others that share the database. */
export function startScheduler(app: App): Scheduler {
  const active = new Map<string, ActiveRun>();
  const bell = makeBell();
  let stopped = false;
  let heardAt = app.clock.now().getTime();

  function begin(run: Run): void {
    const control = new AbortController();
    const report = (done: number, total: number) => {
      const entry = active.get(run.runId);
      if (entry && total > 0) entry.progress = Math.min(100, Math.floor((done / total) * 100));
    };
    const ended = executeRun(app, run, { signal: control.signal, report })
      .catch((error: unknown) =>
        app.log.error({ err: error, job: run.jobName }, 'job could not be written down'),
      )
      .finally(() => {
        active.delete(run.runId);
        bell.ring();
      });
    active.set(run.runId, { control, ended, progress: null });
  }

  /** Begins what is due. How long nothing else will be. */
  async function look(): Promise<number> {
    await giveUpLost(app);
    while (!stopped && active.size < mostAtOnce) {
      const claimed = await claimRun(app);
      if (!claimed) break;
      if (claimed !== 'planned') begin(claimed);
    }
    const { now, silentBefore } = readMoment(app);
    const next = await findNextTime(app.db, silentBefore);
    // A timer may ring a moment too early.
    const rest = next === undefined ? patienceMs : next - now.getTime() + 5;
    return active.size < mostAtOnce ? Math.min(Math.max(rest, shortestMs), patienceMs) : patienceMs;
  }

  async function go(): Promise<void> {
    while (!stopped) {
      const pause = await look().catch((error: unknown) => {
        app.log.warn({ err: error }, 'jobs wait for the database');
        return outageMs;
      });
      if (!stopped) await bell.wait(pause);
    }
  }

  async function beat(): Promise<void> {
    const runs = [...active].map(([runId, { progress }]) => ({ runId, progress }));
    const now = app.clock.now();
    if (runs.length > 0) {
      const known = await updateHeartbeats(app.db, now, runs);
      // Another process believes them lost and may have begun again.
      for (const { runId } of runs) if (!known.has(runId)) active.get(runId)?.control.abort();
    }
    heardAt = now.getTime();
  }

  const beats = setInterval(() => {
    void beat().catch((error: unknown) => {
      app.log.warn({ err: error }, 'jobs cannot say that they run');
      const isLost = app.clock.now().getTime() - heardAt > silenceMs;
      for (const { control } of isLost ? active.values() : []) control.abort();
    });
  }, heartbeatMs);
  const leaves = [app.bus.subscribe(jobsChanged, bell.ring), app.bus.subscribe(busReconnected, bell.ring)];
  const going = go();

  return {
    async stop() {
      stopped = true;
      clearInterval(beats);
      for (const leave of leaves) leave();
      bell.ring();
      await going;
      for (const { control } of active.values()) control.abort();
      await Promise.all([...active.values()].map(({ ended }) => ended));
    },
  };
}

/** Says of runs whose process has died that they were cut off. */
async function giveUpLost(app: App): Promise<void> {
  const { now, silentBefore } = readMoment(app);
  await app.db.transaction().execute(async (db) => {
    for (const { started, ...lost } of await takeLostRuns(db, silentBefore)) {
      const run = { ...lost, startedAt: new Date(started) };
      const message = sayInterrupted();
      await finishRun(db, run, { message, succeeded: false, exceptionInfo: null, endedAt: now });
    }
  });
}

/** A sleep that others can end. */
function makeBell() {
  let wake = () => {};
  let rung = false;
  return {
    ring(): void {
      rung = true;
      wake();
    },
    async wait(ms: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, rung ? 0 : ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      rung = false;
      wake = () => {};
    },
  };
}
