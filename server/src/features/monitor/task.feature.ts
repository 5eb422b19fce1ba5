import { fail } from '@limpid/contract/errors';
import {
  changeJobStatus,
  job,
  jobLog,
  listTasks,
  readExpression,
  runJob,
} from '@limpid/contract/monitor/task';
import { crud } from '../../crud/crud.ts';
import type { StoredRow, Writer, WriteValues } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { hasPermission } from '../../platform/auth/caller.ts';
import { formatInZone } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { describeCron } from '../../platform/jobs/describe-cron.rule.ts';
import { jobsChanged } from '../../platform/jobs/scheduler.ts';
import { describeError, translate } from '../../platform/texts.ts';
import { routeLogCleaning } from './logs.feature.ts';
import { addSampleTasks } from './sample-tasks.ts';
import { interpretCron, nextRun } from './task.service.ts';
import { findJob, requestRun, setJobStatus } from './task.store.ts';

/** The process that runs the job next. */
type JobColumns = {
  nextBy: string | null;
};
type JobValues = WriteValues<typeof job, JobColumns>;
type StoredJob = StoredRow<typeof job, JobColumns>;

const paused = '1';

/**
 * Jobs and their log have no data scope, as in the family, so that only administrators get the permissions by default.
 */
export function addTasks(app: App): void {
  addSampleTasks(app.tasks);
  const publishChange = () => app.bus.publish(jobsChanged);
  crud<typeof job, JobColumns>(app, job, {
    table: 'sysJob',
    view: 'sysJobView',
    cache: { clear: publishChange },
    beforeWrite: (values, writer, before) => checkJob(app, values, writer, before),
    complete: async (row) => ({ ...row, nextValidTime: nextRun(app, row) }),
  });
  crud(app, jobLog, { table: 'sysJobLog' });
  routeLogCleaning(app, jobLog, 'task');

  route(app, changeJobStatus, async ({ body, caller }) => {
    const { jobId, status } = body;
    const found = (await findJob(app.db, jobId)) ?? fail('row.gone');
    if (status !== paused) checkJobCall(app, found);
    await setJobStatus(app.db, app.clock, jobId, status, caller.userName);
    await publishChange();
  });
  route(app, runJob, async ({ body }) => {
    const found = (await findJob(app.db, body.jobId)) ?? fail('task.gone');
    if (!nextRun(app, found)) fail('task.gone');
    app.tasks.read(found.invokeTarget);
    await requestRun(app.db, app.clock, body.jobId);
    await publishChange();
  });
  routeFormHelp(app);
}

/** Endpoints that the form calls while the user types. */
function routeFormHelp(app: App): void {
  route(app, readExpression, ({ query, language }) => {
    const meaning = interpretCron(app, query.cronExpression);
    if ('error' in meaning)
      return { problem: describeError(meaning.error, language), reading: null, runs: [] };
    return {
      problem: null,
      reading: describeCron(meaning.fields, language),
      runs: meaning.runs.map((run) => formatInZone(run, app.config.zone)),
    };
  });
  route(app, listTasks, ({ language }) =>
    app.tasks.list().map(({ name, method, texts, example, parameters }) => ({
      name: `${name}.${method}`,
      title: translate(language, `${texts}.title`),
      example,
      parameters: parameters.map((parameter) => ({
        title: translate(language, `${texts}.parameters.${parameter.name}`),
        type: parameter.type,
      })),
    })),
  );
}

interface JobCall {
  invokeTarget: string;
  cronExpression: string;
}

function checkJobCall(app: App, { invokeTarget, cronExpression }: JobCall): void {
  app.tasks.read(invokeTarget);
  const meaning = interpretCron(app, cronExpression);
  if ('error' in meaning) throw meaning.error;
}

/** New jobs are paused. A changed status or expression resets the next run, so that a pause causes no make-up run. */
function checkJob(app: App, values: JobValues, { caller }: Writer, before: StoredJob | undefined): void {
  const { invokeTarget, cronExpression } = { ...before, ...values };
  checkJobCall(app, { invokeTarget: String(invokeTarget), cronExpression: String(cronExpression) });
  if (!before) values.status = paused;
  else if (!hasPermission(caller, 'monitor:job:changeStatus')) delete values.status;
  const isChanged = (['status', 'cronExpression'] as const).some(
    (name) => name in values && values[name] !== before?.[name],
  );
  if (isChanged) Object.assign(values, { nextValidTime: null, nextBy: null });
}
