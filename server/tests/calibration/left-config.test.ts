import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTestChannel } from '../../src/features/alarm/evaluation/alarm.fixture.ts';
import { readExportedLines } from '../../src/features/analysis/analysis.fixture.ts';
import {
  addCalibratedSite,
  addStation,
  type Row,
  runConfig,
} from '../../src/features/calibration/calibration.fixture.ts';
import { entityOf } from '../../src/features/quality/lock/lock.fixture.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
const [department, otherDepartment] = [701, 702];
const permissions = ['list', 'export', 'accept', 'issue'].map((one) => `site:calibration:${one}`);
const denied = { code: 403, msg: errorText('scope.denied') };
const gone = { code: 500, msg: errorText('calibration.run_gone') };

let t: TestApp;
let admin: string;
let limited: string;
const sites: Record<string, number> = {};

beforeAll(async () => {
  t = await openTestApp();
  for (const id of [department, otherDepartment]) await addDepartment(t, id, 100, [0, 100]);
  await addStation(t, '1001A', (at) => ({ pm25: wave(at) }));
  const biased = { 'PM2.5': (at: number) => (wave(at) - 4) / 0.9 };
  for (const mn of ['KEPT', 'REMOVED']) sites[mn] = await addCalibratedSite(t, { mn, raw: biased });
  for (const mn of ['KEPT-REFERENCE', 'REMOVED-REFERENCE'])
    sites[mn] = await addCalibratedSite(t, { mn, raw: { 'PM2.5': wave } });
  for (const mn of ['KEPT', 'KEPT-REFERENCE']) await moveSite(mn, department);
  for (const mn of ['REMOVED', 'REMOVED-REFERENCE']) await moveSite(mn, otherDepartment);
  await addPerson(t, 'limited', [{ permissions, dataScope: '3' }], department);
  admin = await t.login();
  limited = await t.login('limited', personPassword);
});
afterAll(() => t.close());

const siteOf = (mn: string) => sites[mn] ?? 0;
const moveSite = async (mn: string, deptId: number) =>
  t.app.pool.query('update site_entity set dept_id = $2 where entity_id = $1', [
    await entityOf(t, siteOf(mn)),
    deptId,
  ]);

/** Runs a config, and then takes members from it; returns the run and the ids of its results by site. */
async function runAndChange(config: Row, change: Row) {
  const configs = makeResourceClient(t, '/site/calibration', admin);
  const given = {
    configName: Object.keys(change).join(),
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    method: 'ols',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'platform',
    ...config,
  };
  const configId = await configs.add(given, ['configName', 'configId']);
  const { run, results } = await runConfig(t, admin, configId);
  expect(await configs.send('PUT', '', { ...(await configs.get(configId)), ...change })).toMatchObject({
    code: 200,
  });
  return {
    runId: Number(run['runId']),
    resultOf: (mn: string) => Number(results.find(({ siteId }) => siteId === siteOf(mn))?.['resultId']),
  };
}

const send = async (method: 'GET' | 'POST' | 'PUT', path: string, token: string, json?: object) =>
  (await t.send(method, `/site/calibration${path}`, { token, ...(json && { json }) })).body;
async function listNames(runId: number, token: string): Promise<unknown[]> {
  const { data } = await send('GET', `/run/results?runId=${runId}`, token);
  return (data as { results: Row[] }).results.map(({ siteName }) => siteName);
}
const readPairs = (resultId: number, token: string) =>
  send('GET', `/result/pairs?resultId=${resultId}`, token);

async function expectOutOfReach(resultId: number): Promise<void> {
  expect(await readPairs(resultId, limited)).toMatchObject(gone);
  const json = { resultIds: [resultId] };
  expect(await send('PUT', '/accept', limited, json)).toMatchObject(denied);
  expect(await send('PUT', '/reject', limited, json)).toMatchObject(denied);
  expect(await send('POST', '/issue', limited, json)).toMatchObject(denied);
  expect(await readPairs(resultId, admin)).toMatchObject({ data: { result: { decision: 'proposed' } } });
}

describe('a config that has no sites beyond the reach of a person any more', () => {
  it('still keeps the results of a removed site from them', async () => {
    const { runId, resultOf } = await runAndChange(
      { siteIds: [siteOf('KEPT'), siteOf('REMOVED')], source: 'national' },
      { siteIds: [siteOf('KEPT')] },
    );
    expect(await listNames(runId, limited)).toEqual(['KEPT']);
    expect(await listNames(runId, admin)).toEqual(['KEPT', 'REMOVED']);
    const lines = await readExportedLines(t, limited, '/site/calibration/run/export', { runId });
    expect(lines.filter((line) => line.includes('REMOVED'))).toEqual([]);
    expect(await readPairs(resultOf('KEPT'), limited)).toMatchObject({ code: 200 });
    await expectOutOfReach(resultOf('REMOVED'));

    await moveSite('REMOVED', department);
    expect(await listNames(runId, limited)).toEqual(['KEPT', 'REMOVED']);
    await moveSite('KEPT', otherDepartment);
    expect((await send('GET', `/run/results?runId=${runId}`, limited))['code']).toBe(500);
    await moveSite('KEPT', department);
    await moveSite('REMOVED', otherDepartment);
  });

  it('still keeps what was compared with a removed reference site from them', async () => {
    const references = ['KEPT-REFERENCE', 'REMOVED-REFERENCE'].map(siteOf);
    const { runId, resultOf } = await runAndChange(
      { siteIds: [siteOf('KEPT')], source: 'own', referenceSiteIds: references },
      { referenceSiteIds: references.slice(0, 1) },
    );
    expect(await listNames(runId, limited)).toEqual([]);
    expect(await listNames(runId, admin)).toEqual(['KEPT']);
    await expectOutOfReach(resultOf('KEPT'));
    await moveSite('REMOVED-REFERENCE', department);
    expect(await listNames(runId, limited)).toEqual(['KEPT']);
    expect(await readPairs(resultOf('KEPT'), limited)).toMatchObject({ code: 200 });
  });
});
