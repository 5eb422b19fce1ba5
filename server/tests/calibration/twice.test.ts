import { HOUR_MS } from '@limpid/contract/durations';
import type { Station } from '@limpid/simulator/station/station';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findTestChannel } from '../../src/features/alarm/evaluation/alarm.fixture.ts';
import {
  addCalibratedSite,
  addStation,
  runConfig,
} from '../../src/features/calibration/calibration.fixture.ts';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { insertDraft } from '../../src/features/calibration/issue/issue.store.ts';
import { confirmCoefficients } from '../../src/features/device/device.api.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { soon } from '../../src/testing/soon.ts';
import {
  addProposal,
  type IssueClient,
  makeIssueClient,
  measured,
  openMeasuring,
  saveSite,
} from './issue.fixture.ts';

let fixture: GatewayFixture;
let client: IssueClient;
let token: string;
const running: Station[] = [];
const [k, b] = [2, 1];
const byDevice = k * measured + b;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  token = await fixture.test.login();
  client = makeIssueClient(fixture, token);
  await fixture.test.app.pool.query(
    'update basic_device_type set answer_seconds = 3, retries = 0, execution_seconds = 3',
  );
});
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});
afterAll(() => fixture.close());

const recorrect = () => recorrectValues(fixture.test.app, fixture.test.ingest.directory);
const sinceBoth = () => fixture.test.clock.now().getTime() - HOUR_MS;
const tooEarly = expect.stringMatching(/设备自身/);

/** A site whose device had K and B of the platform for one value, between two that it measured without them. */
async function openRolledBack() {
  const site = await openMeasuring(fixture, running);
  const { siteId, measure, reaches } = site;
  const since = sinceBoth();
  const [issue] = await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
  await reaches(client, { state: 'confirmed' });
  expect(await measure()).toBe(byDevice);
  fixture.test.clock.advance(5);
  await client.rollBack([issue?.issueId ?? 0]);
  await reaches(client, { state: 'rolledBack' });
  fixture.test.clock.advance(5);
  expect(await measure()).toBe(measured);
  return { ...site, since };
}

const save = (siteId: number, changes: object) => saveSite(fixture, token, siteId, changes);

describe('K and B for a past in which the device had applied its own', () => {
  it('are refused with the moment from which on they can count', async () => {
    const { siteId, since, listStored } = await openRolledBack();
    const stored = await listStored();
    const resultId = await addProposal(fixture, { siteId, k: 3, b: 0 });
    expect(await client.issue([resultId], { since })).toMatchObject([{ state: 'failed', problem: tooEarly }]);
    expect(await recorrect()).toBe(0);
    expect(await listStored()).toEqual(stored);
    expect(await client.issue([resultId], { since: null })).toMatchObject([{ state: 'confirmed' }]);
  });

  it('count from the change of the device on where the config issues by itself', async () => {
    const { siteId, since, listStored } = await openRolledBack();
    const stored = await listStored();
    const proposal = { siteId, k: 3, b: 0, acceptance: 'automatic', forPast: true, from: since } as const;
    const resultId = await addProposal(fixture, proposal);
    await fixture.test.app.pool.query(
      `update calibration_result set decision = 'accepted' where result_id = $1`,
      [resultId],
    );
    await insertDraft(fixture.test.app.db, { resultId, at: fixture.test.clock.now(), by: null });
    await followIssues(fixture.test.app);
    expect(await client.find(siteId)).toMatchObject({ state: 'confirmed' });
    expect(await recorrect()).toBe(1);
    const changed = await listStored();
    expect(changed).toEqual([...stored.slice(0, -1), 3 * measured]);
    expect(changed).toContain(byDevice);
  });

  it('are not rolled back over it, but from now on', async () => {
    const { siteId, measure, readSite, listStored } = await openMeasuring(fixture, running);
    await client.issue([await addProposal(fixture, { siteId, k: 1.5, b: 0 })]);
    const since = sinceBoth();
    const [issue] = await client.issue([await addProposal(fixture, { siteId, k, b, kBefore: 1.5 })], {
      since,
    });
    expect(issue).toMatchObject({ state: 'confirmed' });
    await recorrect();
    // A person lets the device apply them for a time.
    const moveTo = async (coefficientPlace: string, applied: number[]) => {
      await save(siteId, { coefficientPlace });
      await soon(async () => {
        await confirmCoefficients(fixture.test.app, siteId);
        return (await readSite()).applied;
      }).toEqual(applied);
      fixture.test.clock.advance(5);
    };
    await moveTo('device', [1, 0]);
    expect(await measure()).toBe(byDevice);
    await moveTo('platform', [k, b]);
    const stored = await listStored();
    const ids = [issue?.issueId ?? 0];
    expect(await client.rollBack(ids)).toMatchObject([{ state: 'confirmed', problem: tooEarly }]);
    expect(await client.rollBack(ids, { fromNow: true })).toMatchObject([{ state: 'rolledBack' }]);
    expect(await recorrect()).toBe(0);
    expect(await listStored()).toEqual(stored);
  });
});

describe('hours in which the device had applied its own K and B', () => {
  it('are not compared once the device has them no more', async () => {
    const { test } = fixture;
    const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
    await addStation(test, '1001A', (at) => ({ pm25: wave(at) }));
    const siteId = await addCalibratedSite(test, { mn: 'OTHER-BEFORE', raw: { 'PM2.5': wave } });
    const { channelId } = findTestChannel(test, 'PM2.5');
    await test.app.pool.query(
      `insert into site_device_coefficient (site_id, channel_id, k, b, batch_id, ordered_at, confirmed_k, confirmed_b)
       values ($1, $2, 2, 10, gen_random_uuid(), $3, 2, 10)`,
      [siteId, channelId, new Date(test.clock.now().getTime() - 48 * HOUR_MS)],
    );
    const config = {
      configName: 'another device',
      siteIds: [siteId],
      channelIds: [channelId],
      source: 'national',
      method: 'auto',
      schedule: 'manual',
      acceptance: 'manual',
      target: 'platform',
    };
    await test.send('POST', '/site/calibration', { token, json: config });
    const { rows } = await test.app.pool.query('select max(config_id) as id from calibration_config');
    // Another device comes to the site; what the one before it has applied is no longer stored as its own.
    await save(siteId, { mn: 'OTHER-AFTER' });
    const { results } = await runConfig(test, token, rows[0].id);
    expect(results).toMatchObject([
      { decision: 'refused', reason: 'fewPairs', dropped: { coefficients: 168 } },
    ]);
  });
});
