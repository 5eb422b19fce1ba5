import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { addPerson, personPassword } from '../../testing/people.ts';
import { runTask } from '../../testing/run-task.ts';
import { findTestChannel } from '../alarm/evaluation/alarm.fixture.ts';
import { readExportedLines, setClock } from '../analysis/analysis.fixture.ts';
import { addCalibratedSite, addStation, type Row, runConfig } from './calibration.fixture.ts';

let t: TestApp;
let token: string;
const sites: Record<string, number> = {};

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
/** Reference = 0.9 · raw + 4. */
const biased = (at: number) => (wave(at) - 4) / 0.9;

beforeAll(async () => {
  t = await openTestApp();
  setClock(t, '2026-11-09T12:20:00Z');
  token = await t.login();
  await addStation(t, '1001A', (at) => ({ pm25: wave(at), pm10: 40, co: wave(at) / 50 }));
  sites['plain'] = await addCalibratedSite(t, {
    mn: 'PLAIN',
    raw: { 'PM2.5': biased, PM10: wave, O3: wave, RH: (at) => (at % (24 * HOUR_MS) === 0 ? 97 : 60) },
  });
  // Hours below 30 are clamped to 0, so they follow from readings only.
  sites['corrected'] = await addCalibratedSite(t, {
    mn: 'CORRECTED',
    lines: { 'PM2.5': { k: 1.1, b: -30 } },
    raw: { 'PM2.5': biased },
  });
  sites['high'] = await addCalibratedSite(t, {
    mn: 'HIGH',
    lines: { 'PM2.5': { k: 1.1, b: 30 } },
    raw: { 'PM2.5': biased },
  });
  sites['short'] = await addCalibratedSite(t, {
    mn: 'SHORT',
    raw: { 'PM2.5': (at) => (at >= t.clock.now().getTime() - 31 * HOUR_MS ? biased(at) : undefined) },
  });
  sites['nowhere'] = await addCalibratedSite(t, {
    mn: 'NOWHERE',
    longitude: null,
    raw: { 'PM2.5': biased },
  });
  // 40 km to the east of the station.
  sites['far'] = await addCalibratedSite(t, { mn: 'FAR', longitude: 116.87, raw: { 'PM2.5': biased } });
});
afterAll(() => t.close());

let count = 0;
function makeConfig(names: readonly string[], changes: Row = {}): Row {
  return {
    configName: `config ${++count}`,
    siteIds: names.map((name) => sites[name]),
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    source: 'national',
    method: 'auto',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'platform',
    maxChange: 100,
    bMin: -40,
    bMax: 40,
    ...changes,
  };
}

async function addConfig(names: readonly string[], changes: Row = {}): Promise<number> {
  const { body } = await t.send('POST', '/site/calibration', { token, json: makeConfig(names, changes) });
  expect(body).toMatchObject({ code: 200 });
  const { rows } = await t.app.pool.query('select max(config_id) as id from calibration_config');
  return rows[0].id;
}

const resultOf = (results: readonly Row[], name: string, code = 'PM2.5') =>
  results.find((one) => one['siteId'] === sites[name] && one['channelCode'] === code) ?? {};

const namesOfMet = (targets: unknown) =>
  (targets as { name: string; met: boolean }[]).filter(({ met }) => met).map(({ name }) => name);

/** Headings of the export by the figure below; the star stands for before and after. */
const figureHeads = {
  'Slope *': 'slope',
  'Intercept *': 'intercept',
  'R² *': 'rSquared',
  'Bias *': 'bias',
  'MAE *': 'mae',
  'RMSE *': 'rmse',
  'NRMSE * (%)': 'nrmse',
};

describe('a round of calibration', () => {
  it('judges the targets by the statistics before and after', async () => {
    const { results } = await runConfig(t, token, await addConfig(['high']));
    const result = resultOf(results, 'high');
    expect(result).toMatchObject({ verdictBefore: 'partly', verdict: 'met' });
    expect(namesOfMet(result['targetsBefore'])).toEqual(['slope', 'rSquared']);
    expect(namesOfMet(result['targets'])).toEqual(['slope', 'intercept', 'rSquared', 'error']);
  });

  it('proposes the K and B of the reference, with statistics before and after', async () => {
    const { run, results } = await runConfig(t, token, await addConfig(['plain']));
    expect(run).toMatchObject({ state: 'done', proposed: 1, refused: 0 });
    const result = resultOf(results, 'plain');
    expect(result).toMatchObject({
      decision: 'proposed',
      references: ['1001A'],
      method: 'ols',
      kBefore: 1,
      bBefore: 0,
      verdict: 'met',
    });
    expect(result['k']).toBeCloseTo(0.9, 2);
    expect(result['b']).toBeCloseTo(4, 1);
    // Seven hours are too humid.
    expect(result['dropped']).toEqual({ humidity: 7 });
    expect(result['pairs']).toBe(161);
    const { before, after } = result as { before: Row; after: Row };
    expect(before['count']).toBe(41);
    expect(Number(after['rmse'])).toBeLessThan(Number(before['rmse']) / 10);
  });

  it('compares raw values where the platform corrects them, clamped ones too', async () => {
    const { results } = await runConfig(t, token, await addConfig(['corrected']));
    const result = resultOf(results, 'corrected');
    expect(result).toMatchObject({ kBefore: 1.1, bBefore: -30, pairs: 168 });
    expect(result['kFitted']).toBeCloseTo(0.9, 3);
    expect(result['bFitted']).toBeCloseTo(4, 2);
  });

  it('proposes nothing and says why', async () => {
    const channelIds = ['PM2.5', 'PM10', 'O3', 'CO'].map((code) => findTestChannel(t, code).channelId);
    const names = ['plain', 'short', 'nowhere', 'far'];
    const { results } = await runConfig(t, token, await addConfig(names, { channelIds }));
    const reasons = (name: string, code?: string) => {
      const { reason, k, b, decision } = resultOf(results, name, code);
      expect([k, b, decision]).toEqual([null, null, 'refused']);
      return reason;
    };
    expect(reasons('plain', 'PM10')).toBe('constantReference');
    expect(reasons('plain', 'O3')).toBe('noReferenceData');
    expect(reasons('plain', 'CO')).toBe('fewPairs');
    expect(reasons('short')).toBe('fewPairs');
    expect(resultOf(results, 'short')).toMatchObject({ found: 30, limit: 48 });
    expect(reasons('nowhere')).toBe('noPlace');
    expect(reasons('far')).toBe('tooFar');
    expect(Number(resultOf(results, 'far')['referenceKm'])).toBeCloseTo(40, 0);
  });

  it('leaves out hours that a person has corrected', async () => {
    const ts = Date.parse('2026-11-08T10:00:00Z');
    const { body } = await t.send('PUT', '/data/history', {
      token,
      json: {
        siteId: sites['short'],
        granularity: 'minute',
        reason: 'test',
        changes: [{ ts, channel: 'PM2.5', value: 900 }],
      },
    });
    expect(body).toMatchObject({ code: 200 });
    const { results } = await runConfig(t, token, await addConfig(['short']));
    expect(resultOf(results, 'short')).toMatchObject({ found: 29, dropped: { edited: 1 } });
  });

  it('takes sites of its own as reference', async () => {
    const referenceSiteIds = [sites['corrected']];
    const config = await addConfig(['plain'], { source: 'own', referenceSiteIds, bMin: -60 });
    const { results } = await runConfig(t, token, config);
    expect(resultOf(results, 'plain')).toMatchObject({ references: ['CORRECTED'], decision: 'proposed' });
    expect(resultOf(results, 'plain')['kFitted']).toBeGreaterThan(1);
  });

  it('takes back what the device itself applies, from its last change on', async () => {
    const { channelId } = findTestChannel(t, 'PM2.5');
    const insert = (doubt: boolean) =>
      t.app.pool.query(
        `insert into site_device_coefficient (site_id, channel_id, k, b, batch_id, ordered_at, confirmed_k, confirmed_b,
           in_doubt_k)
         values ($1, $2, 2, 10, gen_random_uuid(), '2026-11-04T12:00:00Z', 2, 10, $3)`,
        [sites['plain'], channelId, doubt],
      );
    const config = await addConfig(['plain'], { maxHumidity: 100 });
    await insert(false);
    const known = resultOf((await runConfig(t, token, config)).results, 'plain');
    expect(known).toMatchObject({ kBefore: 2, bBefore: 10, dropped: { coefficients: 48 } });
    expect(known['kFitted']).toBeCloseTo(1.8, 2);
    await t.app.pool.query('delete from site_device_coefficient');
    await insert(true);
    const unknown = resultOf((await runConfig(t, token, config)).results, 'plain');
    expect(unknown['reason']).toBe('deviceUnsettled');
    await t.app.pool.query('delete from site_device_coefficient');
  });

  it('has its pairs and its drift for the plots, and a file', async () => {
    const { run, results } = await runConfig(t, token, await addConfig(['plain']));
    const { resultId, pairs, before, after } = resultOf(results, 'plain');
    const path = `/site/calibration/result/pairs?resultId=${resultId}`;
    type Plot = { pairs: { at: number[]; flags: object[][] } };
    const readPairs = async () => ((await t.send('GET', path, { token })).body['data'] as Plot).pairs;
    const { at } = await readPairs();
    expect(at).toHaveLength(Number(pairs));
    await t.app.pool.query(
      `insert into quality_flag (site_id, ts, slot, rule_id, rule_name, test, basis, value, counts, state)
       select $1, to_timestamp($2), slot, n, 'Rule ' || n, 'range', 'hour', 5, true, state
       from basic_channel cross join (values (1, 'open'), (2, 'rejected')) v (n, state) where channel_code = 'PM2.5'`,
      [sites['plain'], (at[3] ?? 0) / 1000],
    );
    const flagged = await readPairs();
    expect(flagged.flags[3]).toMatchObject([{ rule: 'Rule 1', test: 'range', value: 5 }]);
    expect(flagged).toMatchObject({ flagged: { hours: 1, rules: [{ rule: 'Rule 1' }] } });
    const { channelId } = findTestChannel(t, 'PM2.5');
    const drift = (
      await t.send('GET', `/site/calibration/drift?siteId=${sites['corrected']}&channelId=${channelId}`, {
        token,
      })
    ).body['data'] as { applied: Row[]; fitted: Row[] };
    expect(drift.applied.at(-1)).toMatchObject({ k: 1.1, b: -30 });
    expect(drift.fitted.length).toBeGreaterThan(0);
    const runId = run['runId'];
    const lines = await readExportedLines(t, token, '/site/calibration/run/export?lang=en', { runId });
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('PLAIN');
    const cells = lines.map((line) => line.split(','));
    const exported = (head: string) => Number(cells[1]?.[cells[0]?.indexOf(head) ?? -1]);
    const sides = [
      ['before', before],
      ['after', after],
    ] as const;
    for (const [side, found] of sides)
      for (const [head, name] of Object.entries(figureHeads))
        expect(exported(head.replace('*', side))).toBeCloseTo(Number(Object(found)[name]), 1);
  });

  it('is one at a time', async () => {
    const configId = await addConfig(['plain']);
    await t.app.pool.query(
      `insert into calibration_run (config_id, started_by, started_at, from_hour, to_hour, settings)
       values ($1, 'other', $2, $2, $2, '{}')`,
      [configId, t.clock.now()],
    );
    const start = () => t.send('POST', '/site/calibration/run', { token, json: { configId } });
    expect((await start()).body).toMatchObject({ code: 601 });
    // A process that has died does not keep it for ever.
    await t.app.pool.query(`update calibration_run set started_at = started_at - interval '31 minutes'`);
    await runConfig(t, token, configId);
  });
});

describe('a proposal', () => {
  const decide = (how: 'accept' | 'reject', resultIds: unknown[], as = token) =>
    t.send('PUT', `/site/calibration/${how}`, { token: as, json: { resultIds } });

  it('is accepted once, with who and when', async () => {
    const { run, results } = await runConfig(t, token, await addConfig(['plain', 'corrected']));
    const ids = results.map(({ resultId }) => resultId);
    expect((await decide('accept', ids)).body['data']).toEqual({ decided: 2 });
    expect((await decide('reject', ids)).body).toMatchObject({ code: 500 });
    const { body } = await t.send('GET', `/site/calibration/run/results?runId=${run['runId']}`, { token });
    const { results: after } = body['data'] as { results: Row[] };
    expect(after.map(({ decision }) => decision)).toEqual(['accepted', 'accepted']);
    expect(after[0]).toMatchObject({ decidedBy: 'admin', decidedAt: expect.any(Number) });
  });

  it('that was refused or rejected cannot be accepted', async () => {
    const { results } = await runConfig(t, token, await addConfig(['plain', 'far']));
    expect((await decide('accept', [resultOf(results, 'far')['resultId']])).body).toMatchObject({
      code: 500,
    });
    const id = resultOf(results, 'plain')['resultId'];
    expect((await decide('reject', [id])).body).toMatchObject({ code: 200 });
    expect((await decide('accept', [id])).body).toMatchObject({ code: 500 });
  });

  it('of an older round is no longer accepted', async () => {
    const configId = await addConfig(['plain']);
    const { results } = await runConfig(t, token, configId);
    await runConfig(t, token, configId);
    const { body } = await decide('accept', [resultOf(results, 'plain')['resultId']]);
    expect(body.msg).toContain('更新的轮次');
  });

  it('is accepted by the config itself where it says so', async () => {
    const { results } = await runConfig(
      t,
      token,
      await addConfig(['plain', 'far'], { acceptance: 'automatic' }),
    );
    expect(resultOf(results, 'plain')).toMatchObject({ decision: 'accepted', decidedBy: null });
    expect(resultOf(results, 'far')).toMatchObject({ decision: 'refused' });
  });

  it('needs a right of its own', async () => {
    await addPerson(t, 'looker', [{ permissions: ['site:calibration:list'] }]);
    const looker = await t.login('looker', personPassword);
    expect((await decide('accept', [1], looker)).body).toMatchObject({ code: 403 });
  });
});

describe('a scheduled round', () => {
  it('runs once when it is due, and not for a config that is disabled', async () => {
    const schedule = { schedule: 'daily', runHour: 21 };
    const configId = await addConfig(['plain'], schedule);
    const stopped = await addConfig(['plain'], { ...schedule, status: '1' });
    const countRuns = async (id: number) =>
      (await t.app.pool.query('select from calibration_run where config_id = $1', [id])).rowCount;
    await runTask(t, 'calibrationTask.runDue');
    expect(await countRuns(configId)).toBe(0);
    await t.app.pool.query(`update calibration_config set create_time = $1`, [t.clock.now()]);
    // 20:20 in China becomes 21:20.
    t.clock.advance(60);
    token = await t.login();
    await runTask(t, 'calibrationTask.runDue');
    await runTask(t, 'calibrationTask.runDue');
    expect(await countRuns(configId)).toBe(1);
    expect(await countRuns(stopped)).toBe(0);
  });
});

describe('a config that names a source', () => {
  const addSource = async (name: string, level: string, code?: string): Promise<number> => {
    const { rows } = await t.app.pool.query(
      `insert into reference_source (source_name, kind, url, station_level) values ($1, 'json', 'http://a.example/', $2)
       returning source_id as id`,
      [name, level],
    );
    if (code)
      await t.app.pool.query('insert into reference_station_source values ($1, $2)', [code, rows[0].id]);
    return rows[0].id;
  };

  it('uses only the stations that the source publishes, and says so in list and history', async () => {
    // Beside the site as well, with other values.
    await addStation(t, '1002A', (at) => ({ pm25: 2 * wave(at) }));
    const sourceId = await addSource('first network', 'national', '1001A');
    const configId = await addConfig(['plain'], { sourceId });
    const { results } = await runConfig(t, token, configId);
    expect(resultOf(results, 'plain')['references']).toEqual(['1001A']);
    const silent = await addConfig(['plain'], { sourceId: await addSource('second network', 'national') });
    const none = resultOf((await runConfig(t, token, silent)).results, 'plain');
    expect(none).toMatchObject({ decision: 'refused', reason: 'noReference' });
    const { body } = await t.send('GET', `/site/calibration/list?configId=${configId}`, { token });
    expect(body['rows']).toContainEqual(expect.objectContaining({ configId, sourceName: 'first network' }));
    const offered = await t.send('GET', '/site/calibration/choice/source', { token });
    expect(offered.body['data']).toContainEqual(
      expect.objectContaining({ id: sourceId, name: 'first network', level: 'national', isEnabled: false }),
    );
    const path = `/site/calibration/choice/station?level=national&sourceId=${sourceId}`;
    const stations = Object((await t.send('GET', path, { token })).body['data'])['stations'] as Row[];
    expect(stations.map(({ code }) => code)).toEqual(['1001A']);
    // Its stations would be those of every source without it.
    const removed = await t.send('DELETE', `/analysis/referenceSource/${sourceId}`, { token });
    expect(removed.body.msg).toContain('first network');
    await t.app.pool.query(`delete from reference_reading where station_code = '1002A'`);
    await t.app.pool.query(`delete from reference_station where station_code = '1002A'`);
  });

  it('of another network is refused, and one of files or own sites loses it', async () => {
    const sourceId = await addSource('provincial network', 'provincial');
    const json = makeConfig(['plain'], { sourceId });
    expect((await t.send('POST', '/site/calibration', { token, json })).body.msg).toContain(
      'provincial network',
    );
    const configId = await addConfig(['plain'], { source: 'file', sourceId });
    const { rows } = await t.app.pool.query('select source_id from calibration_config where config_id = $1', [
      configId,
    ]);
    expect(rows).toEqual([{ source_id: null }]);
    // The station that a source publishes is not of a file.
    const { results } = await runConfig(t, token, configId);
    expect(resultOf(results, 'plain')['reason']).toBe('noReference');
  });
});

describe('a config', () => {
  it.each<[string, string, Row]>([
    ['without sites', '站点', { siteIds: [] }],
    ['without pollutants', '污染物', { channelIds: [] }],
    ['that is its own reference', '自身', { source: 'own', useSelf: true }],
    ['of own sites without any', '参照站点', { source: 'own' }],
    ['with a limit of rain and no channel', '雨量', { maxRain: 1 }],
    ['with more pairs than hours', '时间窗', { windowHours: 24, minPairs: 48 }],
  ])('%s is refused', async (_, text, { useSelf, ...changes }) => {
    const json = makeConfig(['plain'], {
      ...changes,
      ...(useSelf ? { referenceSiteIds: [sites['plain']] } : {}),
    });
    const { body } = await t.send('POST', '/site/calibration', { token, json });
    expect(body.code).toBe(500);
    expect(body.msg).toContain(text);
  });

  it('compares only what the reference publishes', async () => {
    const json = makeConfig(['plain'], { channelIds: [findTestChannel(t, 'RH').channelId] });
    const { body } = await t.send('POST', '/site/calibration', { token, json });
    expect(body.msg).toContain('不发布');
  });
});
