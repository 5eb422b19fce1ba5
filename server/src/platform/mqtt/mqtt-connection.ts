import type { Socket } from 'node:net';
import { unescape } from 'node:querystring';
import { SECOND_MS } from '@limpid/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { IClientOptions, MqttClient, Packet } from 'mqtt';
import { PendingSocket } from './pending-socket.ts';
import { makeReadingGate, type ReadingGate } from './reading-gate.ts';

/** What a message becomes at the broker: delivered, or refused by us and not to be sent again. */
type Acknowledgement = 'accepted' | 'refused';

export interface MqttMessage {
  topic: string;
  payload: Buffer;
  /** It was sent before the subscription, whenever that was. */
  isRetained: boolean;
  /** False for QoS 0: the broker does not send it again. */
  isRepeatable: boolean;
  /** Whether its connection is lost: a repeatable message then comes again. */
  readonly isStale: boolean;
  /**
   * Tells the broker not to send the message again. Without effect once the connection on which it came is lost: the
   * broker sends it again then, and its number may belong to another message.
   */
  acknowledge(result: Acknowledgement): void;
}

export interface ConnectionState {
  connected: boolean;
  /** Why it is not connected. */
  reason: string | undefined;
  /** The last error of the connection or of the broker, if there was one. */
  error?: Error | undefined;
}

interface ConnectionOptions {
  /** With user name and password, which are never logged. */
  url: string;
  /** Opens the socket, with TLS if the url says so, where the address may not be connected to directly. */
  openSocket?(): Promise<Socket>;
  /** How long connecting and publishing may take. */
  timeoutMs?: number;
  clientId: string;
  log: FastifyBaseLogger;
  /** How long the broker keeps subscriptions and messages of a connection that is lost; 0 for not at all. */
  sessionSeconds: number;
  /**
   * Messages that the broker sends without an acknowledgement of the earlier ones. From one that sends far more, no more
   * are read until they are acknowledged.
   */
  maxInFlight?: number;
  /** After this long without a packet the connection is tested. */
  keepaliveSeconds?: number;
  /** The broker sends no larger messages. */
  maxBytes?: number;
  /** What the broker publishes when this connection is lost. */
  will?: { topic: string; payload: string; retain: boolean };
  onMessage?(message: MqttMessage): void;
  /** Called for every connection, also for repeated ones: subscriptions are made here. */
  onConnect?(): void;
  onState?(state: ConnectionState): void;
}

interface PublishOptions {
  retain?: boolean;
  /** The broker drops the message if it could not deliver it in this time. */
  expirySeconds?: number;
}

interface Publication {
  /** False if the broker reports that the topic has no subscriber. */
  hasReaders: boolean;
}

/** A connection to an MQTT 5 broker that is renewed whenever it is lost. */
export interface MqttConnection {
  readonly connected: boolean;
  /** Messages of this connection that have not been acknowledged. */
  readonly unacknowledged: number;
  /**
   * Publishes at QoS 1. Fails without a connection, and when it is lost before the broker has answered: nothing is sent
   * late, though the broker may have the message.
   */
  publish(topic: string, payload: Buffer | string, options?: PublishOptions): Promise<Publication>;
  /** At QoS 1; fails if the broker refuses it. */
  subscribe(filter: string): Promise<void>;
  unsubscribe(filter: string): Promise<void>;
  /** `endsSession` makes the broker forget subscriptions and messages that wait. */
  close(options?: { endsSession?: boolean }): Promise<void>;
}

const firstPauseMs = SECOND_MS;
const longestPauseMs = 30 * SECOND_MS;
const defaultTimeoutMs = 10 * SECOND_MS;
const defaultKeepaliveSeconds = 15;
/** How long the end of a connection may take before its socket is closed. */
const closingMs = 500;
const subscriptionRefused = 128;
const noReadersCode = 16;
/** Implementation specific error. */
const refusedCode = 0x83;

/**
 * Opens a connection; it is used at once or later, whenever the broker can be reached. Each purpose has a connection of its
 * own: one that waits for the database must not hold up another.
 */
export async function openMqttConnection(options: ConnectionOptions): Promise<MqttConnection> {
  // Loaded only where a broker is used: it takes a tenth of the server's start.
  const { default: mqtt } = await import('mqtt');
  const { openSocket } = options;
  const client = openSocket
    ? new mqtt.MqttClient(() => new PendingSocket(openSocket), makeClientOptions(options))
    : mqtt.connect(makeClientOptions(options));
  const publish = makePublisher(client, options.timeoutMs ?? defaultTimeoutMs);
  const open = new Set<MqttMessage>();
  const gate = makeReadingGate(client, options.maxInFlight ?? Number.POSITIVE_INFINITY);
  client.on('connect', () => open.clear());
  client.on('close', () => gate.reset());
  const release = (message: MqttMessage): boolean => {
    const wasOpen = open.delete(message);
    gate.release(open.size);
    return wasOpen;
  };
  followState(client, options);
  // The error only keeps the client from acknowledging by itself: it continues with the next message.
  const later = new Error('acknowledged later');
  client.handleMessage = ({ topic, payload, qos, retain, messageId = 0 }, done) => {
    const isRepeatable = qos > 0;
    const content = { topic, payload: Buffer.from(payload), isRetained: retain, isRepeatable };
    const message: MqttMessage = Object.assign(
      makeDelivery(client, messageId, () => release(message)),
      content,
    );
    if (isRepeatable) open.add(message);
    options.onMessage?.(message);
    gate.pass(open.size, () => done(later));
  };
  return {
    get connected() {
      return client.connected;
    },
    get unacknowledged() {
      return open.size;
    },
    publish,
    async subscribe(filter) {
      const granted = await client.subscribeAsync(filter, { qos: 1 });
      if (granted.some(({ qos }) => qos >= subscriptionRefused)) throw new Error('subscription refused');
    },
    async unsubscribe(filter) {
      await client.unsubscribeAsync(filter);
    },
    close: ({ endsSession = false } = {}) => endConnection(client, gate, endsSession),
  };
}

/** Ends a connection in a bounded time: the client itself waits for every answer, and for a socket that closes. */
async function endConnection(client: MqttClient, gate: ReadingGate, endsSession: boolean): Promise<void> {
  // Answers are behind more messages than are read now.
  if (gate.isSuspended) dropOutgoing(client);
  gate.open();
  const closing = Promise.withResolvers<void>();
  const timer = setTimeout(() => {
    client.stream.destroy();
    closing.resolve();
  }, closingMs);
  const properties = { ...(endsSession && { properties: { sessionExpiryInterval: 0 } }) };
  const ended = client.endAsync(!client.connected, { reasonCode: 0, ...properties });
  await Promise.race([ended, closing.promise]).finally(() => clearTimeout(timer));
}

function dropOutgoing(client: MqttClient): void {
  for (const messageId of Object.keys(client.outgoing)) client.removeOutgoingMessage(Number(messageId));
}

function makePublisher(client: MqttClient, timeoutMs: number): MqttConnection['publish'] {
  /** Numbers of messages that nobody has subscribed to. */
  const unread = new Set<number>();
  client.on('packetreceive', (packet: Packet) => {
    if (packet.cmd === 'puback' && packet.reasonCode === noReadersCode) unread.add(packet.messageId ?? 0);
  });
  // The client would send what is not acknowledged again with the next connection, however late that is.
  client.on('close', () => {
    dropOutgoing(client);
    unread.clear();
  });
  return async (topic, payload, { retain = false, expirySeconds } = {}) => {
    if (!client.connected) throw new Error('not connected to the MQTT broker');
    const properties = { ...(expirySeconds && { messageExpiryInterval: expirySeconds }) };
    const published = client.publishAsync(topic, payload, { qos: 1, retain, properties });
    const messageId = client.getLastMessageId();
    const timer = setTimeout(() => client.removeOutgoingMessage(messageId), timeoutMs);
    await published.finally(() => clearTimeout(timer));
    return { hasReaders: !unread.delete(messageId) };
  };
}

function makeClientOptions({ url, clientId, ...options }: ConnectionOptions): IClientOptions {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isSecure = protocol === 'mqtts:';
  const host = hostname.replace(/^\[|\]$/g, '');
  return {
    protocol: isSecure ? 'mqtts' : 'mqtt',
    host,
    ...(isSecure && { servername: host }),
    port: Number(port || (isSecure ? 8883 : 1883)),
    ...(username && { username: unescape(username) }),
    ...(password && { password: unescape(password) }),
    protocolVersion: 5,
    clientId,
    clean: options.sessionSeconds === 0,
    properties: {
      sessionExpiryInterval: options.sessionSeconds,
      ...(options.maxInFlight && { receiveMaximum: options.maxInFlight }),
      ...(options.maxBytes && { maximumPacketSize: options.maxBytes }),
    },
    ...(options.will && { will: { ...options.will, payload: Buffer.from(options.will.payload), qos: 1 } }),
    keepalive: options.keepaliveSeconds ?? defaultKeepaliveSeconds,
    connectTimeout: options.timeoutMs ?? defaultTimeoutMs,
    reconnectPeriod: firstPauseMs,
    reconnectOnConnackError: true,
    resubscribe: false,
    queueQoSZero: false,
  };
}

/** Logs and reports changes of the connection, and lengthens the pauses between attempts. */
function followState(
  client: MqttClient,
  { url, clientId, log, onConnect, onState }: ConnectionOptions,
): void {
  const broker = new URL(url).host;
  let reason: string | undefined;
  let error: Error | undefined;
  let isReported = false;
  const reportLoss = () => {
    if (client.disconnecting) return;
    if (!isReported) log.warn({ broker, clientId, reason }, 'no connection to MQTT broker');
    isReported = true;
    onState?.({ connected: false, reason, error });
  };
  client.on('connect', () => {
    client.options.reconnectPeriod = firstPauseMs;
    isReported = false;
    [reason, error] = [undefined, undefined];
    log.info({ broker, clientId }, 'connected to MQTT broker');
    onState?.({ connected: true, reason });
    onConnect?.();
  });
  client.on('reconnect', () => {
    const pause = Math.min((client.options.reconnectPeriod ?? firstPauseMs) * 2, longestPauseMs);
    // Spread, so that many processes do not return to a restarted broker at the same moment.
    client.options.reconnectPeriod = pause * (0.75 + Math.random() / 4);
  });
  // The texts of these errors name addresses and reason codes, never the password.
  client.on('error', (thrown) => {
    error = thrown;
    reason = thrown.message || ('code' in thrown ? String(thrown.code) : thrown.name);
  });
  client.on('disconnect', ({ reasonCode }) => {
    reason = `closed by the broker, reason code ${reasonCode}`;
  });
  client.on('close', reportLoss);
}

/** Acknowledges with a PUBACK of our own: the client can send none out of order, and so only one message at a time. */
function makeDelivery(
  client: MqttClient,
  messageId: number,
  /** False if the message needs no acknowledgement, or has it. */
  take: () => boolean,
): Pick<MqttMessage, 'isStale' | 'acknowledge'> {
  const { stream } = client;
  return {
    get isStale() {
      return client.stream !== stream || stream.destroyed || !client.connected;
    },
    acknowledge(result) {
      if (this.isStale || !take()) return;
      const code = result === 'accepted' ? 0 : refusedCode;
      stream.write(Buffer.from([0x40, 3, messageId >> 8, messageId & 0xff, code]));
    },
  };
}
