import { randomUUID } from 'node:crypto';
import { SECOND_MS } from '@limpid/contract/durations';
import { AppError } from '@limpid/contract/errors';
import type { FastifyBaseLogger } from 'fastify';
import {
  type ConnectionState,
  type MqttConnection,
  openMqttConnection,
} from '../../../platform/mqtt/mqtt-connection.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { toOutboundError } from '../../../platform/outbound/outbound-error.ts';
import { DriverError } from './driver.ts';
import { readBrokerUrl } from './settings.rule.ts';

export interface BrokerAddress {
  /** Without credentials. */
  url: string;
  user: string | null;
  password: string | null;
  /** Set by who runs the server, who may name any address. */
  isTrusted: boolean;
}

/** A message of a topic; undefined when the connection is lost. */
type TopicListener = (message: { text: string; isRetained: boolean } | undefined) => void;

export interface Broker {
  /** Resolves when the broker has taken the message; it is never retained. */
  publish(topic: string, payload: string, expiresAfterMs: number | undefined): Promise<void>;
  /**
   * Calls with every message of a topic, retained ones included, and with undefined when the connection is lost, until the
   * returned function is called.
   */
  subscribe(topic: string, listener: TopicListener): () => void;
  /** Calls when the connection is lost or there again, until the returned function is called. */
  watch(listener: () => void): () => void;
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

/** A broker with relays. Nothing is queued while it cannot be reached. */
export function openBroker({ outbound, log }: Deps, address: BrokerAddress): Broker {
  const { host, port, tls } = readBrokerUrl(address.url);
  const { timeoutMs } = outbound;
  const listeners = new Map<string, Set<TopicListener>>();
  const watchers = new Set<() => void>();
  const firstTry = Promise.withResolvers<void>();
  let connection: MqttConnection | undefined;
  let problem: AppError | undefined = new DriverError('fog.disconnected');

  const opening = openMqttConnection({
    url: addCredentials(address),
    ...(!address.isTrusted && {
      openSocket: () => outbound.connect({ host, port, tls, policy: 'private' }),
    }),
    timeoutMs,
    clientId: `limpid-${randomUUID()}`,
    log,
    sessionSeconds: 0,
    onConnect() {
      for (const topic of listeners.keys()) subscribeTo(topic);
    },
    onMessage(message) {
      const { isRetained } = message;
      const text = message.payload.toString('utf8');
      for (const listen of listeners.get(message.topic) ?? []) listen({ text, isRetained });
      message.acknowledge('accepted');
    },
    onState(state) {
      problem = state.connected ? undefined : describeLoss(state);
      if (problem) for (const all of listeners.values()) for (const listen of all) listen(undefined);
      for (const notify of watchers) notify();
      firstTry.resolve();
    },
  }).then((opened) => {
    connection = opened;
    return opened;
  });

  function subscribeTo(topic: string): void {
    connection?.subscribe(topic).catch((error: unknown) => {
      log.warn({ broker: host, topic, reason: String(error) }, 'subscribing at MQTT broker failed');
    });
  }

  function leave(topic: string, listener: TopicListener): void {
    const all = listeners.get(topic);
    all?.delete(listener);
    if (!all || all.size > 0) return;
    listeners.delete(topic);
    if (!problem)
      connection?.unsubscribe(topic).catch((error: unknown) => {
        log.warn({ broker: host, topic, reason: String(error) }, 'unsubscribing at MQTT broker failed');
      });
  }

  function describeLoss({ error }: ConnectionState): AppError {
    if (error === undefined) return new DriverError('fog.disconnected');
    if (error instanceof AppError) return error;
    const isRefusal = 'code' in error && typeof error.code === 'number';
    return isRefusal
      ? new DriverError('fog.mqtt_refused', { reason: error.message })
      : toOutboundError(error, host, tls);
  }

  return {
    tried: firstTry.promise,
    problem: () => problem,
    async publish(topic, payload, expiresAfterMs) {
      if (!connection || problem) throw problem ?? new DriverError('fog.disconnected');
      const expirySeconds =
        expiresAfterMs === undefined ? undefined : Math.max(1, Math.ceil(expiresAfterMs / SECOND_MS));
      const { hasReaders } = await connection
        .publish(topic, payload, expirySeconds === undefined ? {} : { expirySeconds })
        .catch(explainPublishing);
      if (!hasReaders) throw new DriverError('fog.mqtt_nobody', { topic });
    },
    subscribe(topic, listener) {
      listeners.set(topic, (listeners.get(topic) ?? new Set()).add(listener));
      // Also for a known topic: the broker sends a retained message only after a subscription.
      if (!problem) subscribeTo(topic);
      return () => leave(topic, listener);
    },
    watch(listener) {
      watchers.add(listener);
      return () => void watchers.delete(listener);
    },
    close() {
      listeners.clear();
      watchers.clear();
      void opening.then((opened) => opened.close());
    },
  };
}

function explainPublishing(error: unknown): never {
  // A reason code is an answer of the broker; without one the message may have arrived.
  if (error instanceof Error && 'code' in error && typeof error.code === 'number')
    throw new DriverError('fog.mqtt_refused', { reason: error.message });
  throw new DriverError('fog.disconnected', {}, { mayHaveArrived: true });
}

function addCredentials({ url, user, password }: BrokerAddress): string {
  const complete = new URL(url);
  if (user !== null) {
    complete.username = encodeURIComponent(user);
    complete.password = encodeURIComponent(password ?? '');
  }
  return complete.href;
}
