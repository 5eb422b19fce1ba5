import { once } from 'node:events';
import { connect } from 'node:net';
import { loadavg } from 'node:os';
import pino from 'pino';
import { adviseOn, findProgram } from '../../scripts/testing/programs.ts';
import { openMqttConnection } from '../../server/src/platform/mqtt/mqtt-connection.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { startGateway } from '../../server/src/roles/gateway.ts';
import { startMosquitto, type TestBroker } from '../../server/src/testing/mosquitto.ts';
import { waitUntil } from '../../server/src/testing/wait-until.ts';
import { benchSites, withBenchApp } from '../shared/app.ts';
import { connections, listCodes, makeSenders, measureSockets } from './sockets.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 3);
/** Unconfirmed messages of each publisher. */
const window = 40;
const patienceMs = 600_000;

/**
 * The frames of `measureSockets` as messages of QoS 1, stored before they are acknowledged; beside a client that only
 * acknowledges, and beside the sockets. The publishers share this process.
 */
export async function measureMqtt(print: (line: string) => void): Promise<void> {
  if (!findProgram('mosquitto'))
    return print(`messages over MQTT are not measured. ${adviseOn('mosquitto')}`);
  const broker = await startMosquitto('information');
  try {
    const figures = await withBenchApp((running) => measureRounds(running, broker));
    for (const line of describeFigures(figures)) print(line);
  } finally {
    await broker.close();
  }
}

interface RoundFigures {
  sockets: number;
  stored: number;
  bare: number;
}

async function measureRounds(running: RunningApp, broker: TestBroker): Promise<RoundFigures[]> {
  await running.app.pool.query(`update site set mqtt_allowed = 'Y'`);
  await running.services.ingest.directory.refresh();
  const figures: RoundFigures[] = [];
  for (let round = 0; round < rounds; round++) {
    const { framesPerSecond: sockets } = await measureSockets(running, benchSites, round);
    const senders = makeSenders(listCodes(running), connections, benchSites, round);
    const messages = senders.map((frames, number) =>
      frames.map((frame, n) =>
        encodePublish(`air/BENCH${(connections + number) % benchSites}/data`, frame, n),
      ),
    );
    const stored = await measureStored(running, broker, messages);
    figures.push({ sockets, stored, bare: await measureBare(broker, messages) });
  }
  return figures;
}

/** Messages per second until the last one is on disk. */
async function measureStored(running: RunningApp, broker: TestBroker, messages: Buffer[][]): Promise<number> {
  const { ingest } = running.services;
  let [done, lost] = [0, 0];
  const counting: typeof ingest = {
    ...ingest,
    storePacket: (packet, device, refuse, onEnd) =>
      ingest.storePacket(packet, device, refuse, (isStored) => {
        done += 1;
        if (!isStored) lost += 1;
        onEnd(isStored);
      }),
  };
  const config = { ...running.app.config, gatewayPort: 0, mqttUrl: broker.url };
  const gateway = await startGateway({ ...running.app, config }, counting);
  try {
    await waitUntil(gateway.receivesMqtt, 'the broker', patienceMs);
    const perSecond = await time(broker, messages, () => done);
    if (lost > 0) throw new Error(`${lost} messages were not stored`);
    return perSecond;
  } finally {
    await gateway.close();
  }
}

async function measureBare(broker: TestBroker, messages: Buffer[][]): Promise<number> {
  let done = 0;
  const client = await openMqttConnection({
    url: broker.url,
    clientId: 'bare',
    log: pino({ level: 'silent' }),
    sessionSeconds: 0,
    maxInFlight: 1024,
    onMessage(message) {
      done += 1;
      message.acknowledge('accepted');
    },
  });
  try {
    await waitUntil(() => client.connected, 'the broker', patienceMs);
    await client.subscribe('$share/bare/air/+/data');
    return await time(broker, messages, () => done);
  } finally {
    await client.close();
  }
}

async function time(broker: TestBroker, messages: Buffer[][], done: () => number): Promise<number> {
  const total = messages.reduce((sum, { length }) => sum + length, 0);
  const port = Number(new URL(broker.url).port);
  const start = performance.now();
  await Promise.all(messages.map((own, number) => publish(port, `publisher ${number}`, own)));
  await waitUntil(() => done() >= total, 'every message', patienceMs);
  return (total / (performance.now() - start)) * 1000;
}

/** Publishes encoded messages; resolves when the broker has confirmed all of them. */
async function publish(port: number, clientId: string, messages: readonly Buffer[]): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(encodeConnect(clientId));
  await once(socket, 'data');
  let [sent, bytes] = [0, 0];
  // All that comes now are PUBACKs of four bytes.
  const confirmed = () => Math.floor(bytes / 4);
  const push = () => {
    while (sent < messages.length && sent - confirmed() < window) socket.write(messages[sent++] ?? '');
  };
  const all = new Promise<void>((done) => {
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (confirmed() === messages.length) done();
      else push();
    });
  });
  push();
  await all;
  socket.destroy();
}

/** CONNECT of MQTT 3.1.1 with a clean session. */
function encodeConnect(clientId: string): Buffer {
  return encodeMqtt(0x10, [encodeText('MQTT'), Buffer.from([4, 2, 0, 0]), encodeText(clientId)]);
}

/** PUBLISH of MQTT 3.1.1 at QoS 1; encoded before the clock starts, as the frames of the sockets are. */
function encodePublish(topic: string, payload: Buffer, number: number): Buffer {
  const id = Buffer.alloc(2);
  id.writeUInt16BE((number % 65_535) + 1);
  return encodeMqtt(0x32, [encodeText(topic), id, payload]);
}

function encodeMqtt(type: number, parts: readonly Buffer[]): Buffer {
  const head = [type];
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  for (; length > 127; length >>= 7) head.push((length & 127) | 128);
  return Buffer.concat([Buffer.from([...head, length]), ...parts]);
}

function encodeText(text: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(text));
  return Buffer.concat([length, Buffer.from(text)]);
}

function describeFigures(figures: readonly RoundFigures[]): string[] {
  const median = (values: readonly number[]) =>
    values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
  const whole = (read: (one: RoundFigures) => number) =>
    Math.round(median(figures.map(read))).toLocaleString('en');
  const share = median(figures.map(({ stored, sockets }) => stored / sockets));
  const rates = figures.map(({ stored }) => Math.round(stored));
  return [
    `messages over MQTT           ${whole(({ stored }) => stored)} /s, stored before acknowledged (${Math.min(...rates)} – ${Math.max(...rates)})   (bar: a quarter of the sockets)`,
    `  frames over sockets        ${whole(({ sockets }) => sockets)} /s in the same rounds: MQTT has ${(share * 100).toFixed(0)} % of it`,
    `  a client that only acknowledges  ${whole(({ bare }) => bare)} /s   (load ${loadavg()[0]?.toFixed(1)})`,
  ];
}
