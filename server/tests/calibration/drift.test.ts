import type { Station } from '@limpid/simulator/station/station';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findTestChannel } from '../../src/features/alarm/evaluation/alarm.fixture.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { soon } from '../../src/testing/soon.ts';
import { addProposal, makeIssueClient, openMeasuring, saveSite } from './issue.fixture.ts';

let fixture: GatewayFixture;
let token: string;
const running: Station[] = [];

beforeAll(async () => {
  fixture = await openGatewayFixture();
  token = await fixture.test.login();
  await fixture.test.app.pool.query(
    'update basic_device_type set answer_seconds = 3, retries = 0, execution_seconds = 3',
  );
});
afterAll(async () => {
  for (const station of running) station.stop();
  await fixture.close();
});

/** K and B in force over time. */
async function readDrift(siteId: number): Promise<number[][]> {
  const { channelId } = findTestChannel(fixture.test, 'PM2.5');
  const path = `/site/calibration/drift?siteId=${siteId}&channelId=${channelId}`;
  const { applied } = Object((await fixture.test.send('GET', path, { token })).body['data']);
  return (applied as { k: number; b: number }[]).map(({ k, b }) => [k, b]);
}

/** Saves K and B that the device is to apply, as the form of the site does. */
async function setOnDevice(siteId: number, k: number, b: number) {
  const { channelId } = findTestChannel(fixture.test, 'PM2.5');
  await saveSite(fixture, token, siteId, { coefficients: [{ channelId, k, b }], coefficientPlace: 'device' });
}

describe('the drift of K and B', () => {
  it('has those that a person set at the device, until another device comes', async () => {
    const { siteId, measure } = await openMeasuring(fixture, running);
    await measure();
    await setOnDevice(siteId, 2, 1);
    const first = [
      [1, 0],
      [2, 1],
    ];
    await soon(() => readDrift(siteId)).toEqual(first);
    await measure();
    await setOnDevice(siteId, 3, 1);
    const second = [...first, [3, 1]];
    await soon(() => readDrift(siteId)).toEqual(second);
    await measure();
    await saveSite(fixture, token, siteId, { mn: `NEXT${siteId}`, coefficients: [] });
    await soon(() => readDrift(siteId)).toEqual([...second, [1, 0]]);
  });

  it('has those of a person between two issues', async () => {
    const client = makeIssueClient(fixture, token);
    const { siteId, measure, reaches } = await openMeasuring(fixture, running);
    await measure();
    await client.issue([await addProposal(fixture, { siteId, k: 2, b: 1, target: 'device' })]);
    await reaches(client, { state: 'confirmed', k: 2 });
    await measure();
    await setOnDevice(siteId, 4, 2);
    await soon(() => readDrift(siteId)).toEqual([
      [1, 0],
      [2, 1],
      [4, 2],
    ]);
    await measure();
    const again = { siteId, k: 3, b: 1, kBefore: 4, bBefore: 2, target: 'device' } as const;
    await client.issue([await addProposal(fixture, again)]);
    await reaches(client, { state: 'confirmed', k: 3 });
    expect(await readDrift(siteId)).toEqual([
      [1, 0],
      [2, 1],
      [4, 2],
      [3, 1],
    ]);
  });
});
