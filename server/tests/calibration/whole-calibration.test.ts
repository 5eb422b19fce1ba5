import { HOUR_MS } from '@limpid/contract/durations';
import type { Station } from '@limpid/simulator/station/station';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  addCalibratedSite,
  addStation,
  runConfig,
} from '../../src/features/calibration/calibration.fixture.ts';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { addProposal, makeIssueClient, measured, openMeasuring, readCoefficients } from './issue.fixture.ts';

let fixture: GatewayFixture;
const running: Station[] = [];

/** How long devices are waited for: the longest where a test answers for them. */
const waitFor = (seconds: number) =>
  fixture.test.app.pool.query(
    'update basic_device_type set answer_seconds = $1, retries = 0, execution_seconds = $1',
    [seconds],
  );

beforeAll(async () => {
  fixture = await openGatewayFixture();
});
afterEach(() => waitFor(3));
afterAll(async () => {
  for (const station of running) station.stop();
  await fixture.close();
});

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
/** Reference = 0.9 · raw + 4. */
const biased = (at: number) => (wave(at) - 4) / 0.9;

/** A draft that waits. */
const untimed = { sentAt: null, confirmedAt: null, failedAt: null, rolledBackAt: null };

/** A moment as the console shows it, after another one. */
const later = (time: unknown) =>
  expect.toSatisfy((value) => typeof value === 'string' && value > String(time), `after ${time}`);

/** What the device has said last about its K and B. */
async function readBack(siteId: number): Promise<Record<string, number>> {
  const { rows } = await fixture.test.app.pool.query<{ code: string; value: string }>(
    `select code, read_value as value from device_parameter
     where site_id = $1 and code in ('i13007', 'i13008')`,
    [siteId],
  );
  return Object.fromEntries(rows.map(({ code, value }) => [code, Number(value)]));
}

it.each([
  ['a device that answers', 'prompt'],
  ['a device that never answers', 'never'],
] as const)('config, round, issue and roll-back with %s', async (_, answers) => {
  const { test } = fixture;
  const token = await test.login();
  const mn = `WHOLE-${answers}`;
  await waitFor(answers === 'prompt' ? 600 : 3);
  if (answers === 'prompt') await addStation(test, '1001A', (at) => ({ pm25: wave(at) }));
  const siteId = await addCalibratedSite(test, { mn, raw: { 'PM2.5': biased } });
  const { measure, reaches, readSite, station } = await openMeasuring(fixture, running, 'prompt', {
    mn,
    siteId,
  });
  const { channelId } = test.ingest.directory.findBySite(siteId)?.channels.get('a34004') ?? {};
  expect(await measure()).toBe(measured);

  const configs = makeResourceClient(test, '/site/calibration', token);
  const config = {
    configName: mn,
    siteIds: [siteId],
    channelIds: [channelId],
    source: 'national',
    method: 'auto',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'device',
    maxChange: 100,
  };
  const configId = await configs.add(config, ['configName', 'configId']);
  const unread = await runConfig(test, token, configId);
  expect(unread.results).toMatchObject([{ decision: 'refused', reason: 'deviceUnread' }]);
  await readCoefficients(fixture, siteId);
  const { results } = await runConfig(test, token, configId);
  expect(results).toMatchObject([{ decision: 'proposed', kBefore: 1, bBefore: 0 }]);
  const { resultId, k, b } = results[0] as { resultId: number; k: number; b: number };
  expect(k).toBeCloseTo(0.9, 2);
  expect(b).toBeCloseTo(4, 1);
  expect(await configs.send('PUT', '/accept', { resultIds: [resultId] })).toMatchObject({ code: 200 });
  await followIssues(test.app);

  const client = makeIssueClient(fixture, token);
  const draft = await client.find(siteId);
  expect(draft).toMatchObject({ ...untimed, state: 'draft', configName: mn, kBefore: 1, bBefore: 0, k, b });
  const issueId = Number(draft['issueId']);
  test.clock.advance(1);
  station.device.options.answers = answers === 'prompt' ? 'late' : 'never';
  expect(await client.send([issueId])).toMatchObject([{ state: 'pending', problem: null }]);
  expect(await client.find(siteId)).toMatchObject({ ...untimed, pendingAt: later(draft['draftAt']) });
  if (answers === 'never') {
    await reaches(client, { state: 'failed', reason: expect.stringMatching(/./) });
    const { pendingAt, sentAt, failedAt, confirmedAt } = await client.find(siteId);
    expect([pendingAt, sentAt, failedAt].toSorted()).toEqual([pendingAt, sentAt, failedAt]);
    expect(confirmedAt).toBeNull();
    expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
    expect(await measure()).toBe(measured);
    expect(await configs.get(configId)).toMatchObject({ issueState: 'failed' });
    return;
  }
  // The device has the command and has not answered yet.
  await reaches(client, { state: 'sent', confirmedAt: null, failedAt: null });
  const { sentAt } = await client.find(siteId);
  expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
  station.device.options.answers = 'prompt';
  test.clock.advance(1);
  await reaches(client, { state: 'confirmed', sentAt, confirmedAt: later(sentAt), rolledBackAt: null });
  expect(await readBack(siteId)).toEqual({ i13007: b, i13008: k });
  expect(await configs.get(configId)).toMatchObject({ issueState: 'confirmed' });
  expect(await measure()).toBeCloseTo(k * measured + b, 3);
  const { confirmedAt } = await client.find(siteId);
  expect(await client.rollBack([issueId])).toMatchObject([{ problem: null }]);
  await reaches(client, {
    state: 'rolledBack',
    confirmedAt,
    rolledBackAt: later(confirmedAt),
    failedAt: null,
  });
  expect(await readBack(siteId)).toEqual({ i13007: 0, i13008: 1 });
  expect(await measure()).toBe(measured);
  expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
});

it('K and B that a device has of its own are replaced, and restored by a roll-back', async () => {
  const { test } = fixture;
  const token = await test.login();
  const mn = 'WHOLE-factory';
  await waitFor(3);
  // The maker has set K = 1.5 and B = 2, so the week was measured with them.
  const siteId = await addCalibratedSite(test, { mn, raw: { 'PM2.5': (at) => 1.5 * biased(at) + 2 } });
  const { measure, reaches, readSite, station } = await openMeasuring(fixture, running, 'prompt', {
    mn,
    siteId,
  });
  station.device.parameters.set('a34004 i13008', '1.5').set('a34004 i13007', '2');
  const own = 1.5 * measured + 2;
  expect(await measure()).toBe(own);
  const configs = makeResourceClient(test, '/site/calibration', token);
  const { channelId } = test.ingest.directory.findBySite(siteId)?.channels.get('a34004') ?? {};
  const configId = await configs.add(
    {
      configName: mn,
      siteIds: [siteId],
      channelIds: [channelId],
      source: 'national',
      method: 'auto',
      schedule: 'manual',
      acceptance: 'manual',
      target: 'device',
      maxChange: 100,
    },
    ['configName', 'configId'],
  );
  await readCoefficients(fixture, siteId);
  const { results } = await runConfig(test, token, configId);
  expect(results).toMatchObject([{ decision: 'proposed', kBefore: 1.5, bBefore: 2 }]);
  const { resultId, k, b } = results[0] as { resultId: number; k: number; b: number };
  expect(k).toBeCloseTo(0.9, 2);
  expect(b).toBeCloseTo(4, 1);
  const client = makeIssueClient(fixture, token);
  const [issue] = await client.issue([resultId]);
  expect(issue).toMatchObject({ state: 'pending', problem: null });
  await reaches(client, { state: 'confirmed' });
  expect(await measure()).toBeCloseTo(k * measured + b, 3);
  expect(await client.rollBack([issue?.issueId ?? 0])).toMatchObject([{ problem: null }]);
  await reaches(client, { state: 'rolledBack' });
  expect(await measure()).toBe(own);
  expect(await readSite()).toMatchObject({ place: 'platform', set: [], applied: [1, 0] });
  const path = `/site/calibration/drift?siteId=${siteId}&channelId=${channelId}`;
  const drift = (await test.send('GET', path, { token })).body['data'];
  expect(drift).toMatchObject({
    applied: [
      { k: 1.5, b: 2 },
      { k, b },
      { k: 1.5, b: 2 },
    ],
  });
  // They are the device's own again: the platform may still apply K and B that a later round finds.
  test.clock.advance(1);
  const onPlatform = await addProposal(fixture, { siteId, k: 2, b: 1 });
  expect(await client.issue([onPlatform])).toMatchObject([{ state: 'confirmed', problem: null }]);
});
