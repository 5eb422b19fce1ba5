import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { findTestChannel } from '../alarm/evaluation/alarm.fixture.ts';
import { setClock } from '../analysis/analysis.fixture.ts';
import { addCalibratedSite, addStation, type Row, runConfig } from './calibration.fixture.ts';

let t: TestApp;
let token: string;
let [real, simulated, otherSimulated] = [0, 0, 0];

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);

beforeAll(async () => {
  t = await openTestApp();
  setClock(t, '2026-11-09T12:20:00Z');
  token = await t.login();
  const raw = { 'PM2.5': wave };
  real = await addCalibratedSite(t, { mn: 'MEASURED', raw });
  simulated = await addCalibratedSite(t, { mn: 'INVENTED', raw });
  otherSimulated = await addCalibratedSite(t, { mn: 'INVENTED-2', raw });
  await t.app.pool.query('update site set simulated = true where site_id = any($1)', [
    [simulated, otherSimulated],
  ]);
  await addStation(t, 'REAL', (at) => ({ pm25: wave(at) }), 116.41);
  await addStation(t, 'DEMO', (at) => ({ pm25: 2 * wave(at) }), 116.401);
  await t.app.pool.query(`update reference_station set simulated = true where station_code = 'DEMO'`);
});
afterAll(() => t.close());

let count = 0;
function sendConfig(siteIds: number[], changes: Row = {}) {
  const json = {
    configName: `config ${++count}`,
    siteIds,
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    source: 'national',
    method: 'auto',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'platform',
    ...changes,
  };
  return t.send('POST', '/site/calibration', { token, json });
}

async function addConfig(siteIds: number[], changes: Row = {}): Promise<number> {
  expect((await sendConfig(siteIds, changes)).body).toMatchObject({ code: 200 });
  const { rows } = await t.app.pool.query('select max(config_id) as id from calibration_config');
  return rows[0].id;
}

async function referencesOf(configId: number) {
  const { results } = await runConfig(t, token, configId);
  return new Map(results.map(({ siteId, references, reason }) => [siteId, references ?? reason]));
}

async function offer(query: string) {
  const { body } = await t.send('GET', `/site/calibration/choice/station?${query}`, { token });
  return (Object(body['data'])['stations'] as Row[]).map(({ code }) => code);
}

describe('a simulated station', () => {
  it('is a reference of simulated sites only', async () => {
    const found = await referencesOf(await addConfig([real, simulated]));
    expect(found.get(real)).toEqual(['REAL']);
    expect(found.get(simulated)).toEqual(['DEMO', 'REAL']);
  });

  it('cannot be chosen for a real site, and is not offered for one', async () => {
    const refused = await sendConfig([simulated, real], { referenceCodes: 'DEMO' });
    expect(refused.body).toMatchObject({ code: 500, msg: expect.stringContaining('DEMO') });
    await addConfig([simulated], { referenceCodes: 'DEMO' });
    expect(await offer(`level=national&siteIds=${real}`)).toEqual(['REAL']);
    expect(await offer(`level=national&siteIds=${simulated}`)).toEqual(['DEMO', 'REAL']);
  });

  it('that an earlier release let a real site choose is not used', async () => {
    const configId = await addConfig([real]);
    await t.app.pool.query(`update calibration_config set reference_codes = 'DEMO' where config_id = $1`, [
      configId,
    ]);
    const { results } = await runConfig(t, token, configId);
    expect(results).toMatchObject([{ siteId: real, decision: 'refused', reason: 'noReference' }]);
  });
});

describe('a simulated site', () => {
  it('cannot be the reference of a real one', async () => {
    const own = { source: 'own', referenceSiteIds: [simulated] };
    const refused = await sendConfig([real], own);
    expect(refused.body).toMatchObject({ code: 500, msg: expect.stringContaining('INVENTED') });
    const configId = await addConfig([otherSimulated], own);
    expect((await referencesOf(configId)).get(otherSimulated)).toEqual(['INVENTED']);
    await t.app.pool.query('update calibration_config_site set site_id = $2 where config_id = $1', [
      configId,
      real,
    ]);
    const { results } = await runConfig(t, token, configId);
    expect(results).toMatchObject([{ siteId: real, decision: 'refused', reason: 'noReference' }]);
  });
});

describe('a config of imported files', () => {
  it('uses and offers no station that a source publishes, also if it was chosen', async () => {
    await addStation(t, 'FILED', (at) => ({ pm25: wave(at) }), 116.42);
    const { rows } = await t.app.pool.query(
      `insert into reference_source (source_name, kind, url) values ('network', 'json', 'http://a.example/')
       returning source_id as id`,
    );
    await t.app.pool.query('insert into reference_station_source values ($1, $2)', ['REAL', rows[0].id]);
    const referencesWith = async (referenceCodes: string) =>
      (await referencesOf(await addConfig([real], { source: 'file', referenceCodes }))).get(real);
    expect(await referencesWith('REAL,FILED')).toEqual(['FILED']);
    const { results } = await runConfig(
      t,
      token,
      await addConfig([real], { source: 'file', referenceCodes: 'REAL' }),
    );
    expect(results).toMatchObject([{ decision: 'refused', reason: 'noReference' }]);
    expect(await offer(`siteIds=${real}&isOfFiles=true`)).toEqual(['FILED']);
    expect(await offer(`siteIds=${real}`)).toEqual(['REAL', 'FILED']);
  });
});
