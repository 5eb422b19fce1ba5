import type { CommandOffer } from '@limpid/contract/device/offer';
import { type Station, startStation } from '@limpid/simulator/station/station';
import { afterEach, describe, expect, it } from 'vitest';
import { errorText } from '../../src/testing/error-text.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { addSite } from '../../src/testing/stations.ts';
import { makeUpload } from '../../src/testing/upload.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { acceptRequest, finishRequest, nextRequest, shareCommandFixture, value } from './command.fixture.ts';

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
    writeAgain: () => sites.send('PUT', '/deviceCoefficients', { siteId }),
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
    const { save, readState, measure, coefficients, station, siteId } = await openSimulated();
    await save({ coefficients });
    expect(await measure()).toBe(corrected);
    await save({ coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    expect(await measure()).toBe(corrected);
    expect(await measure()).toBe(corrected);
    await save({ coefficientPlace: 'platform' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [k, b] });
    expect(await measure()).toBe(corrected);
    // The instrument is calibrated on site: its slope is its own, and the platform goes on with what people have set.
    await commands.fixture.gateway.report();
    station.device.parameters.set(`${code} i13008`, '1.02');
    await commands.order('read', 'Read slope K', [siteId], { values: { PolId: code } });
    await soon(readState).toEqual({ state: 'differs', applied: [k, b] });
    expect(await measure()).toBeCloseTo(k * 1.02 * measured + b, 6);
  });

  it('are applied by the platform again after the device has lost them', async () => {
    const { save, readState, measure, coefficients, station, siteId } = await openSimulated();
    const readBack = async () => {
      for (const name of ['Read slope K', 'Read intercept B'])
        await commands.order('read', name, [siteId], { values: { PolId: code } });
    };
    await save({ coefficients, coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    await commands.fixture.gateway.report();
    station.device.parameters.clear();
    await readBack();
    await soon(readState).toEqual({ state: 'differs', applied: [k, b] });
    expect(await measure()).toBe(corrected);
    // Somebody sets them at the device again.
    station.device.parameters.set(`${code} i13008`, String(k)).set(`${code} i13007`, String(b));
    await readBack();
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    expect(await measure()).toBe(corrected);
  });

  it('stay with the platform while the device has not confirmed them', async () => {
    const { save, readState, measure, coefficients, station, siteId } = await openSimulated('never');
    const { pool } = commands.fixture.test.app;
    await pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
    await save({ coefficients, coefficientPlace: 'device' });
    expect(await readState()).toEqual({ state: 'pending', applied: [k, b] });
    expect(await measure()).toBe(corrected);
    // The time of the first command is over; B is not written without K, and both are read back.
    await soon(readState).toMatchObject({ state: 'unconfirmed' });
    expect(station.device.parameters.size).toBe(0);
    const log = await commands.log.list(`?siteId=${siteId}&orderByColumn=logId&isAsc=asc`);
    expect(log.map(({ state }) => state)).toEqual(['timedOut', 'failed', 'timedOut', 'timedOut']);
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

  it('are written again to a device that has refused them, once a person wants it', async () => {
    const { save, readState, measure, writeAgain, coefficients, station } = await openSimulated('refused');
    await save({ coefficients, coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'unconfirmed', applied: [k, b] });
    station.device.options.answers = 'prompt';
    // Two people at once: the commands are sent once.
    const answers = await Promise.all([writeAgain(), writeAgain()]);
    expect(answers.map(({ data }) => (data as { count: number }).count).toSorted()).toEqual([0, 1]);
    await soon(readState).toEqual({ state: 'confirmed', applied: [1, 0] });
    expect(await measure()).toBe(corrected);
    expect(await writeAgain()).toMatchObject({ code: 200, data: { count: 0 } });
  });

  it('are applied once if only one of them is on the device, and not in doubt', async () => {
    const station = await commands.openStation();
    const { test } = commands.fixture;
    const { pool } = test.app;
    const sites = makeResourceClient(test, '/site/site', await test.login());
    const { channelId = 0 } = test.ingest.directory.findBySite(station.siteId)?.channels.get(code) ?? {};
    const readApplied = async () => {
      const { data } = await sites.send('GET', `/coefficients/${station.siteId}`);
      const [applied] = data as { k: number; b: number }[];
      return [applied?.k, applied?.b];
    };
    let [writes, reads] = [0, 0];
    /** Answers what comes next: a write with its result or without one, or a read with a value. */
    const write = async (result?: number) => {
      const request = await nextRequest(station, '3021', ++writes);
      station.send(acceptRequest(request), ...(result === undefined ? [] : [finishRequest(request, result)]));
    };
    const read = async (info: string, text?: string) => {
      const request = await nextRequest(station, '3020', ++reads);
      expect(request.cp).toContain(info);
      const fields = { PolId: code, InfoId: info, [`${info}-Info`]: text ?? '' };
      const answer = text === undefined ? [] : [value(request, fields)];
      station.send(acceptRequest(request), ...answer, finishRequest(request, text === undefined ? 2 : 1));
    };
    const save = async (more: object) => {
      const row = { ...(await sites.get(station.siteId)), ...more };
      expect((await sites.send('PUT', '', row)).code).toBe(200);
    };
    // K is written, B is not.
    await save({ coefficients: [{ channelId, k, b }], coefficientPlace: 'device' });
    await write(1);
    await write(2);
    await read('i13008', '2');
    await read('i13007', '0');
    await soon(readApplied).toEqual([1, b]);
    // The result of a write is lost: what the device says counts.
    await pool.query('update basic_device_type set execution_seconds = 1');
    await save({ coefficients: [{ channelId, k: 3, b }] });
    await write();
    await read('i13008', '3');
    await read('i13007', '0');
    await soon(() => commands.log.list(`?siteId=${station.siteId}&state=failed`)).toHaveLength(2);
    await soon(readApplied).toEqual([1, b]);
    // It says nothing: then the platform applies neither.
    await save({ coefficients: [{ channelId, k: 3, b: 7 }] });
    await write(1);
    await write();
    await read('i13008', '3');
    await read('i13007');
    await soon(readApplied).toEqual([1, 0]);
    // Whoever reads it later ends the doubt.
    await commands.order('read', 'Read intercept B', [station.siteId], { values: { PolId: code } });
    await read('i13007', '0');
    await soon(readApplied).toEqual([1, 7]);
    await pool.query('update basic_device_type set execution_seconds = 60');
  });

  it('stay with a device that was set on site when it starts to get commands', async () => {
    const { save, readState, measure, coefficients, station } = await openSimulated();
    await save({ protocol: 'hj212-2005', coefficients, coefficientPlace: 'device' });
    station.device.parameters.set(`${code} i13008`, String(k)).set(`${code} i13007`, String(b));
    expect(await measure()).toBe(corrected);
    await save({ protocol: 'hj212-2017' });
    expect((await readState()).applied).not.toEqual([k, b]);
    await soon(readState).toMatchObject({ state: 'confirmed' });
    expect((await readState()).applied).not.toEqual([k, b]);
    expect(await measure()).toBe(corrected);
  });

  it('move from a device that was set on site to the platform when it starts to get commands', async () => {
    const { save, readState, measure, coefficients, station } = await openSimulated();
    await save({ protocol: 'hj212-2005', coefficients, coefficientPlace: 'device' });
    station.device.parameters.set(`${code} i13008`, String(k)).set(`${code} i13007`, String(b));
    expect(await measure()).toBe(corrected);
    // Whether it gives them back is known once it says so.
    station.device.options.answers = 'refused';
    await save({ protocol: 'hj212-2017', coefficientPlace: 'platform' });
    await soon(readState).toMatchObject({ state: 'unconfirmed' });
    expect((await readState()).applied).not.toEqual([k, b]);
    expect(await measure()).toBe(corrected);
    station.device.options.answers = 'prompt';
    await save({ coefficientPlace: 'device' });
    await soon(readState).toMatchObject({ state: 'confirmed' });
    await save({ coefficientPlace: 'platform' });
    await soon(readState).toEqual({ state: 'confirmed', applied: [k, b] });
    expect(station.device.parameters.get(`${code} i13008`)).toBe('1');
    expect(await measure()).toBe(corrected);
  });

  it('beyond what a command can carry are refused with the field of the form and its limit', async () => {
    const { test } = commands.fixture;
    const siteId = await addSite(test, { mn: 'LIMIT1' });
    const sites = makeResourceClient(test, '/site/site', await test.login());
    const { channelId } = test.ingest.directory.findBySite(siteId)?.channels.get(code) ?? { channelId: 0 };
    const given = { coefficientPlace: 'device', coefficients: [{ channelId, k: 200, b: 0 }] };
    const body = await sites.send('PUT', '?lang=fr', { ...(await sites.get(siteId)), ...given });
    expect(body.msg).toBe('Le champ «\u202fK\u202f» doit être inférieur ou égal à 100');
  });

  it('are not written to a device by a sheet', async () => {
    const { test } = commands.fixture;
    const siteId = await addSite(test, { mn: 'SHEET1' });
    const token = await test.login();
    const sites = makeResourceClient(test, '/site/site', token);
    const { channelId } = test.ingest.directory.findBySite(siteId)?.channels.get(code) ?? { channelId: 0 };
    const row = await sites.get(siteId);
    await sites.send('PUT', '', { ...row, coefficients: [{ channelId, k, b }] });
    const names = ['siteCode', 'siteName', 'entityId', 'mn', 'deviceTypeId'];
    const cells = ['siteCode', 'siteName', 'entityName', 'mn', 'typeName'].map((name) => String(row[name]));
    const upload = await makeUpload([...names, 'coefficientPlace'], [[...cells, 'device']]);
    const path = '/site/site/importData?updateSupport=true&lang=en';
    const { body } = await test.send('POST', path, { token, ...upload });
    expect(body['data']).toMatchObject({
      updated: 0,
      failed: [{ reason: expect.stringContaining('K and B') }],
    });
    expect(await sites.get(siteId)).toMatchObject({ coefficientPlace: 'platform' });
    expect(await commands.log.list(`?siteId=${siteId}`)).toEqual([]);
  });
});

describe('K that a person writes to a device whose site the platform corrects', () => {
  const apply = (siteId: number, slope: number, since: string) =>
    commands.fixture.test.app.pool.query(
      `insert into site_coefficient (site_id, channel_id, since, k, b)
       select $1, channel_id, $3, $2, 0 from basic_channel where gb_code = $4`,
      [siteId, slope, since, code],
    );
  const order = (siteIds: number[], slope: string, more: object = {}) =>
    commands.order('write', 'Set slope K', siteIds, { values: { PolId: code, Slope: slope }, ...more });

  it('is sent only once the person knows that values are corrected twice, and the result says so', async () => {
    const station = await commands.openStation();
    const other = await commands.openStation();
    await apply(station.siteId, k, '2026-01-01');
    const { siteId, mn } = station;
    expect(await order([siteId, other.siteId], '1.5')).toMatchObject({
      code: 601,
      msg: errorText('device_order.corrects_twice', { devices: `“${mn}”` }),
    });
    expect(await commands.log.list(`?siteId=${siteId}`)).toEqual([]);
    const { data } = await order([siteId, other.siteId], '1.5', { correctsTwice: true });
    const { batchId } = data as { batchId: string };
    for (const one of [station, other]) {
      const request = await nextRequest(one, '3021');
      one.send(acceptRequest(request), finishRequest(request));
    }
    const { test } = commands.fixture;
    const equipment = makeResourceClient(test, '/device/equipment', await test.login());
    await soon(async () => (await equipment.send('GET', `/batch/${batchId}`)).data).toMatchObject([
      { siteId, state: 'done', isCorrectedTwice: true },
      { siteId: other.siteId, state: 'done', isCorrectedTwice: false },
    ]);
  });

  it('is read back, and the platform stops to apply what the device had refused before', async () => {
    const { save, readState, measure, coefficients, station, siteId } = await openSimulated('refused');
    await save({ coefficients, coefficientPlace: 'device' });
    await soon(readState).toEqual({ state: 'unconfirmed', applied: [k, b] });
    await commands.fixture.gateway.report();
    expect((await order([siteId], String(k))).code).toBe(601);
    station.device.options.answers = 'prompt';
    expect((await order([siteId], String(k), { correctsTwice: true })).code).toBe(200);
    await soon(readState).toEqual({ state: 'differs', applied: [1, b] });
    expect(await measure()).toBe(corrected);
  });

  it('is sent if it corrects nothing', async () => {
    const { siteId } = await commands.openStation();
    await apply(siteId, k, '2026-01-01');
    expect((await order([siteId], '1')).code).toBe(200);
  });

  it('is offered with what the platform applies', async () => {
    const { siteId } = await commands.openStation();
    const { test } = commands.fixture;
    const equipment = makeResourceClient(test, '/device/equipment', await test.login());
    const offer = async () =>
      (await equipment.send('GET', `/commands?siteIds=${siteId}`)).data as CommandOffer;
    const { commands: offered, devices } = await offer();
    const writing = offered.filter(({ writesCoefficient }) => writesCoefficient);
    expect(writing.map(({ commandNameEn }) => commandNameEn)).toEqual(['Set intercept B', 'Set slope K']);
    expect(devices).toMatchObject([{ isCorrected: false }]);
    await apply(siteId, k, '2026-01-01');
    expect((await offer()).devices).toMatchObject([{ isCorrected: true }]);
    await apply(siteId, 1, '2026-01-02');
    expect((await offer()).devices).toMatchObject([{ isCorrected: false }]);
  });
});
