import { backgroundJobs } from '../features.ts';
import { startScheduler } from '../platform/jobs/scheduler.ts';
import type { RunningApp } from './app.ts';

/** Starts the background work; returns a function that stops it. */
export function startWorker({ app, services }: Pick<RunningApp, 'app' | 'services'>): () => Promise<void> {
  const scheduler = startScheduler(app);
  const stops = [scheduler.stop, ...backgroundJobs.map((start) => start(app, services))];
  return async () => {
    // All at once: each may be in the middle of something, and together they would exceed the patience of a supervisor.
    await Promise.all(stops.map((stop) => stop()));
  };
}
