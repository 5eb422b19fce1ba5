import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { runTask } from '../../../testing/run-task.ts';
import {
  addCity,
  addEntitySites,
  type JsonRow,
  listReportRows,
  makeOne,
  makeWaiting,
  october,
  readReport,
  storeDay,
  useMaker,
  wantSite,
} from '../report.fixture.ts';

let t: TestApp;
let token: string;
let entityId: number;
let siteIds: number[];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  ({ entityId, siteIds } = await addEntitySites(t, ['KEEP-1', 'KEEP-2']));
});
afterAll(() => t.close());
beforeEach(async () => {
  useMaker(t);
  await t.app.pool.query('delete from report');
  await t.app.pool.query('delete from reading_day');
  for (const siteId of siteIds) await storeDay(t, siteId, '2026-10-05', 40);
});

const compare = async () => (await runTask(t, 'reportTask.compare'))?.params?.['count'];
const site = () => siteIds[0] ?? 0;

describe('a report whose data changes later', () => {
  it('is marked, and stays as it was', async () => {
    const reportId = await makeOne(t, token, wantSite(site()));
    expect(await compare()).toBe(0);
    await storeDay(t, site(), '2026-10-05', 41);
    expect(await compare()).toBe(1);
    expect(await readReport(t, token, reportId)).toMatchObject({
      state: 'done',
      changedAt: expect.stringMatching(/^2026-11-18/),
    });
    expect(await compare()).toBe(0);
  });

  it('is found for entities by each of their sites, and not by days outside the period', async () => {
    const wanted = { subject: 'entity', entityId, ...october, sections: ['summary'], languages: ['en'] };
    const reportId = await makeOne(t, token, wanted);
    await storeDay(t, site(), '2026-11-01', 90);
    expect(await compare()).toBe(0);
    await storeDay(t, siteIds[1] ?? 0, '2026-10-31', 90);
    expect(await compare()).toBe(1);
    expect(await readReport(t, token, reportId)).toMatchObject({ changedAt: expect.any(String) });
  });

  it('is found for cities by the hours of their stations', async () => {
    await addCity(t, '变化市');
    const publish = (value: number) =>
      t.app.pool.query(
        `insert into reference_reading (station_code, release_time, pm25) values ('变化市-1', '2026-10-05 13:00+08', $1)
         on conflict (station_code, hour) do update set pm25 = excluded.pm25`,
        [value],
      );
    await publish(30);
    const wanted = { subject: 'city', province: '测试省', city: '变化市', ...october };
    await makeOne(t, token, { ...wanted, sections: ['summary'], languages: ['zh'] });
    expect(await compare()).toBe(0);
    await publish(31);
    expect(await compare()).toBe(1);
  });

  it('is not one whose days were removed because they were old', async () => {
    const old = { first: '2003-10-01', last: '2003-10-31' };
    await makeOne(t, token, wantSite(site(), old));
    await t.app.pool.query(`update report set data_mark = '31:12345'`);
    expect(await compare()).toBe(0);
  });

  it('gets a new edition, and the one before is kept and can be read', async () => {
    const first = await makeOne(t, token, wantSite(site()));
    await storeDay(t, site(), '2026-10-05', 41);
    await compare();
    const revise = (reportId: number) =>
      t.send('POST', '/analysis/report/revise', { token, json: { reportId } });
    const { reportId: second } = (await revise(first)).body['data'] as { reportId: number };
    await makeWaiting(t);
    expect(await readReport(t, token, second)).toMatchObject({
      edition: 2,
      newest: true,
      state: 'done',
      changedAt: null,
    });
    expect(await readReport(t, token, first)).toMatchObject({
      edition: 1,
      newest: false,
      changedAt: expect.any(String),
    });
    const read = async (id: number) =>
      (await t.send('GET', `/analysis/report/document/${id}`, { token })).body.code;
    expect([await read(first), await read(second)]).toEqual([200, 200]);
    const editions = (await t.send('GET', `/analysis/report/editions/${first}`, { token })).body[
      'data'
    ] as JsonRow[];
    expect(editions.map(({ reportId, edition }) => [reportId, edition])).toEqual([
      [second, 2],
      [first, 1],
    ]);
    expect((await revise(first)).body.msg).toBe(errorText('report.not_newest'));
    // Without the second one the first is the newest again.
    await t.send('DELETE', `/analysis/report/${second}`, { token });
    expect(await readReport(t, token, first)).toMatchObject({ newest: true });
  });

  it('gets no new edition without its site', async () => {
    const { siteIds: gone } = await addEntitySites(t, ['KEEP-GONE']);
    const reportId = await makeOne(t, token, wantSite(gone[0] ?? 0));
    await t.app.pool.query('delete from site where site_id = $1', [gone[0]]);
    const { body } = await t.send('POST', '/analysis/report/revise', { token, json: { reportId } });
    expect(body.msg).toBe(errorText('report.subject_gone'));
    expect(await readReport(t, token, reportId)).toMatchObject({ newest: true, subjectName: 'KEEP-GONE' });
  });

  it('gets one edition of two that are asked for at the same time', async () => {
    const reportId = await makeOne(t, token, wantSite(site()));
    const revise = () => t.send('POST', '/analysis/report/revise', { token, json: { reportId } });
    const codes = (await Promise.all([revise(), revise(), revise()])).map(({ body }) => body.code);
    expect(codes.toSorted()).toEqual([200, 500, 500]);
    expect((await listReportRows(t, token)).map(({ edition }) => edition)).toEqual([2, 1]);
  });
});

describe('the retention', () => {
  const setDays = async (key: string, value: string) => {
    await t.app.pool.query('update sys_config set config_value = $2 where config_key = $1', [key, value]);
    await t.app.parameters.clear();
  };
  const clean = async () => (await runTask(t, 'reportTask.clean'))?.params?.['count'];

  it('removes unpublished reports earlier than published ones, with their files', async () => {
    await setDays('report.draftDays', '30');
    await setDays('report.publishedDays', '60');
    const [draft, published, recent] = [
      await makeOne(t, token, wantSite(site())),
      await makeOne(t, token, wantSite(site())),
      await makeOne(t, token, wantSite(site())),
    ];
    await t.app.pool.query(`update report set sign_off = 'published' where report_id = $1`, [published]);
    await t.app.pool.query(
      `update report set create_time = create_time - interval '40 days' where report_id <> $1`,
      [recent],
    );
    expect(await clean()).toBe(1);
    expect((await listReportRows(t, token)).map(({ reportId }) => reportId)).toEqual([recent, published]);
    const { rows } = await t.app.pool.query('select distinct report_id from report_file order by 1');
    expect(rows.map(({ report_id: id }) => id)).not.toContain(draft);
    await t.app.pool.query(`update report set create_time = create_time - interval '30 days'`);
    expect(await clean()).toBe(2);
  });

  it('makes the published edition the newest again when the draft of the next one goes', async () => {
    await setDays('report.draftDays', '30');
    const published = await makeOne(t, token, wantSite(site()));
    await t.app.pool.query(
      `with next as (
         insert into report (series_id, edition, report_name, subject, subject_key, subject_name, dept_id, period,
           first_day, last_day, language, settings, owner_id, state, next_at, create_time)
         select series_id, 2, report_name, subject, subject_key, subject_name, dept_id, period, first_day, last_day,
           language, settings, owner_id, 'done', next_at, create_time - interval '40 days'
         from report where report_id = $1
       )
       update report set newest = false, sign_off = 'published' where report_id = $1`,
      [published],
    );
    expect(await clean()).toBe(1);
    expect(await listReportRows(t, token)).toMatchObject([{ reportId: published, newest: true }]);
  });

  it('keeps everything with 0', async () => {
    await setDays('report.draftDays', '0');
    await makeOne(t, token, wantSite(site()));
    await t.app.pool.query(`update report set create_time = create_time - interval '20 years'`);
    expect(await clean()).toBe(0);
  });

  it('is a number of days, and the address of the platform a web address', async () => {
    const parameters = makeResourceClient(t, '/system/config', token);
    const set = async (configKey: string, configValue: string) => {
      const [row] = await parameters.list(`?configKey=${configKey}`);
      return (await parameters.send('PUT', '', { ...row, configValue })).code;
    };
    expect(await set('report.draftDays', 'soon')).toBe(500);
    expect(await set('report.publishedDays', '90')).toBe(200);
    expect(await set('report.address', 'air.example')).toBe(500);
    expect(await set('report.address', 'https://air.example')).toBe(200);
  });
});
