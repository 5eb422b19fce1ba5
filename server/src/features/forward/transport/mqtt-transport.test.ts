import { createServer } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { serveTcp } from '../../../platform/outbound/outbound.fixture.ts';
import { openOutbound } from '../../../platform/outbound/outbound.ts';
import { describeWith } from '../../../testing/describe-with.ts';
import { startMosquitto, type TestBroker } from '../../../testing/mosquitto.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { ForwardFailure, type MqttReceiver, type Transport } from '../target.ts';
import { makeForwardPacket } from './forward-packet.fixture.ts';
import { openMqttTransport } from './mqtt-transport.ts';

const log = pino({ level: 'silent' });
const outbound = openOutbound({ outboundAllow: ['127.0.0.1'], port: 1, gatewayPort: 1 });
let broker: TestBroker;

function open(given: Partial<MqttReceiver> & { answerMs?: number } = {}): Transport {
  const { answerMs = 60_000, ...connection } = given;
  const transport = openMqttTransport(
    { outbound, log },
    { zone: 'Asia/Shanghai', answerMs, minGapMs: 0 },
    {
      protocol: 'mqtt',
      host: '127.0.0.1',
      port: Number(new URL(broker.url).port),
      topic: 'air/{mn}/data',
      username: undefined,
      password: undefined,
      ca: undefined,
      ...connection,
    },
  );
  onTestFinished(() => transport.close());
  return transport;
}

async function outcomeOf(sending: Promise<void>): Promise<string> {
  return sending.then(
    () => 'accepted',
    (error: unknown) =>
      error instanceof ForwardFailure ? `${error.reason}: ${error.message}` : String(error),
  );
}

describeWith('mosquitto', 'a broker that receives readings', () => {
  beforeAll(async () => {
    broker = await startMosquitto();
  });
  afterAll(() => broker?.close());

  it('gets each one under the topic of its MN and confirms it', async () => {
    const reader = await broker.connect();
    await reader.subscribeAsync('air/+/data', { qos: 1 });
    const messages: [string, string][] = [];
    reader.on('message', (topic, payload) => messages.push([topic, payload.toString()]));
    const transport = open();
    const packets = ['A1', 'A2', 'A1'].map((mn) => makeForwardPacket({ mn }));
    await Promise.all(packets.map((packet) => transport.send(packet)));
    await waitUntil(() => messages.length === 3, 'three messages');
    expect(messages.map(([topic]) => topic)).toEqual(['air/A1/data', 'air/A2/data', 'air/A1/data']);
    expect(JSON.parse(messages[0]?.[1] ?? '')).toMatchObject({
      mn: 'A1',
      kind: '2011',
      data: { a34004: 35.5 },
    });
    const [packet] = packets;
    expect(packet && transport.describe(packet)).toBe(`air/A1/data ${messages[0]?.[1]}`);
  });

  it('has dropped a message that nobody has subscribed to', async () => {
    const outcome = await outcomeOf(open({ topic: 'nobody/{mn}' }).send(makeForwardPacket({ mn: 'A1' })));
    expect(outcome).toBe('refused: nobody has subscribed to nobody/A1');
  });

  it('that is away fails every packet, and gets those after its return', async () => {
    const reader = await broker.connect();
    const transport = open({ topic: 'away/{mn}' });
    await reader.subscribeAsync('away/+', { qos: 1 });
    await transport.send(makeForwardPacket());
    await broker.stop();
    await waitUntil(
      async () => (await outcomeOf(transport.send(makeForwardPacket()))).startsWith('connection: '),
      'the loss',
    );
    await broker.start();
    await waitUntil(
      async () => (await outcomeOf(transport.send(makeForwardPacket()))) === 'accepted',
      'the return',
    );
  });

  it('that does not confirm in time is a timeout', async () => {
    const frozen = await startMosquitto();
    onTestFinished(async () => {
      await frozen.kill();
    });
    const transport = open({ port: Number(new URL(frozen.url).port), topic: 'x', answerMs: 2000 });
    await outcomeOf(transport.send(makeForwardPacket()));
    frozen.freeze();
    expect(await outcomeOf(transport.send(makeForwardPacket()))).toBe('timeout: no PUBACK in time');
  });

  it('that sends bytes without end is disconnected', async () => {
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('close', () => resolve());
      // A PUBLISH of 200 MB, which never ends.
      socket.once('data', () => {
        socket.write(Buffer.from([0x20, 3, 0, 0, 0, 0x30, 0xff, 0xff, 0xff, 0x5f]));
        const pour = () => {
          while (!socket.destroyed && socket.write(Buffer.alloc(64 * 1024)));
        };
        socket.on('drain', pour);
        pour();
      });
    });
    const { port } = await serveTcp(server);
    expect(await outcomeOf(open({ port }).send(makeForwardPacket()))).toMatch(/^connection: /);
    await ended;
  });

  it('that refuses the connection fails the packet with its reason', async () => {
    const { port } = await serveTcp(
      createServer((socket) => socket.write(Buffer.from([0x20, 3, 0, 0x86, 0]))),
    );
    const outcome = await outcomeOf(open({ port, username: 'a', password: 'b' }).send(makeForwardPacket()));
    expect(outcome).toMatch(/^connection: .*(Bad User Name or Password|user name or password)/i);
  });

  it('closing fails what is under way at once', async () => {
    const { port, seen } = await serveTcp(createServer());
    const transport = open({ port });
    const outcome = outcomeOf(transport.send(makeForwardPacket()));
    await waitUntil(() => seen() === 1, 'the connection');
    await transport.close();
    expect(await outcome).toBe('connection: closed');
  });
});
