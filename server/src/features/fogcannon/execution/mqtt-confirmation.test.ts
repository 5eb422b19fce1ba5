import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { describeWith } from '../../../testing/describe-with.ts';
import { startMosquitto } from '../../../testing/mosquitto.ts';
import { soon } from '../../../testing/soon.ts';
import { addCannon, startControl } from '../cannon.fixture.ts';
import { relayColumns, relayTopics, startTestRelay } from '../drivers/mqtt-relay.fixture.ts';

describeWith('mosquitto', 'a cannon behind an MQTT relay', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
    t.clock.useMachineTime();
  });
  afterAll(() => t.close());

  it('is not off because it was off before: off is repeated until it says so again', async () => {
    const broker = await startMosquitto();
    onTestFinished(() => broker.close());
    const relay = await startTestRelay(broker.url, 'fog/1');
    onTestFinished(() => relay.close());
    startControl(t);
    const { cannonId } = await addCannon(t, relayColumns(broker.url, 'fog/1'));
    const state = async (column: string) =>
      (
        await t.app.pool.query(`select ${column} as value from fog_cannon_state where cannon_id = $1`, [
          cannonId,
        ])
      ).rows[0]?.value;
    await soon(() => state('switch_state')).toBe('off');
    relay.isMute = true;
    const token = await t.login();
    const order = async (action: string) => {
      const { body } = await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action } });
      return (body['data'] as { orderId: number }).orderId;
    };
    await order('on');
    await soon(relay.isOn).toBe(true);
    const orderId = await order('off');
    const off = async () =>
      (await t.app.pool.query('select state, attempts from fog_order where order_id = $1', [orderId]))
        .rows[0];
    await soon(async () => (await off()).attempts).toBeGreaterThan(1);
    expect((await off()).state).not.toBe('done');
    relay.isMute = false;
    await soon(async () => (await off()).state).toBe('done');
    expect(relay.isOn()).toBe(false);
  });

  it('is not off because of a retained state as long as off reaches nobody', async () => {
    const broker = await startMosquitto();
    onTestFinished(() => broker.close());
    const { state, status } = relayTopics('fog/2');
    const somebody = await broker.connect();
    await somebody.publishAsync(status, 'ONLINE', { qos: 1, retain: true });
    await somebody.publishAsync(state, '{"relay": "off"}', { qos: 1, retain: true });
    startControl(t);
    const { cannonId } = await addCannon(t, relayColumns(broker.url, 'fog/2'));
    const token = await t.login();
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
    const find = async () =>
      (await t.app.pool.query('select state, attempts from fog_order where cannon_id = $1', [cannonId]))
        .rows[0];
    await soon(async () => (await find()).state === 'done' || (await find()).attempts > 1).toBe(true);
    expect((await find()).state).not.toBe('done');
    const relay = await startTestRelay(broker.url, 'fog/2');
    onTestFinished(() => relay.close());
    await soon(async () => (await find()).state).toBe('done');
    expect(relay.commands).not.toEqual([]);
  });
});
