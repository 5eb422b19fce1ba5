import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../../testing/people.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { runTask } from '../../../testing/run-task.ts';
import {
  addCity,
  addEntitySites,
  listReportRows,
  makeWaiting,
  runPlans,
  useMaker,
} from '../report.fixture.ts';

const path = '/analysis/reportPlan';
let t: TestApp;
let token: string;
let entityId: number;
let siteIds: number[];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  useMaker(t);
  await addDepartment(t, 110, 100, [0, 100]);
  ({ entityId, siteIds } = await addEntitySites(t, ['PLAN-1', 'PLAN-2', 'PLAN-3']));
  await addCity(t, '测试市');
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.app.pool.query('delete from report');
  await t.app.pool.query('delete from report_plan');
});

let count = 0;
const makePlan = (changes: object = {}) => ({
  planName: `plan ${++count}`,
  templateId: 1,
  period: 'day',
  subject: 'site',
  siteId: siteIds[0],
  languages: [{ language: 'zh' }],
  ...changes,
});
const admin = () => makeResourceClient(t, path, token);
const addPlan = (changes: object = {}) => admin().add(makePlan(changes), ['planName', 'planId']);
const listed = async () =>
  (await listReportRows(t, token)).map(({ subjectName, firstDay, lastDay, language }) =>
    [subjectName, firstDay, lastDay, language].join(' '),
  );

describe('a run of the plans', () => {
  // The clock of the tests stands on Wednesday, 18 November 2026, 18:30 in Shanghai.
  it.each([
    ['day', '2026-11-17', '2026-11-17'],
    ['week', '2026-11-09', '2026-11-15'],
    ['month', '2026-10-01', '2026-10-31'],
    ['quarter', '2026-07-01', '2026-09-30'],
    ['year', '2025-01-01', '2025-12-31'],
  ])('asks for the reports of the last %s that has ended', async (period, first, last) => {
    await addPlan({ period });
    await addPlan({ period: period === 'day' ? 'week' : 'day' });
    expect(await runPlans(t, period)).toEqual({ key: 'report.tasks.asked', params: { count: 1 } });
    expect(await listed()).toEqual([`PLAN-1 ${first} ${last} zh`]);
  });

  it('makes each report once, however often and in how many processes it runs', async () => {
    await addPlan({ subject: 'entitySites', entityId, languages: [{ language: 'zh' }, { language: 'fr' }] });
    const second = await openTestApp({}, { connection: t.connection });
    await Promise.all([runPlans(t, 'day'), runPlans(second, 'day'), runPlans(t, 'day')]);
    await second.close();
    await runPlans(t, 'day');
    expect((await listed()).toSorted()).toEqual(
      ['PLAN-1', 'PLAN-2', 'PLAN-3'].flatMap((name) =>
        ['fr', 'zh'].map((language) => `${name} 2026-11-17 2026-11-17 ${language}`),
      ),
    );
    await makeWaiting(t);
    await runPlans(t, 'day');
    expect(await makeWaiting(t)).toBe(0);
    t.clock.advance(24 * 60);
    await runPlans(t, 'day');
    expect(await makeWaiting(t)).toBe(6);
    t.clock.advance(-24 * 60);
  });

  it('follows the calendar of each place', async () => {
    const far = await addEntitySites(t, ['PLAN-FAR'], { zone: 'Pacific/Kiritimati' });
    await addPlan({ siteId: far.siteIds[0] });
    await runPlans(t, 'day');
    // There it is the 19th already.
    expect(await listed()).toEqual(['PLAN-FAR 2026-11-18 2026-11-18 zh']);
  });

  it('makes reports of entities and cities in each language', async () => {
    await t.app.pool.query(`update site_entity set entity_name_en = 'Harbour' where entity_id = $1`, [
      entityId,
    ]);
    await addPlan({ subject: 'entity', entityId, languages: [{ language: 'en' }] });
    await addPlan({ subject: 'city', province: '测试省', city: '测试市' });
    await runPlans(t, 'day');
    expect((await listed()).toSorted()).toEqual([
      'Harbour 2026-11-17 2026-11-17 en',
      '测试市 2026-11-17 2026-11-17 zh',
    ]);
    await makeWaiting(t);
    expect((await listReportRows(t, token)).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('leaves out disabled plans and disabled sites', async () => {
    await addPlan({ status: '1' });
    await addPlan({ subject: 'entitySites', entityId });
    await t.app.pool.query(`update site set status = '1' where site_name = 'PLAN-2'`);
    await runPlans(t, 'day');
    await t.app.pool.query(`update site set status = '0'`);
    expect((await listed()).map((line) => line.slice(0, 6)).toSorted()).toEqual(['PLAN-1', 'PLAN-3']);
  });

  it('notes why a plan could not be carried out, and carries out the others', async () => {
    const empty = await addEntitySites(t, ['PLAN-EMPTY']);
    const planId = await addPlan({ subject: 'entitySites', entityId: empty.entityId });
    await addPlan();
    await t.app.pool.query(`update site set status = '1' where site_name = 'PLAN-EMPTY'`);
    await expect(runPlans(t, 'day')).rejects.toMatchObject({ key: 'report.no_sites' });
    expect(await listed()).toHaveLength(1);
    expect(await admin().get(planId)).toMatchObject({ problem: errorText('report.no_sites') });
    await t.app.pool.query(`update site set status = '0'`);
    await runPlans(t, 'day');
    expect(await admin().get(planId)).toMatchObject({
      problem: null,
      lastFirst: '2026-11-17',
      lastState: 'waiting',
    });
  });

  it('refuses an unknown period', async () => {
    await expect(runTask(t, `reportTask.make('decade')`)).rejects.toMatchObject({
      key: 'report.task_period',
    });
  });
});

describe('a plan', () => {
  it.each([
    [{ languages: [] }, 'languages', 'report.no_languages'],
    [{ languages: [{ language: 'zh' }, { language: 'zh' }] }, 'languages', 'report.language_twice'],
    [{ withPdf: false, withWorkbook: false }, 'withPdf', 'report.no_format'],
    [{ siteId: 999_999 }, 'siteId', 'scope.denied'],
    [{ subject: 'entity', entityId: 999_999 }, 'entityId', 'scope.denied'],
    [{ templateId: 999_999 }, 'templateId', 'report.template_gone'],
    [{ notifyChannelIds: [999_999] }, 'notifyChannelIds', 'report.channel'],
  ])('is refused with %j', async (changes, field, key) => {
    expect(await admin().send('POST', '', makePlan(changes))).toMatchObject({ field, msg: errorText(key) });
  });

  it('names its subject', async () => {
    expect(await admin().send('POST', '', makePlan({ siteId: null }))).toMatchObject({
      field: 'siteId',
      msg: errorText('field.required', { label: 'report.plan.fields.siteId' }),
    });
    const body = await admin().send('POST', '', makePlan({ subject: 'city', city: '无此市' }));
    expect(body).toMatchObject({ field: 'city', msg: errorText('report.city_unknown', { city: '无此市' }) });
  });

  it('acts with the present rights of whoever wrote it last', async () => {
    const permissions = [
      'analysis:report:add',
      ...['list', 'add', 'edit'].map((one) => `analysis:reportPlan:${one}`),
    ];
    await addPerson(t, 'planner', [{ permissions }]);
    const client = makeResourceClient(t, path, await t.login('planner', personPassword));
    const plan = makePlan();
    const planId = await client.add(plan, ['planName', 'planId']);
    expect(await admin().get(planId)).toMatchObject({ ownerName: 'planner' });
    await t.app.pool.query(`update sys_role set status = '1' where role_key = 'role of planner'`);
    await expect(runPlans(t, 'day')).rejects.toMatchObject({ key: 'report.plan_rights' });
    expect(await listed()).toEqual([]);
    await admin().send('PUT', '', { ...plan, planId });
    expect(await admin().get(planId)).toMatchObject({ ownerName: 'admin', problem: null });
    await runPlans(t, 'day');
    expect(await listed()).toHaveLength(1);
  });

  it('needs the right to make reports at its subject', async () => {
    await addPerson(t, 'narrow', [
      { permissions: ['add', 'list'].map((one) => `analysis:reportPlan:${one}`) },
      { permissions: ['analysis:report:add'], dataScope: '2', deptIds: [110] },
    ]);
    const client = makeResourceClient(t, path, await t.login('narrow', personPassword));
    expect(await client.send('POST', '', makePlan())).toMatchObject({ msg: errorText('scope.denied') });
    await addPerson(t, 'powerless', [{ permissions: ['analysis:reportPlan:add'] }]);
    const other = makeResourceClient(t, path, await t.login('powerless', personPassword));
    expect(await other.send('POST', '', makePlan())).toMatchObject({ msg: errorText('report.no_rights') });
  });

  it('keeps only the fields of its kind of subject', async () => {
    const planId = await addPlan({ entityId, city: '测试市' });
    expect(await admin().get(planId)).toMatchObject({
      siteId: siteIds[0],
      entityId: null,
      city: null,
      deptId: 100,
    });
  });

  it('is removed with its site, and its reports stay', async () => {
    const { siteIds: own } = await addEntitySites(t, ['PLAN-GONE']);
    await addPlan({ siteId: own[0] });
    await runPlans(t, 'day');
    await makeWaiting(t);
    await t.app.pool.query('delete from site where site_id = $1', [own[0]]);
    expect(await admin().list()).toEqual([]);
    expect(await listReportRows(t, token)).toMatchObject([
      { subjectName: 'PLAN-GONE', state: 'done', siteId: null },
    ]);
  });

  it('keeps its template from being removed, and the department of a city plan', async () => {
    await addPlan();
    const templates = makeResourceClient(t, '/analysis/reportTemplate', token);
    expect(await templates.send('DELETE', '/1')).toMatchObject({
      msg: errorText('row.in_use', { name: '日报' }),
    });
    await addDepartment(t, 130, 100, [0, 100]);
    await addPlan({ subject: 'city', province: '测试省', city: '测试市', deptId: 130 });
    expect((await t.send('DELETE', '/system/dept/130', { token })).body.msg).toBe(
      errorText('department.has_reports', { name: 'department 130' }),
    );
  });
});
