import { DAY_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { fieldLabel } from '@limpid/contract/kit/resource';
import { parameter } from '@limpid/contract/system/parameter';
import type { App } from '../../platform/app.ts';
import { type LogName, logs, removeBatch, removeUnusedNames } from './log.store.ts';

/** Removes expired rows of all logs; safe to run in several processes at once. */
export async function removeOldLogs(app: App): Promise<Record<LogName, number>> {
  const removed = { operation: 0, login: 0, forward: 0, data: 0, task: 0, alarm: 0, device: 0, error: 0 };
  for (const name of Object.keys(removed) as LogName[]) removed[name] = await removeOld(app, name);
  if (removed.operation + removed.login + removed.data > 0) {
    for (let last: string | undefined = ''; last !== undefined; ) last = await removeUnusedNames(app, last);
  }
  return removed;
}

/** Whole days up to 99,999; undefined (kept for ever) for 0 and invalid values. */
function readDays(text: string): number | undefined {
  const days = /^\d{1,5}$/.test(text.trim()) ? Number(text) : 0;
  return days > 0 ? days : undefined;
}

export function addLogRetentionChecks({ parameters }: Pick<App, 'parameters'>): void {
  const label = fieldLabel(parameter, 'configValue');
  for (const { days, minDays: least } of Object.values(logs)) {
    parameters.addCheck(days, (value) => {
      const isKeptForever = value.trim() === '0';
      if (!isKeptForever && (readDays(value) ?? 0) < least)
        fail('parameter.log_days', { label, least }, 'configValue');
    });
  }
}

async function removeOld(app: App, name: LogName): Promise<number> {
  const { days: key, minDays } = logs[name];
  const days = readDays((await app.parameters.get(key)) ?? '');
  if (days === undefined) return 0;
  // A value from before there was a minimum counts as the minimum.
  const keptMs = Math.max(days, minDays) * DAY_MS;
  return removeBefore(app, name, new Date(app.clock.now().getTime() - keptMs));
}

/** Removes rows in batches and returns their number; `which` narrows them. */
export async function removeBefore(
  app: Pick<App, 'db'>,
  name: LogName,
  before: Date,
  which?: Parameters<typeof removeBatch>[3],
): Promise<number> {
  let total = 0;
  for (let gone = 1; gone > 0; total += gone) gone = await removeBatch(app, name, before, which);
  return total;
}
