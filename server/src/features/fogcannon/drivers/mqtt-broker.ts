import { randomUUID } from 'node:crypto';
import { connect as connectPlain, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import { MqttClient } from 'mqtt';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { toOutboundError } from '../../../platform/outbound/outbound-error.ts';
import { DriverError } from './driver.ts';
import { readBrokerUrl } from './settings.rule.ts';

/** How long a lost connection waits before it is opened again. */
const firstPauseMs = SECOND_MS;
const longestPauseMs = 30 * SECOND_MS;
const keepaliveSeconds = 15;
/** In MQTT 5 a broker reports that a message had no subscribers. */
const nobodyListens = 16;

export interface BrokerAddress {
  /** Without credentials. */
  url: string;
  user: string | null;
  password: string | null;
  /** Set by who runs the server, who may name any address. */
  isTrusted: boolean;
}

export interface Broker {
  /** Resolves when the broker has taken the message; it is never retained. */
  publish(topic: string, payload: string, expiresAfterMs: number | undefined): Promise<void>;
  /** Calls with every message of a topic, retained ones included, and with undefined when the connection is lost. */
  subscribe(topic: string, listener: (text: string | undefined) => void): void;
  /** Why there is no connection; undefined while there is one. */
  problem(): AppError | undefined;
  /** Resolves when the first attempt to connect has ended. */
  tried: Promise<unknown>;
  close(): void;
}

interface Deps {
  outbound: Pick<Outbound, 'connect' | 'timeoutMs'>;
  log: FastifyBaseLogger;
}

/** One connection to a broker, opened again whenever it is lost. Messages are not queued while there is none. */
export function openBroker({ outbound, log }: Deps, address: BrokerAddress): Broker {
  const { host, port, tls } = readBrokerUrl(address.url);
  const listeners = new Map<string, Set<(text: string | undefined) => void>>();
  const control = new AbortController();
  const clientId = `limpid-${randomUUID()}`;
  const firstTry = Promise.withResolvers<void>();
  let client: MqttClient | undefined;
  let problem: AppError | undefined = new DriverError('fog.disconnected');

  async function openSocket(): Promise<Socket> {
    if (!address.isTrusted) return outbound.connect({ host, port, tls, policy: 'private' });
    return tls ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  }

  /** Returns when the connection has ended. */
  async function stayConnected(onReady: () => void): Promise<void> {
    const socket = await openSocket();
    const { user, password } = address;
    const opened = new MqttClient(() => socket, {
      clientId,
      clean: true,
      protocolVersion: 5,
      keepalive: keepaliveSeconds,
      connectTimeout: outbound.timeoutMs,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
      ...(user !== null && { username: user, password: password ?? '' }),
    });
    const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
    control.signal.addEventListener('abort', () => opened.end(true));
    opened.on('error', (error) => reject(describe(error)));
    opened.on('close', () => resolve());
    opened.on('message', (topic, payload) => {
      for (const listen of listeners.get(topic) ?? []) listen(payload.toString('utf8'));
    });
    opened.on('connect', () => {
      [client, problem] = [opened, undefined];
      for (const topic of listeners.keys()) opened.subscribe(topic, { qos: 1 }, () => undefined);
      onReady();
    });
    try {
      await ended;
    } finally {
      opened.end(true);
    }
  }

  function describe(error: unknown): AppError {
    const refusal = error instanceof Error && 'code' in error && typeof error.code === 'number';
    if (refusal) return new DriverError('fog.mqtt_refused', { reason: error.message });
    return toOutboundError(error, host, tls);
  }

  async function run(): Promise<void> {
    for (
      let pauseMs = firstPauseMs;
      !control.signal.aborted;
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    ) {
      const failure = await stayConnected(() => {
        pauseMs = firstPauseMs / 2;
        firstTry.resolve();
      }).then(
        () => new DriverError('fog.disconnected'),
        (error: unknown) => (error instanceof AppError ? error : describe(error)),
      );
      client = undefined;
      if (!problem) log.warn({ broker: host, err: failure }, 'connection to MQTT broker lost');
      problem = failure;
      firstTry.resolve();
      for (const all of listeners.values()) for (const listen of all) listen(undefined);
      await wait(pauseMs, undefined, { signal: control.signal, ref: false }).catch(() => undefined);
    }
  }
  void run();

  return {
    tried: firstTry.promise,
    problem: () => problem,
    async publish(topic, payload, expiresAfterMs) {
      if (!client || problem) throw problem ?? new DriverError('fog.disconnected');
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const late = setTimeout(
        () => reject(new DriverError('fog.disconnected', {}, { mayHaveArrived: true })),
        outbound.timeoutMs,
      );
      const properties =
        expiresAfterMs === undefined
          ? {}
          : { messageExpiryInterval: Math.max(1, Math.ceil(expiresAfterMs / 1000)) };
      client.publish(topic, payload, { qos: 1, retain: false, properties }, (error, packet) => {
        if (error)
          reject(new DriverError('fog.mqtt_refused', { reason: error.message }, { mayHaveArrived: true }));
        else resolve(packet && 'reasonCode' in packet ? Number(packet.reasonCode ?? 0) : 0);
      });
      const code = await promise.finally(() => clearTimeout(late));
      if (code === nobodyListens) throw new DriverError('fog.mqtt_nobody', { topic });
    },
    subscribe(topic, listener) {
      const known = listeners.get(topic);
      listeners.set(topic, (known ?? new Set()).add(listener));
      if (!known) client?.subscribe(topic, { qos: 1 }, () => undefined);
    },
    close() {
      listeners.clear();
      control.abort();
    },
  };
}
