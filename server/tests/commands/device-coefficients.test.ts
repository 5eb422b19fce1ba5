import { type Station, startStation } from '@limpid/simulator/station/station';
import { afterEach, describe, expect, it } from 'vitest';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { addSite } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { shareCommandFixture } from './command.fixture.ts';

const commands = shareCommandFixture();
const running: Station[] = [];
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});

/** What the instrument measures, and what counts with K and B. */
const [measured, k, b] = [10, 2, 1];
const corrected = k * measured + b;
const code = 'a34004';
let last = 0;

/** A simulated station that measures the same value all the time, and its site. */
async function openSimulated(answers: 'prompt' | 'never' | 'refused' = 'prompt') {
  const { test, gateway } = commands.fixture;
  const mn = `SIMULATED${++last}`;
  const siteId = await addSite(test, { mn });
  const sites = makeResourceClient(test, '/site/site', await test.login());
  const channel = test.ingest.directory.findBySite(siteId)?.channels.get(code);
  const { slot, channelId } = channel ?? { slot: 0, channelId: 0 };
  const now = () => test.clock.now().getTime();
  const station = startStation({
    mn,
    version: '2017',
    st: '22',
    zone: 'Asia/Shanghai',
    sends: ['2011'],
    answers,
    now,
    address: { host: '127.0.0.1', port: gateway.port },
    valuesAt: () => ({ 'PM2.5': measured }),
  });
  running.push(station);

  async function listStored(): Promise<number[]> {
    const { rows } = await test.app.pool.query(
      `select s${slot} as value from reading where site_id = $1 order by ts`,
      [siteId],
    );
    return rows.map(({ value }) => value);
  }
  await waitUntil(async () => (await listStored()).length > 0, 'the first value');
  return {
    siteId,
    station,
    coefficients: [{ channelId, k, b }],
    save: async (more: object) =>
      expect((await sites.send('PUT', '', { ...(await sites.get(siteId)), ...more })).code).toBe(200),
    /** The state of K and B on the device, and those that the platform applies now. */
    async readState() {
      const { data: states } = await sites.send('GET', `/deviceCoefficients/${siteId}`);
      const { data: history } = await sites.send('GET', `/coefficients/${siteId}`);
      const [onDevice] = states as { state: string }[];
      const [applied] = history as { k: number; b: number }[];
      return { state: onDevice?.state, applied: [applied?.k, applied?.b] };
    },
    /** Lets the device measure once more; returns the value that is stored. */
    async measure(): Promise<number | undefined> {
      const before = (await listStored()).length;
      test.clock.advance(1);
      await waitUntil(async () => (await listStored()).length > before, 'the next value');
      return (await listStored()).at(-1);
    },
  };
}

describe('K and B of a site', () => {
  it('are applied once to every value while they move to the device and back', async () => {
    const { save, readState, measure, coefficients } = await openSimulated();
    await save({ coefficients });
    expect(await measure()).toBe(corrected);
    await save({ coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    expect(await measure()).toBe(corrected);
    expect(await measure()).toBe(corrected);
    await save({ coefficientPlace: 'platform' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [k, b] });
    expect(await measure()).toBe(corrected);
  });

  it('stay with the platform while the device has not confirmed them', async () => {
    const { save, readState, measure, coefficients, station, siteId } = await openSimulated('never');
    const { pool } = commands.fixture.test.app;
    await pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
    await save({ coefficients, coefficientPlace: 'device' });
    expect(await readState()).toEqual({ state: 'pending', applied: [k, b] });
    expect(await measure()).toBe(corrected);
    // The time of the first command is over; what follows it is not sent.
    await soon(readState).toMatchObject({ state: 'unconfirmed' });
    expect(station.device.parameters.size).toBe(0);
    const log = await commands.log.list(`?siteId=${siteId}`);
    expect(log.filter(({ sent }) => sent === 0).map(({ state }) => state)).toEqual(Array(3).fill('failed'));
    expect(await measure()).toBe(corrected);
    // Once it answers, another change reaches it.
    await pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
    station.device.options.answers = 'prompt';
    await save({ coefficients: coefficients.map((one) => ({ ...one, b: b + 1 })) });
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    expect(await measure()).toBe(corrected + 1);
  });

  it('stay with the platform if the device refuses them, and a new device gets them again', async () => {
    const { save, readState, measure, coefficients, siteId } = await openSimulated('refused');
    await save({ coefficients, coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'unconfirmed', applied: [k, b] });
    expect(await measure()).toBe(corrected);
    // A device that confirmed K and B is replaced by another, which has none.
    await commands.fixture.test.app.pool.query(
      'update site_device_coefficient set confirmed_k = k, confirmed_b = b where site_id = $1',
      [siteId],
    );
    await save({ mn: `OTHER${siteId}` });
    expect(await readState()).toEqual({ state: 'pending', applied: [k, b] });
  });
});
