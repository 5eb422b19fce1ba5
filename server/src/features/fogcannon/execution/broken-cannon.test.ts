import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { findPort } from '../../../testing/process.ts';
import { soon } from '../../../testing/soon.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({
    OUTBOUND_ALLOW: '127.0.0.1',
    DTU_PORT: String(await findPort()),
    // A percent sign that escapes nothing.
    MQTT_URL: `mqtt://fog:50%@127.0.0.1:${await findPort()}`,
  });
});
afterAll(() => t.close());

it('cannons whose secrets or addresses cannot be read do not keep others from being switched', async () => {
  const board = await openTestBoard();
  await addCannon(t, { driver: 'modbusDtu', host: null, registration: 'FOG-1', dtu_password: 'not sealed' });
  const topics = { command_topic: 'fog/1/cmd', on_body: 'ON', off_body: 'OFF' };
  const mqtt = await addCannon(t, { driver: 'mqtt', host: null, ...topics });
  const unsealed = await addCannon(t, {
    driver: 'mqtt',
    host: null,
    ...topics,
    command_topic: 'fog/2/cmd',
    password: 'not sealed',
  });
  const { cannonId } = await addCannon(t, { port: board.port });
  startControl(t);
  const token = await t.login();
  await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'on' } });
  await soon(() => board.coils[0]).toBe(true);
  const explain = async (id: number) => {
    const { body } = await t.send('POST', `/fog/gun/test/${id}`, { token });
    const { orderId } = body['data'] as { orderId: number };
    let message = '';
    await soon(async () => {
      const order = await t.send('GET', `/fog/gun/order/${orderId}?lang=en`, { token });
      const data = order.body['data'] as { state: string; message: string };
      ({ message } = data);
      return data.state;
    }).toBe('failed');
    return message;
  };
  expect(await explain(mqtt.cannonId)).toContain('ECONNREFUSED');
  expect(await explain(unsealed.cannonId)).toContain('cannot be read');
});
