import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { type FloodingBroker, startFloodingBroker } from '../../testing/flooding-broker.ts';
import { soon } from '../../testing/soon.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { type MqttConnection, type MqttMessage, openMqttConnection } from './mqtt-connection.ts';

const total = 1000;
const maxInFlight = 4;
const bound = 8 * maxInFlight;
const log = pino({ level: 'silent' });
let broker: FloodingBroker;
let connection: MqttConnection;

/** Subscribes at a broker that answers with `total` messages at once. */
async function openFlooded({ keepaliveSeconds = 15 } = {}) {
  broker = await startFloodingBroker(
    Array.from({ length: total }, (_, n) => ({ topic: `flood/${n}`, payload: 'x'.repeat(100) })),
  );
  const received: MqttMessage[] = [];
  connection = await openMqttConnection({
    url: broker.url,
    clientId: 'flooded',
    log,
    sessionSeconds: 60,
    maxInFlight,
    keepaliveSeconds,
    onMessage: (message) => void received.push(message),
  });
  await waitUntil(() => connection.connected, 'the connection');
  await connection.subscribe('flood/+');
  await soon(() => received.length).toBe(bound);
  return received;
}

describe('a broker that sends more than it is allowed', () => {
  afterEach(async () => {
    await connection.close();
    await broker.close();
  });

  it('is not read any more while too many messages wait, and nothing is missed', async () => {
    const received = await openFlooded();
    let most = 0;
    for (let n = 0; n < total; n++) {
      if (received.length <= n) await waitUntil(() => received.length > n, `message ${n}`);
      most = Math.max(most, connection.unacknowledged);
      received[n]?.acknowledge('accepted');
    }
    expect(most).toBe(bound);
    expect(new Set(received.map(({ topic }) => topic)).size).toBe(total);
    await soon(() => broker.acknowledged.size).toBe(total);
    expect([connection.unacknowledged, broker.connections]).toEqual([0, 1]);
  });

  it('is read again when half of the messages are acknowledged', async () => {
    const received = await openFlooded();
    for (const message of received.slice(0, bound / 2 - 1)) message.acknowledge('accepted');
    await wait(50);
    expect(received).toHaveLength(bound);
    received[bound / 2]?.acknowledge('refused');
    await soon(() => received.length).toBe(bound + bound / 2);
  });

  it('is left within a second, with a DISCONNECT, also while a subscription waits for its answer', async () => {
    await openFlooded();
    const unanswered = connection.subscribe('another').catch((error: unknown) => error);
    const start = performance.now();
    await connection.close();
    expect(performance.now() - start).toBeLessThan(1000);
    expect(await unanswered).toBeInstanceOf(Error);
    await soon(() => broker.isDisconnected).toBe(true);
  });

  it('stays connected while reading is suspended for longer than the keepalive', async () => {
    const received = await openFlooded({ keepaliveSeconds: 1 });
    await wait(2000);
    expect([connection.connected, broker.connections]).toEqual([true, 1]);
    expect(broker.pings).toBeGreaterThanOrEqual(2);
    for (const message of received.slice(0, bound / 2)) message.acknowledge('accepted');
    await soon(() => received.length).toBe(bound + bound / 2);
  });
});
