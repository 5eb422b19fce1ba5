import { AppError } from '@limpid/contract/errors';
import { type CronFields, type CronProblem, parseCron } from '@limpid/contract/monitor/cron';
import type { App } from '../../platform/app.ts';
import { formatInZone } from '../../platform/clock.ts';
import { makeTicks, readTicks } from '../../platform/jobs/cron.rule.ts';

const field = 'cronExpression';
const shown = 5;

type Surroundings = Pick<App, 'clock' | 'config'>;

/** What an expression says and its next five runs; or why it cannot be used, which is also that it never fires. */
export function readMeaning(
  { clock, config }: Surroundings,
  expression: string,
): { fields: CronFields; runs: Date[] } | { error: AppError } {
  const parsed = parseCron(expression);
  if ('problem' in parsed) return { error: describeProblem(parsed.problem) };
  const runs = makeTicks(parsed.fields, config.zone).nextFew(shown, clock.now());
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
  { clock, config }: Surroundings,
  { cronExpression }: { cronExpression?: unknown },
): string | null {
  const next = readTicks(String(cronExpression), config.zone)?.next(clock.now());
  return next ? formatInZone(next, config.zone) : null;
}
