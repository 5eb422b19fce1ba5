import type { TaskOutcome } from '../platform/jobs/tasks.ts';
import type { TestApp } from './app.ts';

/** Runs a task as a job would. */
export function runTask({ app }: TestApp, target: string): Promise<TaskOutcome | undefined> {
  const { signal } = new AbortController();
  return app.tasks.read(target).run({ signal, report: () => undefined });
}
