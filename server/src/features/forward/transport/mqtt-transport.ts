import { randomUUID } from 'node:crypto';
import { isIP, type Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import {
  type MqttConnection as BrokerConnection,
  openMqttConnection,
} from '../../../platform/mqtt/mqtt-connection.ts';
import { makeTopic } from '../../../platform/mqtt/topic.rule.ts';
import { resetConnection } from '../../../platform/outbound/connect.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { ForwardFailure, type ForwardTarget, type MqttReceiver, type Transport } from '../target.ts';
import { checkSettings } from './check-settings.ts';
import { InputAllowance } from './input-allowance.ts';
import { writeReading } from './json-message.rule.ts';
import { openSocket } from './open-socket.ts';
import { makeSendQueue } from './send-queue.ts';

interface Deps {
  outbound: Pick<Outbound, 'connect'>;
  log: FastifyBaseLogger;
}

/** Without a PUBACK. The usual limit of brokers is 20 or more. */
const maxPublishing = 16;
const secureMqttPort = 8883;

/** Publishes each reading as JSON at QoS 1; the broker's PUBACK accepts it. */
export function openMqttTransport(
  { outbound, log }: Deps,
  { zone, answerMs, minGapMs }: Pick<ForwardTarget, 'zone' | 'answerMs' | 'minGapMs'>,
  { host, port, topic, username, password, ca }: MqttReceiver,
): Transport {
  checkSettings({ write: (packet) => writeReading(packet, zone), ca });
  const queue = makeSendQueue(maxPublishing, minGapMs);
  const tls = (ca !== undefined || port === secureMqttPort) && { ca };
  let opening: Promise<BrokerConnection> | undefined;
  let connection: BrokerConnection | undefined;
  let problem: string | undefined;
  let allowance = new InputAllowance();

  async function openOwnSocket(): Promise<Socket> {
    const socket = await openSocket(outbound, { host, port, tls });
    const ownAllowance = new InputAllowance();
    allowance = ownAllowance;
    socket.on('data', (chunk) => {
      if (ownAllowance.take(chunk.length, performance.now())) return;
      problem = 'the broker sends more than answers';
      resetConnection(socket);
    });
    return socket;
  }

  /** Ends with the first attempt to connect; later ones follow by themselves, as after a loss. */
  async function open(): Promise<BrokerConnection> {
    const firstTry = Promise.withResolvers<void>();
    const opened = await openMqttConnection({
      url: writeBrokerUrl(host, port, username, password),
      openSocket: openOwnSocket,
      timeoutMs: answerMs,
      clientId: `limpid-${randomUUID()}`,
      log,
      sessionSeconds: 0,
      onState({ connected, reason }) {
        problem = connected ? undefined : (reason ?? 'not connected');
        firstTry.resolve();
      },
    });
    connection = opened;
    if (queue.isClosed) await opened.close();
    else await firstTry.promise;
    return opened;
  }

  async function publish(mn: string, payload: string): Promise<void> {
    opening ??= open();
    const opened = await opening.catch((error: unknown) => {
      opening = undefined;
      throw explain(error, false, problem);
    });
    if (!opened.connected) throw new ForwardFailure('connection', problem ?? 'not connected');
    allowance.addPacket();
    const name = makeTopic(topic, mn);
    const { hasReaders } = await opened.publish(name, payload).catch((error: unknown) => {
      throw explain(error, opened.connected, problem, 'shared');
    });
    // The broker has dropped the message.
    if (!hasReaders) throw new ForwardFailure('refused', `nobody has subscribed to ${name}`);
  }

  return {
    describe: (packet) => `${makeTopic(topic, packet.site.mn)} ${writeReading(packet, zone)}`,
    async send(packet) {
      const payload = writeReading(packet, zone);
      await queue.run(packet, () => publish(packet.site.mn, payload));
    },
    async close() {
      queue.close();
      await connection?.close();
    },
  };
}

function writeBrokerUrl(host: string, port: number, username = '', password = ''): string {
  const url = new URL(`mqtt://${isIP(host) === 6 ? `[${host}]` : host}:${port}`);
  url.username = encodeURIComponent(username);
  url.password = encodeURIComponent(password);
  return url.href;
}

function explain(
  error: unknown,
  isConnected: boolean,
  problem: string | undefined,
  sentOver?: ForwardFailure['sentOver'],
): ForwardFailure {
  const detail = error instanceof Error ? error.message : String(error);
  // A reason code is an answer of the broker.
  if (error instanceof Error && 'code' in error && typeof error.code === 'number')
    return new ForwardFailure('refused', detail);
  return isConnected
    ? new ForwardFailure('timeout', 'no PUBACK in time')
    : new ForwardFailure('connection', problem ?? detail, sentOver);
}
