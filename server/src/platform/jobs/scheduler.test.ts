import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, openTestApp, type TestApp } from '../../testing/app.ts';
import { templateName } from '../../testing/connection.ts';
import { soon } from '../../testing/soon.ts';
import { addJob, readLog, removeJobs, waitForRuns } from './jobs.fixture.ts';
import { jobsChanged, type Scheduler, startScheduler } from './scheduler.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
/** Two processes on one database. */
let here: TestApp;
let there: TestApp;
let schedulers: Scheduler[] = [];

let gate = Promise.withResolvers<void>();
const atOnce = { now: 0, most: 0 };

beforeAll(async () => {
  database = await createDatabase(templateName);
  here = await openTestApp({}, { connection: database.connection });
  there = await openTestApp({}, { connection: database.connection });
  for (const { app } of [here, there]) {
    const common = { name: 'testTask', texts: 'monitor.task.tasks.ryTask.ryNoParams', parameters: [] };
    app.tasks.add({ ...common, method: 'note', run: async () => undefined });
    app.tasks.add({
      ...common,
      method: 'wait',
      async run(_args, { signal }) {
        atOnce.most = Math.max(atOnce.most, ++atOnce.now);
        const stopped = new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('told to stop')));
        });
        await Promise.race([gate.promise, stopped]).finally(() => atOnce.now--);
        return undefined;
      },
    });
    app.tasks.add({
      ...common,
      method: 'fail',
      run: () => Promise.reject(new Error(`no\0 such ${'thing '.repeat(1000)}`)),
    });
  }
});

beforeEach(async () => {
  await removeJobs(here);
  gate = Promise.withResolvers<void>();
  Object.assign(atOnce, { now: 0, most: 0 });
});

afterEach(async () => {
  gate.resolve();
  await stop();
});

afterAll(async () => {
  await here.close();
  await there.close();
  await database.drop();
});

function start(...tests: TestApp[]): void {
  schedulers = tests.map(({ app }) => startScheduler(app));
}

async function stop(): Promise<void> {
  await Promise.all(schedulers.map((scheduler) => scheduler.stop()));
  schedulers = [];
}

async function readPlan(jobId: number): Promise<number> {
  const { rows } = await here.app.pool.query(
    'select extract(epoch from next_valid_time)::float8 as next from sys_job where job_id = $1',
    [jobId],
  );
  return rows[0].next;
}

describe('two processes', () => {
  it('run a job exactly once per tick, also if their clocks differ', async () => {
    const jobId = await addJob(here, 'every second', { cron: '* * * * * ?', dueIn: 0 });
    const first = Math.floor(await readPlan(jobId));
    there.clock.advance(0.02);
    start(here, there);
    await waitForRuns(here, jobId, 4);
    await stop();
    there.clock.advance(-0.02);
    const ticks = Math.ceil(await readPlan(jobId)) - first;
    expect((await readLog(here, jobId)).length).toBe(ticks);
    expect((await readLog(here, jobId)).map(({ status }) => status)).not.toContain('1');
  });

  it('share jobs that are due at the same moment, and run each once', async () => {
    const ids = await Promise.all(
      Array.from({ length: 16 }, (_, index) => addJob(here, `job ${index}`, { dueIn: -1 })),
    );
    start(here, there);
    for (const id of ids) await waitForRuns(here, id, 1);
    for (const id of ids) expect(await readLog(here, id)).toHaveLength(1);
  });

  it('run a job sequentially if it forbids concurrent runs, and in parallel otherwise', async () => {
    const apart = await addJob(here, 'apart', { target: 'testTask.wait', cron: '* * * * * ?', dueIn: -3 });
    start(here, there);
    await soon(() => atOnce.now).toBe(1);
    await here.app.bus.publish(jobsChanged);
    gate.resolve();
    await waitForRuns(here, apart, 3);
    expect(atOnce.most).toBe(1);
    await here.app.pool.query(`update sys_job set status = '1'`);

    gate = Promise.withResolvers<void>();
    await addJob(here, 'together', {
      target: 'testTask.wait',
      cron: '* * * * * ?',
      dueIn: -3,
      concurrent: '0',
    });
    await soon(() => atOnce.most).toBeGreaterThan(1);
  });

  it('start a requested run at once, even of a paused job, and merge repeated requests', async () => {
    start(here, there);
    const jobId = await addJob(here, 'paused', { status: '1' });
    // Sent together: with a pause between, the job might run and then rightly run again.
    const ask = `update sys_job set asked_at = limpid_now() where job_id = ${jobId};`;
    await here.app.pool.query(`begin; ${ask.repeat(3)} commit`);
    await here.app.bus.publish(jobsChanged);
    expect(await waitForRuns(here, jobId, 1)).toHaveLength(1);
  });
});

describe('runs missed while no process was running', () => {
  const hour = -3600;
  it.each([
    ['1', 'all run', 3],
    ['2', 'one runs for all', 1],
    ['3', 'none runs', 0],
    ['0', 'none runs', 0],
  ])('follow policy %s: %s', async (policy, _, count) => {
    const minutes = here.app.clock.now().getMinutes();
    const cron = `0 ${[1, 21, 41].map((past) => (minutes - past + 60) % 60).join(',')} * * * ?`;
    const jobId = await addJob(here, 'missed', { policy, cron, dueIn: hour + 5 });
    start(here);
    await soon(() => readPlan(jobId)).toBeGreaterThan(here.app.clock.now().getTime() / 1000);
    await waitForRuns(here, jobId, count);
    const runs = await readLog(here, jobId);
    // When clocks go back, the hour has its first minute twice.
    expect(runs.length - count).toBeLessThanOrEqual(policy === '1' ? 1 : 0);
  });

  it('are ignored after the zone or the expression of the job has changed', async () => {
    const jobId = await addJob(here, 'moved', { policy: '1', dueIn: hour });
    await here.app.pool.query(`update sys_job set next_by = 'Europe/Paris 0 0 3 * * ?'`);
    start(here);
    await soon(() => readPlan(jobId)).toBeGreaterThan(here.app.clock.now().getTime() / 1000);
    expect(await readLog(here, jobId)).toEqual([]);
  });
});

describe('the log of runs', () => {
  it('records how a run failed, with a limited length', async () => {
    const jobId = await addJob(here, 'failing', { target: 'testTask.fail', dueIn: -1 });
    start(here);
    const [row] = await waitForRuns(here, jobId, 1);
    expect(row).toMatchObject({
      status: '1',
      message: expect.stringMatching(/^monitor\.task\.log\.failed\?/),
    });
    expect(row?.error).toMatch(/^Error: no such thing/);
    expect(row?.error).toHaveLength(2000);
  });

  it.each([
    ['java.lang.Runtime.exec("id")', 'errors.task.target_class'],
    ['goneTask.run', 'errors.task.target_unknown?name=goneTask.run'],
    ['ryTask.ryParams(5)', expect.stringMatching(/^errors\.task\.target_string\?/)],
  ])('records that an invalid stored target is not run: %s', async (target, message) => {
    const jobId = await addJob(here, 'smuggled', { target, dueIn: -1 });
    start(here);
    expect(await waitForRuns(here, jobId, 1)).toMatchObject([{ status: '1', message }]);
  });

  it('records a run that was stopped with its process as interrupted', async () => {
    const jobId = await addJob(here, 'cut off', { target: 'testTask.wait', dueIn: -1 });
    start(here);
    await soon(() => atOnce.now).toBe(1);
    await stop();
    expect(await readLog(here, jobId)).toMatchObject([
      {
        status: '1',
        message: 'monitor.task.log.interrupted',
        error: expect.stringContaining('told to stop'),
      },
    ]);
  });

  it('records a run whose process died as interrupted, and the job continues', async () => {
    const jobId = await addJob(here, 'orphan', { dueIn: -1 });
    await here.app.pool.query(
      `insert into job_run select gen_random_uuid(), job_id, job_name, null, null, job_group, invoke_target,
       limpid_now() - interval '5 minutes', limpid_now() - interval '2 minutes' from sys_job`,
    );
    start(here);
    const rows = await waitForRuns(here, jobId, 2);
    expect(rows.map(({ message }) => message.split('?')[0])).toEqual([
      'monitor.task.log.interrupted',
      'monitor.task.log.done',
    ]);
    expect(rows[0]?.cost).toBeGreaterThan(200_000);
  });
});

describe('an expression', () => {
  it('is ignored if it is invalid or has no future run', async () => {
    await addJob(here, 'over', { cron: '0 0 0 1 1 ? 2020' });
    await addJob(here, 'broken', { cron: 'whenever' });
    const jobId = await addJob(here, 'fine', { dueIn: -1 });
    start(here);
    await waitForRuns(here, jobId, 1);
    const { rows } = await here.app.pool.query(
      `select job_name from sys_job where next_valid_time is null and next_by is not null order by 1`,
    );
    expect(rows.map(({ job_name }) => job_name)).toEqual(['broken', 'over']);
  });
});
