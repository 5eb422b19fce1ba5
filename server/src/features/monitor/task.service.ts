import { AppError } from '@limpid/contract/errors';
import { type CronFields, type CronProblem, parseCron } from '@limpid/contract/monitor/cron';
import type { App } from '../../platform/app.ts';
import { formatInZone } from '../../platform/clock.ts';
import { makeSchedule, parseSchedule } from '../../platform/jobs/cron.rule.ts';

const field = 'cronExpression';
const shownRuns = 5;

type Deps = Pick<App, 'clock' | 'config'>;

/** The fields and the next five runs of an expression, or the error; an expression that never fires is an error. */
export function interpretCron(
  { clock, config }: Deps,
  expression: string,
): { fields: CronFields; runs: Date[] } | { error: AppError } {
  const parsed = parseCron(expression);
  if ('problem' in parsed) return { error: describeProblem(parsed.problem) };
  const runs = makeSchedule(parsed.fields, config.zone).nextFew(shownRuns, clock.now());
  return runs.length > 0
    ? { fields: parsed.fields, runs }
    : { error: new AppError('task.cron_never', {}, field) };
}

function describeProblem(problem: CronProblem): AppError {
  if (problem.kind === 'field')
    return new AppError('task.cron_field', { label: `monitor.cron.parts.${problem.part}` }, field);
  return new AppError(problem.kind === 'days' ? 'task.cron_days' : 'task.cron_count', {}, field);
}

/** When a job would run next, as if it were not paused. */
export function nextRun(
  { clock, config }: Deps,
  { cronExpression }: { cronExpression?: unknown },
): string | null {
  const next = parseSchedule(String(cronExpression), config.zone)?.next(clock.now());
  return next ? formatInZone(next, config.zone) : null;
}
