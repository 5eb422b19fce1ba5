import type { App } from '../../platform/app.ts';
import { forgetNames, type LogName, logs, removePortion } from './log.store.ts';

const dayMs = 86_400_000;

/** Removes what is older than its log keeps. Several processes may do it at once; each row goes once. */
export async function removeOldLogs(app: App): Promise<Record<LogName, number>> {
  const removed = { operation: 0, login: 0, forward: 0, data: 0, task: 0, error: 0 };
  for (const name of Object.keys(removed) as LogName[]) removed[name] = await removeOld(app, name);
  if (removed.operation + removed.login + removed.data > 0) {
    for (let last: string | undefined = ''; last !== undefined; ) last = await forgetNames(app, last);
  }
  return removed;
}

async function removeOld(app: App, name: LogName): Promise<number> {
  const days = Number(await app.parameters.get(logs[name].days));
  // What nobody can read as a number of days must not cost anybody a log.
  if (!Number.isFinite(days) || days <= 0) return 0;
  const before = new Date(app.clock.now().getTime() - days * dayMs);
  let total = 0;
  for (let gone = 1; gone > 0; total += gone) gone = await removePortion(app, name, before);
  return total;
}
