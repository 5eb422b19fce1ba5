import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWith } from '../../testing/describe-with.ts';
import { startMosquitto, type TestBroker } from '../../testing/mosquitto.ts';
import { soon } from '../../testing/soon.ts';
import { waitUntil } from '../../testing/wait-until.ts';
import { type MqttMessage, openMqttConnection } from './mqtt-connection.ts';

let broker: TestBroker;
const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });

type Options = Partial<Parameters<typeof openMqttConnection>[0]>;

async function open(clientId: string, options: Options = {}) {
  const received: MqttMessage[] = [];
  const connection = await openMqttConnection({
    url: broker.url,
    clientId,
    log,
    sessionSeconds: 60,
    onMessage: (message) => void received.push(message),
    ...options,
  });
  await waitUntil(() => connection.connected, 'the connection');
  const texts = () => received.map(({ payload }) => payload.toString());
  return { connection, received, texts };
}

describeWith('mosquitto', 'a connection to a broker', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
  });
  afterAll(() => broker?.close());

  it('receives what it did not acknowledge again, in whatever order it acknowledged the rest', async () => {
    const first = await open('reader');
    await first.connection.subscribe('a/+');
    for (const text of ['1', '2', '3']) await first.connection.publish('a/b', text);
    await soon(first.texts).toEqual(['1', '2', '3']);
    first.received[2]?.acknowledge('accepted');
    first.received[0]?.acknowledge('refused');
    expect(first.connection.unacknowledged).toBe(1);
    await first.connection.close();
    expect(first.received[1]?.isStale).toBe(true);
    const second = await open('reader');
    await soon(second.texts).toEqual(['2']);
    // The number of the message may belong to another one on the new connection.
    first.received[1]?.acknowledge('accepted');
    expect(second.connection.unacknowledged).toBe(1);
    await second.connection.close({ endsSession: true });
    const third = await open('reader');
    await third.connection.publish('a/b', '4');
    expect(third.texts()).toEqual([]);
    await third.connection.close();
  });

  it('receives no more unacknowledged messages than it allows', async () => {
    const { connection, received, texts } = await open('bounded', { maxInFlight: 2 });
    await connection.subscribe('bounded');
    for (const text of ['1', '2', '3']) await connection.publish('bounded', text);
    await soon(texts).toEqual(['1', '2']);
    received[0]?.acknowledge('accepted');
    await soon(texts).toEqual(['1', '2', '3']);
    await connection.close({ endsSession: true });
  });

  it('publishes its will when it is lost, and nothing while it is', async () => {
    const watcher = await open('watcher');
    await watcher.connection.subscribe('state');
    const url = broker.url.replace('//', '//somebody:hunter2@');
    const lost = await open('lost', {
      url,
      sessionSeconds: 0,
      will: { topic: 'state', payload: 'offline', retain: false },
    });
    await watcher.connection.publish('state', 'online', { expirySeconds: 60 });
    await broker.stop();
    await waitUntil(() => !lost.connection.connected, 'the loss');
    await expect(lost.connection.publish('state', 'late')).rejects.toThrow('not connected');
    await soon(() => lines.join('')).toContain('no connection to MQTT broker');
    expect(lines.join('')).not.toContain('hunter2');
    await broker.start();
    await waitUntil(() => lost.connection.connected && watcher.connection.connected, 'both connections');
    // Another connection with the same name ends the first one, as a broken line would.
    const usurper = await open('lost', { sessionSeconds: 0 });
    await soon(watcher.texts).toContain('offline');
    for (const { connection } of [watcher, lost, usurper]) await connection.close({ endsSession: true });
  });
});
