import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTestChannel } from '../../src/features/alarm/evaluation/alarm.fixture.ts';
import { beginRun, findRunSettings, runCalibration } from '../../src/features/calibration/calibration.api.ts';
import {
  addCalibratedSite,
  addStation,
  type Row,
  runConfig,
} from '../../src/features/calibration/calibration.fixture.ts';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { entityOf } from '../../src/features/quality/lock/lock.fixture.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
const permissions = ['list', 'query', 'add', 'edit', 'run', 'accept', 'issue'].map(
  (one) => `site:calibration:${one}`,
);
const otherDepartment = 951;
const notAutomatic = 'calibration.run.notAutomatic';

let t: TestApp;
let admin: string;
let people = 0;
let sites: number[];
let userName: string;
let configId: number;

beforeAll(async () => {
  t = await openTestApp();
  admin = await t.login();
  await addDepartment(t, otherDepartment, 100, [0, 100]);
  await addStation(t, '1001A', (at) => ({ pm25: wave(at) }));
  const raw = { 'PM2.5': (at: number) => (wave(at) - 4) / 0.9 };
  sites = [];
  for (const mn of ['AUTOMATIC-A', 'AUTOMATIC-B']) sites.push(await addCalibratedSite(t, { mn, raw }));
});
afterAll(() => t.close());

/** A person of department 100 and their config of both sites, which accepts and issues by itself. */
beforeEach(async () => {
  userName = `calibrator${++people}`;
  await addPerson(t, userName, [{ permissions, dataScope: '3' }]);
  const configs = makeResourceClient(t, '/site/calibration', await t.login(userName, personPassword));
  const config = {
    configName: userName,
    siteIds: sites,
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    source: 'national',
    method: 'ols',
    schedule: 'manual',
    acceptance: 'automatic',
    target: 'platform',
    maxChange: 100,
  };
  configId = await configs.add(config, ['configName', 'configId']);
});

/** The sites are as before the test: without K and B, and in department 100. */
afterEach(async () => {
  await query(`update site set coefficients = '[]', coefficient_place = 'platform' where site_id = any($1)`, [
    sites,
  ]);
  await query('delete from site_coefficient where site_id = any($1)', [sites]);
  await query('delete from calibration_config', []);
  await query('delete from calibration_issue where site_id = any($1)', [sites]);
  await query('update site_entity set dept_id = 100 where dept_id = $1', [otherDepartment]);
  await t.ingest.directory.refresh();
});

const query = (text: string, values: unknown[]) => t.app.pool.query(text, values);
const moveSite = async (siteId: number | undefined) =>
  query('update site_entity set dept_id = $2 where entity_id = $1', [
    await entityOf(t, siteId ?? 0),
    otherDepartment,
  ]);
const withdraw = () =>
  query(
    'delete from sys_user_role using sys_user u where u.user_id = sys_user_role.user_id and user_name = $1',
    [userName],
  );

/** The state of each site's issue, undefined where there is none; and whether K and B count there. */
async function listIssued() {
  await followIssues(t.app);
  const { rows } = await query(
    `select s.site_id as "siteId", i.state, i.reason, exists (select from site_coefficient c where c.site_id = s.site_id) as counts
     from site s left join calibration_issue i using (site_id) where s.site_id = any($1) order by 1`,
    [sites],
  );
  return rows as Row[];
}
const unissued = (siteId: number | undefined) => ({ siteId, state: null, reason: null, counts: false });

describe('a config that issues by itself acts with the rights of the person who made it so', () => {
  it('issues at their sites', async () => {
    const { run, results } = await runConfig(t, admin, configId);
    expect(run).toMatchObject({ state: 'done', problem: null, accepted: 2 });
    expect(results).toMatchObject([{ decision: 'accepted' }, { decision: 'accepted' }]);
    expect(await listIssued()).toMatchObject(sites.map((siteId) => ({ siteId, state: 'confirmed' })));
  });

  it.each<[string, () => Promise<unknown>]>([
    ['has lost their roles', withdraw],
    ['was disabled', () => query(`update sys_user set status = '1' where user_name = $1`, [userName])],
    ['was removed', () => query(`update sys_user set del_flag = '2' where user_name = $1`, [userName])],
  ])('leaves all proposals to a person, and says why, if this person %s', async (_, change) => {
    await change();
    const { run, results } = await runConfig(t, admin, configId);
    expect(run).toMatchObject({ state: 'done', accepted: 0, proposed: 2 });
    expect(run['problem']).toContain(userName);
    expect(run['problem']).not.toContain(notAutomatic);
    expect(results).toMatchObject([{ decision: 'proposed' }, { decision: 'proposed' }]);
    expect(await listIssued()).toEqual(sites.map(unissued));
  });

  it('leaves out a site that has come to a department beyond their reach', async () => {
    await moveSite(sites[1]);
    const { run } = await runConfig(t, admin, configId);
    expect(run).toMatchObject({ state: 'done', accepted: 1, proposed: 1 });
    expect(run['problem']).toContain(userName);
    expect(await listIssued()).toEqual([
      expect.objectContaining({ siteId: sites[0], state: 'confirmed' }),
      unissued(sites[1]),
    ]);
  });

  it('does not issue what was accepted before the rights were withdrawn', async () => {
    const { results } = await runConfig(t, admin, configId);
    await withdraw();
    const failed = { state: 'failed', counts: false, reason: expect.stringContaining(userName) };
    expect(await listIssued()).toEqual(sites.map((siteId) => ({ siteId, ...failed })));
    // A person with the rights still can.
    const { body } = await t.send('POST', '/site/calibration/issue', {
      token: admin,
      json: { resultIds: results.map(({ resultId }) => resultId) },
    });
    expect(body['data']).toMatchObject({ issues: [{ state: 'confirmed' }, { state: 'confirmed' }] });
  });

  it('is somebody else’s as soon as somebody else changes what it issues', async () => {
    await withdraw();
    const configs = makeResourceClient(t, '/site/calibration', admin);
    const stored = await configs.get(configId);
    const put = (changes: object) => configs.send('PUT', '', { ...stored, ...changes });
    expect(await put({ configName: `${userName} renamed` })).toMatchObject({ code: 200 });
    expect((await runConfig(t, admin, configId)).run).toMatchObject({ accepted: 0 });
    expect(await put({ kMax: 3 })).toMatchObject({ code: 200 });
    expect((await runConfig(t, admin, configId)).run).toMatchObject({ accepted: 2, problem: null });
  });
});

describe('a config that is changed while its round runs', () => {
  it.each([
    ['becomes manual', `update calibration_config set acceptance = 'manual' where config_id = $1`],
    ['is disabled', `update calibration_config set status = '1' where config_id = $1`],
    ['gets other limits', 'update calibration_config set k_max = 1 where config_id = $1'],
    ['loses its sites', 'delete from calibration_config_site where config_id = $1'],
  ])('issues nothing by itself if it %s', async (_, change) => {
    const settings = await findRunSettings(t.app.db, { all: true }, configId);
    const run = settings && (await beginRun(t.app, settings, null));
    if (!run) throw new Error('no run');
    // After the first sites were compared.
    let changed: Promise<unknown> | undefined;
    const services = {
      ...t.services,
      readings: {
        ...t.services.readings,
        means: async (...given: Parameters<typeof t.services.readings.means>) => {
          await (changed ??= query(change, [configId]));
          return t.services.readings.means(...given);
        },
      },
    };
    const control = { signal: new AbortController().signal, report: () => undefined };
    expect(await runCalibration(t.app, services, run, control)).toMatchObject({ results: 2 });
    expect(changed).toBeDefined();
    expect(await listIssued()).toEqual(sites.map(unissued));
    const { rows } = await query('select state, problem from calibration_run where run_id = $1', [run.runId]);
    expect(rows).toEqual([{ state: 'done', problem: expect.stringMatching(/./) }]);
  });

  it('ends its round without an error of the server if it is removed', async () => {
    const settings = await findRunSettings(t.app.db, { all: true }, configId);
    const run = settings && (await beginRun(t.app, settings, null));
    if (!run) throw new Error('no run');
    await query('delete from calibration_config where config_id = $1', [configId]);
    const control = { signal: new AbortController().signal, report: () => undefined };
    await expect(runCalibration(t.app, t.services, run, control)).rejects.toMatchObject({
      key: 'calibration.run_gone',
    });
    expect(await listIssued()).toEqual(sites.map(unissued));
  });
});
