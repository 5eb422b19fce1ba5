import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { makeResourceClient } from '../../testing/resource-client.ts';
import { findTestChannel } from '../alarm/evaluation/alarm.fixture.ts';
import { addCalibratedSite, addStation, runConfig } from './calibration.fixture.ts';

const wave = (at: number) => 50 + 35 * Math.sin(at / HOUR_MS / 5);
let t: TestApp;
let token: string;
let indian: number;
let chinese: number;

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  const raw = { 'PM2.5': (at: number) => (wave(at) - 4) / 0.9 };
  indian = await addCalibratedSite(t, { mn: 'HALF-HOUR', zone: 'Asia/Kolkata', raw });
  chinese = await addCalibratedSite(t, { mn: 'WHOLE-HOUR', raw });
  await addStation(t, 'WHOLE', (at) => ({ pm25: wave(at) }));
  await addStation(t, 'HALF', (at) => ({ pm25: wave(at) }));
  await t.app.pool.query(
    `update reference_reading set release_time = release_time - interval '30 minutes' where station_code = 'HALF'`,
  );
});
afterAll(() => t.close());

let count = 0;
async function calibrate(reference: object) {
  const configs = makeResourceClient(t, '/site/calibration', token);
  const config = {
    configName: `half hours ${++count}`,
    siteIds: [indian],
    channelIds: [findTestChannel(t, 'PM2.5').channelId],
    source: 'national',
    method: 'ols',
    schedule: 'manual',
    acceptance: 'manual',
    target: 'platform',
    maxChange: 100,
    ...reference,
  };
  return runConfig(t, token, await configs.add(config, ['configName', 'configId']));
}

describe('a site whose zone is half an hour off', () => {
  it('is compared with hours that begin when its own do', async () => {
    const { results } = await calibrate({ referenceCodes: 'HALF' });
    // The hour that the window cuts at its beginning, and the one that is still running, are no pairs.
    expect(results).toMatchObject([{ decision: 'proposed', pairs: 167 }]);
    const { body } = await t.send(
      'GET',
      `/site/calibration/result/pairs?resultId=${results[0]?.['resultId']}`,
      {
        token,
      },
    );
    const { pairs } = body['data'] as { pairs: { at: number[] } };
    expect(new Set(pairs.at.map((at) => at % HOUR_MS))).toEqual(new Set([HOUR_MS / 2]));
  });

  it.each([
    ['of a station', () => ({ referenceCodes: 'WHOLE' })],
    ['of a site in another zone', () => ({ source: 'own', referenceSiteIds: [chinese] })],
  ])('is not compared with hours %s that begin at other moments, and says so', async (_, reference) => {
    const { results } = await calibrate(reference());
    expect(results).toMatchObject([
      { decision: 'refused', reason: 'otherHours', found: 30, limit: 0, pairs: 0 },
    ]);
  });

  it('is compared with those references alone that have the same hours', async () => {
    const { results } = await calibrate({ referenceCodes: 'HALF,WHOLE' });
    expect(results).toMatchObject([{ decision: 'proposed', pairs: 167 }]);
  });
});
