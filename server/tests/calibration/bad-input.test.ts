import { HOUR_MS } from '@limpid/contract/durations';
import { languages } from '@limpid/contract/language';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTestChannel } from '../../src/features/alarm/evaluation/alarm.fixture.ts';
import { setClock } from '../../src/features/analysis/analysis.fixture.ts';
import {
  addCalibratedSite,
  addStation,
  type Row,
  runConfig,
} from '../../src/features/calibration/calibration.fixture.ts';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { serveHttp } from '../../src/platform/outbound/outbound.fixture.ts';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { soon } from '../../src/testing/soon.ts';

let t: TestApp;
let token: string;
const sites: Record<string, number> = {};

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
/** Places of pairs of a site and its station, so far apart that no other station is near. */
const places = { few: 100, flat: 102, constant: 104, steep: 106, far: 108, changed: 110 };

beforeAll(async () => {
  t = await openTestApp();
  setClock(t, '2026-11-09T12:20:00Z');
  token = await t.login();
  const newest = t.clock.now().getTime() - 31 * HOUR_MS;
  const add = async (name: keyof typeof places, raw: (at: number) => number | undefined, km = 0.4) => {
    const longitude = places[name] + km / 85.4;
    sites[name] = await addCalibratedSite(t, { mn: name.toUpperCase(), longitude, raw: { 'PM2.5': raw } });
  };
  await add('few', (at) => (at >= newest ? wave(at) : undefined));
  await add('flat', (at) => 50 + 0.4 * Math.sin(at / HOUR_MS));
  await add('constant', wave);
  await add('steep', (at) => wave(at) / 4);
  await add('far', () => undefined, 40);
  await add('changed', (at) => (at >= newest ? wave(at) : undefined));
  const publish = (name: keyof typeof places, pm25: (at: number) => number) =>
    addStation(t, name, (at) => ({ pm25: pm25(at) }), places[name]);
  await publish('few', wave);
  await publish('flat', wave);
  await publish('constant', () => 40);
  await publish('steep', wave);
  await publish('far', wave);
});
afterAll(() => t.close());

let count = 0;
/** Runs a config that accepts and issues by itself, and returns its only result. */
async function calibrate(site: string, changes: Row = {}): Promise<Row> {
  const configName = `bad input ${++count}`;
  const json = {
    configName,
    siteIds: [sites[site]],
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    source: 'national',
    method: 'ols',
    schedule: 'manual',
    acceptance: 'automatic',
    target: 'platform',
    maxChange: 100,
    ...changes,
  };
  expect((await t.send('POST', '/site/calibration', { token, json })).body).toMatchObject({ code: 200 });
  const { rows } = await t.app.pool.query('select config_id from calibration_config where config_name = $1', [
    configName,
  ]);
  const { results } = await runConfig(t, token, rows[0].config_id);
  expect(results).toHaveLength(1);
  return results[0] ?? {};
}

/** Nothing has become of a round: no issue, and K and B of the site as they were. */
async function expectNothingIssued(site: string): Promise<void> {
  await followIssues(t.app);
  const { rows } = await t.app.pool.query(
    `select (select count(*)::int from calibration_issue where site_id = $1) as issues,
       (select count(*)::int from site_coefficient where site_id = $1) as coefficients`,
    [sites[site]],
  );
  expect(rows).toEqual([{ issues: 0, coefficients: 0 }]);
}

/** The reason in each language, with its numbers and without the key of a text that is missing. */
function expectReasonInEveryLanguage({ reason, found, limit }: Row): void {
  const key = `calibration.result.reasons.${reason}`;
  const texts = languages.map((language) =>
    translate(language, key, { found: `${found}`, limit: `${limit}` }),
  );
  expect(new Set(texts).size).toBe(languages.length);
  for (const text of texts) {
    expect(text).not.toContain(key);
    expect(text).not.toContain('{{');
  }
}

describe('a round with bad input issues nothing and says why', () => {
  it.each<[string, keyof typeof places, string, Row]>([
    ['too few pairs', 'few', 'fewPairs', { found: 30, limit: 48 }],
    ['no spread', 'flat', 'noSpread', { limit: 4 }],
    ['a constant reference', 'constant', 'constantReference', {}],
    ['K outside its limits', 'steep', 'kOutside', { found: expect.closeTo(4, 2), limit: 2 }],
    ['a reference 40 km away', 'far', 'tooFar', { found: expect.closeTo(40, 0), limit: 3 }],
  ])('%s', async (_, site, reason, numbers) => {
    const result = await calibrate(site);
    expect(result).toMatchObject({ decision: 'refused', reason, k: null, b: null, ...numbers });
    expectReasonInEveryLanguage(result);
    await expectNothingIssued(site);
  });

  it('a source that changes its fields: nothing of it is stored, so there is nothing to compare', async () => {
    const [longitude, hour] = [places.changed, t.clock.now().getTime()];
    const end = new Date(Math.floor(hour / HOUR_MS) * HOUR_MS).toISOString();
    let document: object[] = [{ id: 'CHANGED', at: end, longitude, latitude: 39.9, fine: '41' }];
    const { port } = await serveHttp((_, response) => response.end(JSON.stringify(document)));
    t.app.outbound.allowOwnServer(port);
    const json = {
      sourceName: 'changing',
      kind: 'json',
      url: `http://127.0.0.1:${port}/hours`,
      codeField: 'id',
      timeField: 'at',
      longitudeField: 'longitude',
      latitudeField: 'latitude',
      pollutants: [{ pollutant: 'pm25', field: 'fine', unit: 'µg/m³' }],
    };
    await t.send('POST', '/analysis/referenceSource', { token, json });
    const { rows } = await t.app.pool.query('select source_id as id from reference_source');
    const sourceId: number = rows[0].id;
    const fetchNow = async () => {
      const { body } = await t.send('POST', `/analysis/referenceSource/run/${sourceId}`, { token });
      const { id } = Object(body['data']);
      const read = async () => (await t.send('GET', `/common/work/${id}`, { token })).body['data'] as Row;
      await soon(read).toMatchObject({ state: 'done' });
      return (await read())['report'] as Row;
    };
    expect(await fetchNow()).toMatchObject({ added: 1, problem: null });
    document = [{ id: 'CHANGED', at: end, longitude, latitude: 39.9, pm25: '90' }];
    const { problem, detail } = await fetchNow();
    expect([problem, detail]).toEqual(['reference.problems.field', 'fine']);
    for (const language of languages) expect(translate(language, `${problem}`)).not.toBe(problem);
    const stored = await t.app.pool.query(
      `select pm25 from reference_reading where station_code = 'CHANGED'`,
    );
    expect(stored.rows).toEqual([{ pm25: 41 }]);
    // The hour that was read before the change ends where the window does.
    const result = await calibrate('changed', { sourceId });
    expect(result).toMatchObject({ decision: 'refused', reason: 'fewPairs', found: 1, k: null });
    expectReasonInEveryLanguage(result);
    await expectNothingIssued('changed');
  });
});
