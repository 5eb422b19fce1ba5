import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeJobs, waitForRuns } from '../../src/platform/jobs/jobs.fixture.ts';
import { type Scheduler, startScheduler } from '../../src/platform/jobs/scheduler.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import {
  type FamilyClient,
  familyGenerations,
  nestedQuery,
  openWorkbook,
  responseData,
  responseRows,
} from './family-client.fixture.ts';

let t: TestApp;
let token: string;
let scheduler: Scheduler;

beforeAll(async () => {
  t = await openTestApp();
  await removeJobs(t);
  scheduler = startScheduler(t.app);
  token = await t.login();
});

afterAll(async () => {
  await scheduler.stop();
  await t.close();
});

const done = { code: 200, msg: translate('zh', 'server.done') };
/** The initial values of the family's form. */
const form = { misfirePolicy: '1', concurrent: '1', status: '0', jobGroup: 'DEFAULT' };
const target = "ryTask.ryMultipleParams('a, b', true, 2000L, 316.50D, 100)";
const today = () => t.app.clock.now().toLocaleDateString('sv-SE', { timeZone: t.app.config.zone });

describe.each(familyGenerations)('a $generation client', ({ generation, makeClient, days }) => {
  const jobName = `job of ${generation}`;
  let client: FamilyClient;
  beforeAll(() => {
    client = makeClient(t, token);
  });

  const search = {
    pageNum: 1,
    pageSize: 10,
    jobName,
    jobGroup: 'DEFAULT',
    status: '1',
    invokeTarget: 'ryTask',
  };
  const find = async () =>
    responseRows(await client.get('/monitor/job/list', search))[0] ?? expect.unreachable();

  it('adds a job, which is paused, and finds it', async () => {
    const row = {
      ...form,
      jobId: undefined,
      jobName,
      invokeTarget: target,
      cronExpression: '0/20 * * * * ?',
    };
    expect(await client.post('/monitor/job', row)).toEqual(done);
    expect(await find()).toMatchObject({ jobName, status: '1', misfirePolicy: '1', concurrent: '1' });
  });

  it('reads the job with its next run, and sends the complete row with changes', async () => {
    const row = responseData(await client.get(`/monitor/job/${String((await find())['jobId'])}`));
    expect(row['nextValidTime']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:(00|20|40)$/);
    const sent = { ...row, params: {}, searchValue: null, cronExpression: '0 0 3 * * ?', misfirePolicy: '0' };
    expect(await client.put('/monitor/job', sent)).toEqual(done);
    expect(await find()).toMatchObject({ cronExpression: '0 0 3 * * ?', misfirePolicy: '0' });
  });

  it('resumes, pauses and runs the job, and reads its log', async () => {
    const jobId = Number((await find())['jobId']);
    for (const status of ['0', '1'])
      expect(await client.put('/monitor/job/changeStatus', { jobId, status })).toEqual(done);
    expect(await client.put('/monitor/job/run', { jobId, jobGroup: 'DEFAULT' })).toEqual(done);
    await waitForRuns(t, jobId, 1);
    const query = {
      pageNum: 1,
      pageSize: 10,
      jobName,
      jobGroup: 'DEFAULT',
      status: '0',
      invokeTarget: 'ryTask',
    };
    const [log] = responseRows(
      await client.get('/monitor/jobLog/list', { ...query, ...days(today(), today()) }),
    );
    expect(log).toMatchObject({ jobName, invokeTarget: target, status: '0', exceptionInfo: null });
    expect(log?.['jobMessage']).toMatch(/^总共耗时：\d+毫秒，参数：a, b, true, 2000, 316\.5, 100$/);
    for (const name of ['startTime', 'endTime', 'createTime']) expect(log?.[name]).toMatch(/^\d{4}-.{14}$/);
    const past = { ...query, ...days('2020-01-01', '2020-01-02') };
    expect(responseRows(await client.get('/monitor/jobLog/list', past))).toEqual([]);
    const one = await client.get(`/monitor/jobLog/${String(log?.['jobLogId'])}`);
    expect(responseData(one)).toMatchObject({ jobName });
  });

  it.each([
    ['/monitor/job', 'monitor.task', 'invokeTarget', target],
    ['/monitor/jobLog', 'monitor.taskLog', 'invokeTarget', target],
  ])('exports %s as a sheet', async (path, texts, name, value) => {
    const read = async () => {
      if (generation === '3.x') {
        const headers = { 'content-type': 'application/x-www-form-urlencoded' };
        return (await t.send('POST', `${path}/export`, { token, payload: nestedQuery({ jobName }), headers }))
          .bytes;
      }
      const { msg } = await client.get(`${path}/export`, { jobName });
      const query = `fileName=${encodeURIComponent(msg)}&delete=true`;
      return (await t.send('GET', `/common/download?${query}`, { token })).bytes;
    };
    const { rows } = openWorkbook(await read());
    expect(translate('zh', `${texts}.title`)).not.toBe(`${texts}.title`);
    expect(rows).toMatchObject([{ [translate('zh', `monitor.task.fields.${name}`)]: value }]);
  });

  it('deletes the job and its log', async () => {
    const [log] = responseRows(await client.get('/monitor/jobLog/list', { jobName }));
    expect(await client.delete(`/monitor/jobLog/${String(log?.['jobLogId'])}`)).toEqual(done);
    expect(await client.delete('/monitor/jobLog/clean')).toEqual(done);
    expect(await client.delete(`/monitor/job/${String((await find())['jobId'])}`)).toEqual(done);
    expect(await client.get('/monitor/job/list', search)).toMatchObject({ total: 0 });
  });
});

it('each permission of the family opens exactly the endpoints that it names', async () => {
  const calls: [action: string, method: string, path: string][] = [
    ['list', 'GET', '/job/list'],
    ['list', 'GET', '/jobLog/list'],
    ['query', 'GET', '/job/1'],
    ['query', 'GET', '/jobLog/1'],
    ['add', 'POST', '/job'],
    ['edit', 'PUT', '/job'],
    ['remove', 'DELETE', '/job/1'],
    ['remove', 'DELETE', '/jobLog/1'],
    ['remove', 'DELETE', '/jobLog/clean'],
    ['changeStatus', 'PUT', '/job/changeStatus'],
    ['changeStatus', 'PUT', '/job/run'],
    ['export', 'POST', '/job/export'],
    ['export', 'POST', '/jobLog/export'],
  ];
  for (const held of new Set(calls.map(([action]) => action))) {
    await addPerson(t, `only ${held}`, [{ permissions: [`monitor:job:${held}`] }]);
    const mine = await t.login(`only ${held}`, personPassword);
    for (const [action, method, path] of calls) {
      const { body } = await t.send(method, `/monitor${path}`, { token: mine });
      expect([action, method, path, body.code === 403]).toEqual([action, method, path, action !== held]);
    }
  }
});
