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
import type { FieldValues, Writer } from '../../crud/definition.ts';
import type { App } from '../../platform/app.ts';
import { hasPermission } from '../../platform/auth/caller.ts';
import { formatInZone } from '../../platform/clock.ts';
import { route } from '../../platform/http/route.ts';
import { readCron } from '../../platform/jobs/describe-cron.rule.ts';
import { jobsChanged } from '../../platform/jobs/scheduler.ts';
import { describeError, translate } from '../../platform/texts.ts';
import { routeClean } from './logs.feature.ts';
import { addSampleTasks } from './sample-tasks.ts';
import { nextRun, readMeaning } from './task.service.ts';
import { askForRun, findJob, switchJob } from './task.store.ts';

const paused = '1';

/**
 * Jobs and their log belong to the installation: who may list them sees them all, as in the family. That is why
 * their permissions are given to administrators only.
 */
export function addTasks(app: App): void {
  addSampleTasks(app.tasks);
  const tell = () => app.bus.publish(jobsChanged);
  crud(app, job, {
    table: 'sysJob',
    view: 'sysJobView',
    cache: { clear: tell },
    beforeWrite: (values, writer, before) => checkJob(app, values, writer, before),
    complete: async (row) => ({ ...row, nextValidTime: nextRun(app, row) }),
  });
  crud(app, jobLog, { table: 'sysJobLog' });
  routeClean(app, jobLog, 'task');

  route(app, changeJobStatus, async ({ body, caller }) => {
    const [jobId, status] = [Number(body['jobId']), String(body['status'])];
    const found = (await findJob(app.db, jobId)) ?? fail('row.gone');
    if (status !== paused) checkCall(app, found);
    await switchJob(app.db, jobId, status, caller.userName);
    await tell();
  });
  route(app, runJob, async ({ body }) => {
    const found = (await findJob(app.db, body.jobId)) ?? fail('task.gone');
    if (!nextRun(app, found)) fail('task.gone');
    app.tasks.read(found.invokeTarget);
    await askForRun(app.db, app.clock, body.jobId);
    await tell();
  });
  routeHelp(app);
}

/** What a form needs to know while somebody types. */
function routeHelp(app: App): void {
  route(app, readExpression, ({ query, language }) => {
    const meaning = readMeaning(app, query.cronExpression);
    if ('error' in meaning)
      return { problem: describeError(meaning.error, language), reading: null, runs: [] };
    return {
      problem: null,
      reading: readCron(meaning.fields, language),
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

interface CallFacts {
  invokeTarget: string;
  cronExpression: string;
}

function checkCall(app: App, { invokeTarget, cronExpression }: CallFacts): void {
  app.tasks.read(invokeTarget);
  const meaning = readMeaning(app, cronExpression);
  if ('error' in meaning) throw meaning.error;
}

/** New jobs begin paused. Whatever changes, the next time is counted anew: a pause misses nothing. */
function checkJob(app: App, values: FieldValues, { caller }: Writer, before: FieldValues | undefined): void {
  const { invokeTarget, cronExpression } = { ...before, ...values };
  checkCall(app, { invokeTarget: String(invokeTarget), cronExpression: String(cronExpression) });
  if (!before) values['status'] = paused;
  else if (!hasPermission(caller, 'monitor:job:changeStatus')) delete values['status'];
  const isChanged = ['status', 'cronExpression'].some(
    (name) => name in values && values[name] !== before?.[name],
  );
  if (isChanged) Object.assign(values, { nextValidTime: null, nextBy: null });
}
