import { languages, wireLanguages } from '@limpid/contract/language';
import { plannedPeriods } from '@limpid/contract/report/report-plan';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addJob, readLog, removeJobs, waitForRuns } from '../../platform/jobs/jobs.fixture.ts';
import { type Scheduler, startScheduler } from '../../platform/jobs/scheduler.ts';
import { translate } from '../../platform/texts.ts';
import { createDatabase, openTestApp, type TestApp } from '../../testing/app.ts';
import { templateName } from '../../testing/connection.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { soon } from '../../testing/soon.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
/** Requests go to one app, jobs run in the other. */
let test: TestApp;
let worker: TestApp;
let scheduler: Scheduler;
let token: string;

beforeAll(async () => {
  database = await createDatabase(templateName);
  test = await openTestApp({}, { connection: database.connection });
  worker = await openTestApp({}, { connection: database.connection });
  scheduler = startScheduler(worker.app);
  token = await test.login();
});

beforeEach(() => removeJobs(test));

afterAll(async () => {
  await scheduler.stop();
  await worker.close();
  await test.close();
  await database.drop();
});

const path = '/monitor/job';
const facts = { jobName: 'sample', invokeTarget: "ryTask.ryParams('ry')", cronExpression: '0 0 3 * * ?' };

async function add(values: Record<string, unknown> = {}) {
  return (await test.send('POST', `${path}?lang=en_US`, { token, json: { ...facts, ...values } })).body;
}

async function only(): Promise<Record<string, unknown> & { jobId: number }> {
  const { body } = await test.send('GET', `${path}/list`, { token });
  return (body['rows'] as { jobId: number }[])[0] ?? expect.unreachable();
}

const put = (suffix: string, json: object) =>
  test.send('PUT', `${path}${suffix}?lang=en_US`, { token, json }).then(({ body }) => body);

describe('a new job', () => {
  it('is paused regardless of the form, and has a next run', async () => {
    expect(await add({ status: '0' })).toMatchObject({ code: 200 });
    const row = await only();
    expect(row).toMatchObject({
      ...facts,
      status: '1',
      jobGroup: 'DEFAULT',
      misfirePolicy: '3',
      concurrent: '1',
      nextValidTime: null,
    });
    const { body } = await test.send('GET', `${path}/${row.jobId}`, { token });
    expect(body['data']).toMatchObject({ nextValidTime: expect.stringMatching(/ 03:00:00$/) });
  });

  it.each([
    ['a bad cron', { cronExpression: '0 0 25 * * ?' }, 'cronExpression', 'Hour'],
    ['too few fields', { cronExpression: '0 0 * *' }, 'cronExpression', '6 or 7 fields'],
    [
      'day and week at once',
      { cronExpression: '0 0 0 1 * 2' },
      'cronExpression',
      'exactly one of day and weekday must be ?',
    ],
    ['the 30th of February', { cronExpression: '0 0 0 30 2 ?' }, 'cronExpression', 'never fires'],
    ['a year that is over', { cronExpression: '0 0 0 1 1 ? 2020' }, 'cronExpression', 'never fires'],
    ['rmi:', { invokeTarget: "ryTask.ryParams('rmi://x')" }, 'invokeTarget', 'rmi'],
    ['ldap:', { invokeTarget: "javax.naming.InitialContext.lookup('ldap://x')" }, 'invokeTarget', 'ldap'],
    ['ldaps:', { invokeTarget: "a.b('ldaps://x')" }, 'invokeTarget', 'ldap'],
    ['http://', { invokeTarget: "a.b('http://x')" }, 'invokeTarget', 'http'],
    ['https://', { invokeTarget: "a.b('https://x')" }, 'invokeTarget', 'http'],
    ['a class of the black list', { invokeTarget: 'java.net.URL.openStream' }, 'invokeTarget', 'classes'],
    [
      'a class of the white list',
      { invokeTarget: 'com.ruoyi.quartz.task.RyTask.ryNoParams' },
      'invokeTarget',
      'classes',
    ],
    ['what is not on the list', { invokeTarget: 'ryTask.drop' }, 'invokeTarget', 'no task named ryTask.drop'],
    ['an inherited name', { invokeTarget: 'constructor.constructor' }, 'invokeTarget', 'no task named'],
    [
      'a text for a number',
      { invokeTarget: "ryTask.ryMultipleParams('a', true, '2', 1D, 1)" },
      'invokeTarget',
      'Argument 3',
    ],
    [
      'an integer for a long',
      { invokeTarget: "ryTask.ryMultipleParams('a', true, 2, 1D, 1)" },
      'invokeTarget',
      '2000L',
    ],
    [
      'a long for an integer',
      { invokeTarget: "ryTask.ryMultipleParams('a', true, 2L, 1D, 1L)" },
      'invokeTarget',
      'Argument 5',
    ],
    ['too few arguments', { invokeTarget: 'ryTask.ryParams' }, 'invokeTarget', "ryTask.ryParams('ry')"],
    ['too many arguments', { invokeTarget: "ryTask.ryNoParams('x')" }, 'invokeTarget', '0 arguments'],
    ['no name', { jobName: ' ' }, 'jobName', 'Name'],
    ['a long name', { jobName: 'x'.repeat(65) }, 'jobName', '64'],
    ['a long target', { invokeTarget: `ryTask.ryParams('${'x'.repeat(500)}')` }, 'invokeTarget', '500'],
    ['an unknown group', { jobGroup: 'OTHER' }, 'jobGroup', 'Group'],
    ['an unknown policy', { misfirePolicy: '9' }, 'misfirePolicy', 'Missed runs'],
  ])('with %s is rejected at its field', async (_, values, field, words) => {
    expect(await add(values)).toMatchObject({ code: 500, field, msg: expect.stringContaining(words) });
    expect((await test.app.pool.query('select from sys_job')).rowCount).toBe(0);
  });

  it('keeps quotes and tags in its target unchanged', async () => {
    const invokeTarget = `ryTask.ryParams('a "b" <c> it\\'s, ok')`;
    expect(await add({ invokeTarget })).toMatchObject({ code: 200 });
    expect(await only()).toMatchObject({ invokeTarget });
  });
});

describe('an existing job', () => {
  it('is checked again when edited, resumed and run', async () => {
    const jobId = await addJob(test, 'odd', { target: 'goneTask.run', status: '1' });
    const refused = { code: 500, field: 'invokeTarget' };
    expect(await put('', { jobId, ...facts, invokeTarget: 'goneTask.run' })).toMatchObject(refused);
    expect(await put('/changeStatus', { jobId, status: '0' })).toMatchObject(refused);
    expect(await put('/run', { jobId })).toMatchObject(refused);
    await test.app.pool.query(`update sys_job set status = '0'`);
    expect(await put('/changeStatus', { jobId, status: '1' })).toMatchObject({ code: 200 });
  });

  it('runs from the next tick on when resumed, and stops when paused', async () => {
    await add({ cronExpression: '* * * * * ?' });
    const { jobId } = await only();
    expect(await put('/changeStatus', { jobId, status: '0' })).toMatchObject({ code: 200 });
    await waitForRuns(test, jobId, 1);
    expect(await put('/changeStatus', { jobId, status: '1' })).toMatchObject({ code: 200 });
    await soon(() => only()).toMatchObject({ running: 0 });
    expect((await only())['nextValidTime']).toBeNull();
    const count = (await readLog(test, jobId)).length;
    // Two ticks of another job, between which this one would have run.
    await waitForRuns(
      test,
      await addJob(test, 'other', { cron: '* * * * * ?', target: facts.invokeTarget }),
      2,
    );
    expect((await readLog(test, jobId)).length).toBe(count);
  });

  it('follows a changed expression at once, in the process that runs it', async () => {
    await add();
    const { jobId } = await only();
    await put('/changeStatus', { jobId, status: '0' });
    await soon(async () => (await only())['nextValidTime']).toMatch(/ 03:00:00$/);
    await put('', { ...(await only()), cronExpression: '0 30 4 * * ?' });
    await soon(async () => (await only())['nextValidTime']).toMatch(/ 04:30:00$/);
  });

  it('runs once on request although paused, and logs the outcome in every language', async () => {
    await add();
    const { jobId } = await only();
    expect(await put('/run', { jobId, jobGroup: 'DEFAULT' })).toMatchObject({ code: 200 });
    await waitForRuns(test, jobId, 1);
    for (const language of languages) {
      const { body } = await test.send('GET', `/monitor/jobLog/list?lang=${wireLanguages[language]}`, {
        token,
      });
      const [row] = body['rows'] as Record<string, unknown>[];
      const ms = Number(row?.['costTime']);
      expect(row).toMatchObject({
        jobId,
        jobName: 'sample',
        invokeTarget: facts.invokeTarget,
        status: '0',
        exceptionInfo: null,
        jobMessage: translate(language, 'monitor.task.log.sample', { ms, given: 'ry' }),
      });
    }
  });

  it('cannot be run if it is unknown or will never fire', async () => {
    const jobId = await addJob(test, 'over', { cron: '0 0 0 1 1 ? 2020', status: '1' });
    for (const one of [jobId, 999_999])
      expect(await put('/run', { jobId: one })).toMatchObject({
        code: 500,
        msg: translate('en', 'errors.task.gone'),
      });
    expect(await put('/changeStatus', { jobId: 999_999, status: '0' })).toMatchObject({ code: 500 });
  });

  it('keeps its status if the editor may not change it', async () => {
    await addPerson(test, 'editor', [{ permissions: ['monitor:job:edit', 'monitor:job:list'] }]);
    const editor = await test.login('editor', personPassword);
    await add();
    const json = { ...(await only()), status: '0', remark: 'changed' };
    expect((await test.send('PUT', path, { token: editor, json })).body.code).toBe(200);
    expect(await only()).toMatchObject({ status: '1', remark: 'changed' });
    expect((await test.send('PUT', `${path}/changeStatus`, { token: editor, json })).body.code).toBe(403);
  });

  it('keeps its log after it is deleted', async () => {
    await add();
    const { jobId } = await only();
    await put('/run', { jobId });
    await waitForRuns(test, jobId, 1);
    expect((await test.send('DELETE', `${path}/${jobId}`, { token })).body.code).toBe(200);
    expect(await readLog(test, jobId)).toHaveLength(1);
    expect((await test.send('DELETE', '/monitor/jobLog/clean', { token })).body.code).toBe(200);
    expect(await readLog(test, jobId)).toEqual([]);
  });
});

describe('the form of an expression', () => {
  const request = async (cronExpression: string, lang = 'en_US') => {
    const query = new URLSearchParams({ cronExpression, lang });
    return (await test.send('GET', `${path}/cron?${query}`, { token })).body;
  };

  it('shows its meaning and its next five runs', async () => {
    const body = await request('0 0 3 * * ?', 'fr_FR');
    expect(body).toMatchObject({ code: 200, data: { problem: null, reading: 'À 03:00, chaque jour' } });
    const { runs } = body['data'] as { runs: string[] };
    expect(runs).toHaveLength(5);
    expect([...runs].sort()).toEqual(runs);
    for (const run of runs) expect(run).toMatch(/^\d{4}-\d\d-\d\d 03:00:00$/);
  });

  it('shows a problem without an error response', async () => {
    expect(await request('0 0 3 31 2 ?')).toMatchObject({
      code: 200,
      data: { problem: translate('en', 'errors.task.cron_never'), reading: null, runs: [] },
    });
  });

  it('lists all tasks, each with a valid example', async () => {
    const { body } = await test.send('GET', `${path}/tasks?lang=fr_FR`, { token });
    const tasks = body['data'] as { name: string; title: string; example: string; parameters: object[] }[];
    expect(tasks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sessionTask.clean', 'fileTask.clean', 'workTask.clean', 'logTask.clean']),
    );
    for (const { title, example, parameters } of tasks) {
      expect([title, ...parameters].map((text) => JSON.stringify(text)).join()).not.toContain('monitor.');
      expect(() => test.app.tasks.read(example)).not.toThrow();
    }
  });
});

/** The task of reports has a job for each kind of period beside that of its example. */
const otherReportJobs = plannedPeriods
  .filter((period) => period !== 'day')
  .map((period) => `reportTask.make('${period}')`);

it('seeded jobs are valid, and cleaning, calibrating and reporting jobs are active', async () => {
  const fresh = await openTestApp();
  const { rows } = await fresh.app.pool.query('select invoke_target, cron_expression, status from sys_job');
  expect(
    rows
      .filter(({ status }) => status === '0')
      .map((row) => row.invoke_target)
      .sort(),
  ).toEqual(
    fresh.app.tasks
      .list()
      .map(({ example }) => example)
      .filter((target) => /\.clean$|^readingTask\.(?!repair)|^(calibration|report)Task\./.test(target))
      .concat(otherReportJobs)
      .sort(),
  );
  for (const { invoke_target } of rows) expect(await runTask(fresh, invoke_target)).toHaveProperty('params');
  await fresh.close();
});
