import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';
import { createDecoder } from '@limpid/hj212/decoder';
import { encodeFrame } from '@limpid/hj212/encode';
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { siteChanged } from '../../features/reading/site-changed.ts';
import { type RunningGateway, startGateway } from '../../roles/gateway.ts';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { testMinute } from '../../testing/clock.ts';
import { describeWith } from '../../testing/describe-with.ts';
import { startMosquitto, type TestBroker } from '../../testing/mosquitto.ts';
import { soon } from '../../testing/soon.ts';
import { addSite, dataFrames } from '../../testing/stations.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { heartbeatFrame } from '../gateway.fixture.ts';
import { maxPayload } from './handle-message.ts';

const at = testMinute - MINUTE_MS;
const reading = (pm25: number, more: object = {}) =>
  JSON.stringify({ ts: at / 1000, data: { a34004: pm25 }, ...more });

let broker: TestBroker;
let test: TestApp;
let gateway: RunningGateway;
let device: MqttClient;
let token: string;
let last = 0;

async function addStation(facts: Partial<Parameters<typeof addSite>[1]> = {}) {
  const mn = `MQTT${String(++last).padStart(20, '0')}`;
  const siteId = await addSite(test, { mn, mqttAllowed: true, ...facts });
  return { mn, siteId, topic: `air/${mn}/data` };
}

async function readValues(siteId: number): Promise<unknown[]> {
  const { rows } = await test.app.pool.query('select s1 from reading where site_id = $1 order by ts', [
    siteId,
  ]);
  return rows.map(({ s1 }) => s1);
}

async function readRefusals(mn: string): Promise<Record<string, number>> {
  await test.ingest.flush();
  const { rows } = await test.app.pool.query('select reason, count from gateway_refusal where mn = $1', [mn]);
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]));
}

async function readBroker(): Promise<unknown> {
  const { body } = await test.send('GET', '/monitor/client/summary', { token });
  return Object(body['data']).broker;
}

/** Waits until everything published before has been judged: messages of one client come in their order. */
async function settle(): Promise<void> {
  const { siteId, topic } = await addStation();
  await device.publishAsync(topic, reading(1), { qos: 1 });
  await soon(() => readValues(siteId)).toEqual([1]);
}

describeWith('mosquitto', 'a device that publishes', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
    test = await openTestApp({ MQTT_URL: broker.url });
    gateway = await startGateway(test.app, test.ingest);
    await waitUntil(gateway.receivesMqtt, 'the broker');
    device = await broker.connect();
    token = await test.login();
  });
  afterAll(async () => {
    await gateway?.close();
    await test?.close();
    await broker?.close();
  });

  it('stores packets of HJ 212 and JSON, several in one message, and repeats change nothing', async () => {
    const { mn, siteId, topic } = await addStation();
    const frames = [0, 1].flatMap((n) =>
      dataFrames({ mn: mn.toLowerCase(), at: at - n * SECOND_MS, values: { a34004: 10 + n } }),
    );
    const list = `[${reading(20, { ts: at / 1000 - 3 })}, ${reading(21, { ts: at / 1000 - 2, mn })}]`;
    for (const payload of [Buffer.concat(frames), list, list, Buffer.concat(frames)])
      await device.publishAsync(topic, payload, { qos: 1 });
    await soon(() => readValues(siteId)).toEqual([20, 21, 11, 10]);
    await settle();
    expect(await readValues(siteId)).toEqual([20, 21, 11, 10]);
    expect(await readRefusals(mn)).toEqual({});
    const { rows } = await test.app.pool.query(
      'select address, version from site_contact where site_id = $1',
      [siteId],
    );
    expect(rows).toEqual([{ address: `mqtt ${topic}`, version: '2017' }]);
  });

  it('is answered on the topic for answers, after the data are stored', async () => {
    const { rows } = await test.app.pool.query<{ id: number }>(
      `insert into basic_device_type (type_code, type_name, mqtt_topic, mqtt_answer_topic)
       values ('answered', 'answered', 'up/{mn}', 'down/{mn}') returning device_type_id as id`,
    );
    const deviceTypeId = rows[0]?.id ?? 0;
    await test.app.pool.query(
      'insert into basic_device_type_channel (device_type_id, channel_id) values ($1, 1)',
      [deviceTypeId],
    );
    const { mn, siteId } = await addStation({ deviceTypeId });
    const answers = new Set<string>();
    device.on('message', (_, payload) => {
      for (const one of createDecoder().push(payload)) if (one.ok) answers.add(one.packet.cn);
    });
    await device.subscribeAsync(`down/${mn}`, { qos: 1 });
    const frames = [
      ...dataFrames({ mn, at, values: { a34004: 5 } }),
      heartbeatFrame(mn, '20261115080000000'),
    ];
    // The subscription to the new topic takes a moment; the broker drops messages without subscribers.
    await waitUntil(async () => {
      await device.publishAsync(`up/${mn}`, Buffer.concat(frames), { qos: 1 });
      return answers.size === 2;
    }, 'answers');
    expect([...answers].toSorted()).toEqual(['9013', '9014']);
    expect(await readValues(siteId)).toEqual([5]);
    // The default topic is not that of this device type.
    await device.publishAsync(`air/${mn}/data`, reading(6), { qos: 1 });
    await settle();
    expect(await readRefusals(mn)).toEqual({ topic: 1 });
  });

  it.each([
    ['mqtt', { mqttAllowed: false }, () => reading(1)],
    ['stopped', { status: '1' }, () => reading(1)],
    ['password', { password: 'right' }, () => reading(1)],
    ['password', { password: 'right' }, () => reading(1, { pw: 'wrong' })],
    [
      'password',
      { password: 'right' },
      (mn) => dataFrames({ mn, at, values: { a34004: 1 }, pw: 'wrong' })[0],
    ],
    ['plain', { sm4Key: '0'.repeat(32), sm4Required: true }, () => reading(1)],
    ['mn', {}, () => reading(1, { mn: 'ANOTHER' })],
    ['mn', {}, () => dataFrames({ mn: 'ANOTHER', at, values: { a34004: 1 } })[0]],
    ['json', {}, () => 'PM2.5 is 35'],
    ['json', {}, () => '{"ts": 1,'],
    ['json', {}, () => '{"data": {}}'],
    ['json', {}, () => ''],
    ['crc', {}, (mn) => String(dataFrames({ mn, at, values: { a34004: 1 } })[0]).replace('a34004', 'a34005')],
    ['length', {}, () => reading(1) + ' '.repeat(maxPayload)],
    ['future', {}, () => reading(1, { ts: '2099-01-01 00:00:00' })],
  ] satisfies [string, Parameters<typeof addStation>[0], (mn: string) => Buffer | string | undefined][])(
    'is refused and counted with the reason %s (%#)',
    async (reason, facts, makePayload) => {
      const { mn, siteId, topic } = await addStation(facts);
      await device.publishAsync(topic, makePayload(mn) ?? '', { qos: 1 });
      await settle();
      expect(await readRefusals(mn)).toEqual({ [reason]: 1 });
      expect(await readValues(siteId)).toEqual([]);
    },
  );

  it('and asks for the time with a password that would break the frame is no fault', async () => {
    const { mn, siteId, topic } = await addStation();
    const faults = vi.spyOn(test.app.errorLog, 'record');
    const question = encodeFrame(`QN=20261115080000000;ST=22;CN=1013;PW=a=b;MN=${mn};Flag=5;CP=&&&&`);
    const payload = Buffer.concat([question, ...dataFrames({ mn, at, values: { a34004: 7 } })]);
    await device.publishAsync(topic, payload, { qos: 1 });
    await settle();
    expect(await readValues(siteId)).toEqual([7]);
    expect(await readRefusals(mn)).toEqual({});
    expect(faults).not.toHaveBeenCalled();
    faults.mockRestore();
  });

  it('without registration is counted and listed', async () => {
    const mn = 'NOBODYKNOWS';
    await device.publishAsync(
      `air/${mn}/data`,
      Buffer.concat(dataFrames({ mn, at, values: { a34004: 1 } })),
      {
        qos: 1,
      },
    );
    await settle();
    await test.ingest.flush();
    const { rows } = await test.app.pool.query('select address from unknown_device where mn = $1', [mn]);
    expect(rows).toEqual([{ address: `mqtt air/${mn}/data` }]);
  });

  it('with the right password is accepted until five wrong ones have blocked it for ten minutes', async () => {
    const { mn, siteId, topic } = await addStation({ password: 'right' });
    const publish = (pw: string, ts: number) =>
      device.publishAsync(topic, reading(1, { pw, ts }), { qos: 1 });
    await publish('right', at / 1000 - 9);
    for (let n = 0; n < 5; n++) await publish(`guess ${n}`, at / 1000);
    await publish('right', at / 1000 - 8);
    await settle();
    await soon(() => readValues(siteId)).toEqual([1]);
    expect(await readRefusals(mn)).toEqual({ password: 5, blocked: 1 });
    test.clock.advance(10);
    await publish('right', at / 1000 - 7);
    await soon(() => readValues(siteId)).toEqual([1, 1]);
  });

  it('is read again after its site has been allowed', async () => {
    const { mn, siteId, topic } = await addStation({ mqttAllowed: false });
    await test.app.pool.query(`update site set mqtt_allowed = 'Y' where site_id = $1`, [siteId]);
    await test.app.bus.publish(siteChanged);
    await waitUntil(() => test.ingest.directory.findByMn(mn)?.mqtt.allowed === true, 'permission');
    await device.publishAsync(topic, reading(4), { qos: 1 });
    await soon(() => readValues(siteId)).toEqual([4]);
  });

  it('reaches a server that was away, from the same session, and one that finds a restarted broker', async () => {
    const { siteId, topic } = await addStation();
    await gateway.close();
    await device.publishAsync(topic, reading(1, { ts: at / 1000 - 5 }), { qos: 1 });
    gateway = await startGateway(test.app, test.ingest);
    await soon(() => readValues(siteId)).toEqual([1]);
    await broker.stop();
    await waitUntil(() => !gateway.receivesMqtt(), 'loss of the broker');
    await soon(readBroker).toEqual({
      connected: 0,
      total: 1,
      reason: expect.stringContaining('ECONNREFUSED'),
    });
    await broker.start();
    // mosquitto 2.0.11 forgets shared subscriptions when it restarts, and drops what comes before the next one.
    await waitUntil(gateway.receivesMqtt, 'the restarted broker');
    await device.publishAsync(topic, reading(2), { qos: 1 });
    await soon(() => readValues(siteId)).toEqual([1, 2]);
    await soon(readBroker).toEqual({ connected: 1, total: 1, reason: null });
  });
});
