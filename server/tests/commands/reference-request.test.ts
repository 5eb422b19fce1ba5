import { HOUR_MS } from '@limpid/contract/durations';
import { encodePacket } from '@limpid/hj212/encode';
import type { Packet, Version } from '@limpid/hj212/packet';
import { createSm4 } from '@limpid/hj212/sm4';
import { Device } from '@limpid/simulator/station/device';
import { startStation } from '@limpid/simulator/station/station';
import { beforeAll, describe, expect, it } from 'vitest';
import { siteChanged } from '../../src/features/reading/site-changed.ts';
import { startGateway } from '../../src/roles/gateway.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { stationTime } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { shareCommandFixture } from './command.fixture.ts';

const commands = shareCommandFixture();
const code = '3998';
const template =
  'DataTime={time};Station={station};a34004-Avg={PM2.5},a34004-Flag=N;a34002-Avg={PM10};a21005-Avg={CO}';
/** The start of the last full hour, and its name on the clock of the stations. */
const hour = Math.floor(testNow / HOUR_MS) * HOUR_MS - HOUR_MS;
const dataTime = stationTime(hour).slice(0, 14);
const key = '00112233445566778899aabbccddeeff';

beforeAll(async () => {
  const { pool, bus } = commands.fixture.test.app;
  await pool.query('update basic_device_type set reference_code = $1, reference_template = $2', [
    code,
    template,
  ]);
  await bus.publish(siteChanged);
  await pool.query(
    `insert into reference_station (station_code, station_name, longitude, latitude, facts_of)
     values ('1001A', '万寿西宫', 116.366, 39.878, now()), ('1002A', '定陵', 116.23, 40.195, now())`,
  );
  for (const [station, pm25] of [
    ['1001A', 35.5],
    ['1002A', 12],
  ] as const)
    await pool.query(
      `insert into reference_reading (station_code, release_time, pm25, pm10, co) values ($1, $2, 99, 99, 9), ($1, $3, $4, 80, null)`,
      [station, new Date(hour), new Date(hour + HOUR_MS), pm25],
    );
});

let last = 0;
function makeRequest(mn: string, version: Version, cn = code, options: object = {}) {
  const qn = version === '2005' ? null : stationTime(testNow + ++last);
  const time = { name: 'DataTime', value: stationTime(testNow).slice(0, 14) };
  const fields = { version, qn, st: '22', cn, pw: '123456', mn, wantsAnswer: true, items: [[time]] };
  return { qn, frame: encodePacket(fields, options) };
}

const findAnswer = (received: readonly Packet[], cn: string) =>
  received.filter((packet) => packet.cn === cn).at(-1);

async function bind(siteId: number, station: string | null, place: readonly [number, number] | null = null) {
  await commands.fixture.test.app.pool.query(
    'update site set reference_station_code = $2, longitude = $3, latitude = $4 where site_id = $1',
    [siteId, station, ...(place ?? [null, null])],
  );
}

describe('a device that asks for values of a reference station', () => {
  it.each(['2005', '2017', '2025'] as const)(
    'gets the last published hour of its station in HJ 212-%s',
    async (version) => {
      const station = await commands.fixture.addStation({ protocol: `hj212-${version}` });
      await bind(station.siteId, '1001A');
      const { qn, frame } = makeRequest(station.mn, version);
      station.send(frame);
      await waitUntil(() => findAnswer(station.received, code) !== undefined, 'the answer');
      const answer = findAnswer(station.received, code);
      expect(answer).toMatchObject({ version, st: '22', mn: station.mn, pw: '123456', wantsAnswer: false });
      // CO was not published, so its item is left out.
      expect(answer?.cp).toBe(
        `DataTime=${dataTime};Station=1001A;a34004-Avg=35.5,a34004-Flag=N;a34002-Avg=80`,
      );
      expect(answer?.qn ?? null).toBe(qn);
      expect(findAnswer(station.received, '9014')).toBeDefined();
      await soon(() => commands.findLog(station.siteId)).toMatchObject({
        commandCode: code,
        logType: '7',
        state: 'received',
        request: expect.stringContaining('a34004-Avg=35.5'),
        response: expect.stringContaining(`CN=${code}`),
        resultDesc: expect.stringContaining('万寿西宫'),
      });
    },
  );

  it('gets the beginning of that hour on its own clock, also half an hour off', async () => {
    const { pool, bus } = commands.fixture.test.app;
    const station = await commands.fixture.addStation();
    await bind(station.siteId, '1001A');
    await pool.query(
      `update site_entity set zone = 'Asia/Kolkata' where entity_id = (select entity_id from site where site_id = $1)`,
      [station.siteId],
    );
    await bus.publish(siteChanged);
    const { directory } = commands.fixture.test.ingest;
    await soon(() => directory.findBySite(station.siteId)?.zone).toBe('Asia/Kolkata');
    station.send(makeRequest(station.mn, '2017').frame);
    await waitUntil(() => findAnswer(station.received, code) !== undefined, 'the answer');
    const time = stationTime(hour, 5.5).slice(0, 14);
    expect(time).toMatch(/3000$/);
    expect(findAnswer(station.received, code)?.cp).toContain(
      `DataTime=${time};Station=1001A;a34004-Avg=35.5`,
    );
  });

  it('gets those of the nearest station if its site names none', async () => {
    const station = await commands.fixture.addStation();
    await bind(station.siteId, null, [116.24, 40.2]);
    station.send(makeRequest(station.mn, '2017').frame);
    await waitUntil(() => findAnswer(station.received, code) !== undefined, 'the answer');
    expect(findAnswer(station.received, code)?.cp).toContain('Station=1002A;a34004-Avg=12');
  });

  it.each<[string, string | null, readonly [number, number] | null]>([
    ['no station is near', null, [100, 30]],
    ['its site has no place', null, null],
    ['its station has published nothing within a day', 'OLD', [116.24, 40.2]],
  ])('gets ExeRtn 100 if %s', async (_, code_, place) => {
    const { pool } = commands.fixture.test.app;
    await pool.query(
      `insert into reference_station (station_code, station_name, facts_of) values ('OLD', 'OLD', now()) on conflict do nothing`,
    );
    await pool.query(
      `insert into reference_reading (station_code, release_time, pm25) values ('OLD', $1, 5) on conflict do nothing`,
      [new Date(hour - 26 * HOUR_MS)],
    );
    const station = await commands.fixture.addStation();
    await bind(station.siteId, code_, place);
    const { qn, frame } = makeRequest(station.mn, '2017');
    station.send(frame);
    await waitUntil(() => findAnswer(station.received, '9012') !== undefined, 'the answer');
    expect(findAnswer(station.received, '9012')).toMatchObject({ qn, cp: 'ExeRtn=100', st: '91' });
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      resultDesc: expect.stringContaining('国控'),
    });
  });

  it.each([null, 'DEMO'])(
    'gets nothing of a simulated station, if its site is a real one that names %s',
    async (named) => {
      const { pool } = commands.fixture.test.app;
      const stations = [await commands.fixture.addStation(), await commands.fixture.addStation()] as const;
      const [demo, real] = stations;
      await pool.query('update site set simulated = true where site_id = $1', [demo.siteId]);
      await pool.query(
        `insert into reference_station (station_code, station_name, longitude, latitude, simulated, facts_of)
         values ('DEMO', 'DEMO', 100, 30, true, now()) on conflict do nothing`,
      );
      await pool.query(
        `insert into reference_reading (station_code, release_time, pm25) values ('DEMO', $1, 5) on conflict do nothing`,
        [new Date(hour + HOUR_MS)],
      );
      for (const { siteId } of stations) await bind(siteId, named, [100, 30]);
      for (const station of stations) station.send(makeRequest(station.mn, '2017').frame);
      await waitUntil(() => findAnswer(demo.received, code) !== undefined, 'the answer');
      expect(findAnswer(demo.received, code)?.cp).toContain('Station=DEMO');
      await waitUntil(() => findAnswer(real.received, '9012') !== undefined, 'the answer');
      expect(findAnswer(real.received, '9012')?.cp).toBe('ExeRtn=100');
    },
  );

  it('gets the same answer to a repeat, which is logged once', async () => {
    const station = await commands.fixture.addStation();
    await bind(station.siteId, '1001A');
    const { frame } = makeRequest(station.mn, '2017');
    station.send(frame, frame);
    await waitUntil(() => station.received.filter(({ cn }) => cn === code).length === 2, 'both answers');
    const { rows } = await commands.fixture.test.app.pool.query(
      'select count(*)::int as count from device_log where site_id = $1',
      [station.siteId],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  it('is answered in every process with a gateway', async () => {
    const { connection, app } = commands.fixture.test;
    const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
    const there = await startGateway(other.app, other.ingest);
    const here = await commands.fixture.addStation();
    await bind(here.siteId, '1001A');
    await soon(() => other.ingest.directory.findByMn(here.mn)?.referenceRequest?.code).toBe(code);
    const moved = await commands.fixture.connectAgain(here, there.port);
    moved.send(makeRequest(here.mn, '2017').frame);
    await waitUntil(() => findAnswer(moved.received, code) !== undefined, 'the answer');
    await there.close();
    await other.close();
  });

  it('is answered encrypted where the standard asks for it, and logged in plain text', async () => {
    const { pool, bus } = commands.fixture.test.app;
    await pool.query(`update basic_device_type set reference_code = '2998'`);
    await bus.publish(siteChanged);
    const station = await commands.fixture.addStation({
      protocol: 'hj212-2025',
      sm4Key: key,
      sm4Required: true,
    });
    await bind(station.siteId, '1001A');
    await soon(
      () => commands.fixture.test.ingest.directory.findByMn(station.mn)?.referenceRequest?.code,
    ).toBe('2998');
    const sm4 = createSm4(Buffer.from(key, 'hex'));
    station.send(makeRequest(station.mn, '2025', '2998', { sm4 }).frame);
    await waitUntil(() => findAnswer(station.received, '9014') !== undefined, 'the acknowledgement');
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      request: expect.stringContaining('a34004-Avg=35.5'),
    });
    expect(station.bytes().toString('latin1')).not.toContain('a34004-Avg=35.5');
    await pool.query('update basic_device_type set reference_code = $1', [code]);
    await bus.publish(siteChanged);
    await soon(
      () => commands.fixture.test.ingest.directory.findByMn(station.mn)?.referenceRequest?.code,
    ).toBe(code);
  });
});

it('a simulated station asks, and again when it is told to', async () => {
  const { mn, siteId, end } = await commands.fixture.addStation();
  end();
  await bind(siteId, '1001A');
  const { port } = commands.fixture.gateway;
  const station = startStation({
    address: { host: '127.0.0.1', port },
    mn,
    version: '2017',
    st: '22',
    zone: 'Asia/Shanghai',
    valuesAt: () => ({}),
    sends: [],
    referenceCode: code,
  });
  station.device.references.ask();
  await waitUntil(() => station.device.references.answer?.get('a34004-Avg') === '35.5', 'the answer');
  await bind(siteId, 'OLD');
  station.device.references.ask();
  await waitUntil(() => station.device.references.answer === null, 'no data');
  station.stop();
});

it('a simulated station asks once a day', () => {
  const device = new Device({
    mn: 'DAILY',
    version: '2017',
    st: '22',
    zone: 'Asia/Shanghai',
    valuesAt: () => ({}),
    sends: [],
    referenceCode: code,
  });
  let asked = 0;
  for (let at = testNow; at < testNow + 72 * HOUR_MS; at += HOUR_MS / 2)
    if (device.references.take(at) !== undefined) asked++;
  expect(asked).toBe(3);
});

describe('the request of a device type', () => {
  const send = async (values: object) => {
    const { test } = commands.fixture;
    const client = makeResourceClient(test, '/basic/deviceType', await test.login());
    const { data } = await client.send('GET', '/1');
    return client.send('PUT', '', { ...(data as object), ...values });
  };

  it.each([
    [{ referenceCode: '2011' }, 'referenceCode'],
    [{ referenceCode: '3020' }, 'referenceCode'],
    [{ referenceCode: '9014' }, 'referenceCode'],
    [{ referenceTemplate: null }, 'referenceTemplate'],
    [{ referenceCode: null }, 'referenceCode'],
    [{ referenceTemplate: 'DataTime=20260101' }, 'referenceTemplate'],
    [{ referenceTemplate: 'A={PM2.5};B={NO}' }, 'referenceTemplate'],
    [{ referenceTemplate: 'A={PM2.5}&&' }, 'referenceTemplate'],
  ])('is refused with %o', async (values, field) => {
    const body = await send(values);
    expect(body).toMatchObject({ code: 500, field });
  });

  it('is saved, and removed together with its answer', async () => {
    expect(await send({ referenceCode: '3997', referenceTemplate: 'A={index}' })).toMatchObject({
      code: 200,
    });
    expect(await send({ referenceCode: null, referenceTemplate: null })).toMatchObject({ code: 200 });
  });
});

it('a site cannot name a station that does not exist, and a real site no simulated one', async () => {
  const { test } = commands.fixture;
  const { siteId } = await commands.fixture.addStation();
  await test.app.pool.query(
    `insert into reference_station (station_code, station_name, simulated, facts_of) values ('DEMO-2', 'Demo', true, now())`,
  );
  const client = makeResourceClient(test, '/site/site', await test.login());
  const { data } = await client.send('GET', `/${siteId}`);
  const body = await client.send('PUT', '', { ...(data as object), referenceStationCode: 'NONE' });
  expect(body).toMatchObject({ code: 500, field: 'referenceStationCode' });
  const refused = await client.send('PUT', '', { ...(data as object), referenceStationCode: 'DEMO-2' });
  expect(refused).toMatchObject({ code: 500, msg: expect.stringContaining('模拟') });
  expect(await client.send('PUT', '', { ...(data as object), referenceStationCode: '1001A' })).toMatchObject({
    code: 200,
  });
});
