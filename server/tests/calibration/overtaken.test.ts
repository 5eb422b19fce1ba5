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
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { addProposal, type IssueClient, makeIssueClient, openMeasuring, saveSite } from './issue.fixture.ts';

let fixture: GatewayFixture;
let client: IssueClient;
let token: string;
const running: Station[] = [];
const [k, b] = [2, 1];
const otherDevice = errorText('calibration_issue.device_changed');

beforeAll(async () => {
  fixture = await openGatewayFixture();
  token = await fixture.test.login();
  client = makeIssueClient(fixture, token);
  await fixture.test.app.pool.query(
    'update basic_device_type set answer_seconds = 600, retries = 0, execution_seconds = 600',
  );
});
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});
afterAll(() => fixture.close());

const save = (siteId: number, changes: object) => saveSite(fixture, token, siteId, changes);

describe('a site that gets another device', () => {
  it('fails an issue that the one before was sent, and the other one gets none of it', async () => {
    const { siteId, station, reaches, readSite } = await openMeasuring(fixture, running);
    station.device.options.answers = 'never';
    await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
    await reaches(client, { state: 'sent' });
    await save(siteId, { mn: `OTHER-SENT-${siteId}` });
    fixture.test.clock.advance(1);
    const other = await openMeasuring(fixture, running, 'prompt', { mn: `OTHER-SENT-${siteId}`, siteId });
    await reaches(client, { state: 'failed', reason: expect.stringMatching(/./) });
    expect([...other.station.device.parameters.keys()].filter((name) => name.includes('i1300'))).toEqual([]);
    expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
  });

  it.each(['platform', 'device'] as const)(
    'refuses what was found for the one before, on the %s',
    async (target) => {
      const { siteId, readSite } = await openMeasuring(fixture, running);
      const resultId = await addProposal(fixture, { siteId, k, b, target });
      fixture.test.clock.advance(5);
      await save(siteId, { mn: `OTHER-${target}-${siteId}` });
      expect(await client.issue([resultId])).toMatchObject([{ state: 'failed', problem: otherDevice }]);
      expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
    },
  );

  it('is compared with its own hours alone', async () => {
    const { test } = fixture;
    const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
    await addStation(test, '1001A', (at) => ({ pm25: wave(at) }));
    const siteId = await addCalibratedSite(test, { mn: 'BEFORE', raw: { 'PM2.5': (at) => wave(at) / 0.9 } });
    await save(siteId, { mn: 'AFTER' });
    const config = {
      configName: 'another device',
      siteIds: [siteId],
      channelIds: [findTestChannel(test, 'PM2.5').channelId],
      source: 'national',
      method: 'ols',
      schedule: 'manual',
      acceptance: 'manual',
      target: 'platform',
    };
    const configs = makeResourceClient(test, '/site/calibration', token);
    const { results } = await runConfig(test, token, await configs.add(config, ['configName', 'configId']));
    expect(results).toMatchObject([
      { decision: 'refused', reason: 'fewPairs', found: 0, dropped: { coefficients: 168 } },
    ]);
  });
});

it('an issue is rolled back only before later ones, also where they brought the same K and B again', async () => {
  const { siteId, readSite } = await openMeasuring(fixture, running);
  const lines = [
    [1, 0],
    [k, b],
    [3, 0],
    [k, b],
  ] as const;
  const ids: number[] = [];
  for (const [place, [nextK, nextB]] of lines.entries()) {
    const [kBefore, bBefore] = lines[place - 1] ?? [];
    if (kBefore === undefined) continue;
    const resultId = await addProposal(fixture, { siteId, k: nextK, b: nextB, kBefore, bBefore });
    const [issue] = await client.issue([resultId]);
    expect(issue).toMatchObject({ state: 'confirmed' });
    ids.push(issue?.issueId ?? 0);
    fixture.test.clock.advance(1);
  }
  const [first = 0, ...later] = ids;
  const newer = { state: 'confirmed', problem: errorText('calibration_issue.newer') };
  expect(await client.rollBack([first])).toMatchObject([newer]);
  expect((await readSite()).set).toEqual([[k, b]]);
  for (const issueId of [...later.toReversed(), first])
    expect(await client.rollBack([issueId])).toMatchObject([{ state: 'rolledBack', problem: null }]);
  expect((await readSite()).set).toEqual([]);
});

it('an issue that cannot be followed keeps none of the others back', async () => {
  const { pool } = fixture.test.app;
  const [broken, sound] = [await openMeasuring(fixture, running), await openMeasuring(fixture, running)];
  await pool.query(
    `create function refuse_issue() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
  );
  for (const { siteId } of [broken, sound])
    await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
  await pool.query(
    `create trigger refuse_issue before update on calibration_issue for each row
       when (old.site_id = ${broken.siteId}) execute function refuse_issue()`,
  );
  let failed: unknown;
  await soon(async () => {
    await followIssues(fixture.test.app).catch((error: unknown) => {
      failed = error;
    });
    return client.find(sound.siteId);
  }).toMatchObject({ state: 'confirmed' });
  await pool.query('drop trigger refuse_issue on calibration_issue');
  expect(failed).toMatchObject({ message: 'broken' });
  await broken.reaches(client, { state: 'confirmed' });
});
