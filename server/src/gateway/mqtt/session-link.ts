import type { FastifyBaseLogger } from 'fastify';
import {
  type MqttConnection,
  type MqttMessage,
  openMqttConnection,
} from '../../platform/mqtt/mqtt-connection.ts';
import { makeSharedFilter } from '../../platform/mqtt/topic.rule.ts';
import { maxPayload } from './handle-message.ts';

/** Messages of one session that the broker sends before the earlier ones are acknowledged. */
const maxInFlight = 1024;
/** Larger messages are not even sent here; those between this and the limit of payloads are counted as refused. */
const maxBytes = 8 * maxPayload;
/** While no process is connected, the broker keeps what devices publish for three days. */
const sessionSeconds = 3 * 86_400;
/** A session that is emptied is over if nothing comes for this time. */
const quietMs = 5000;

interface LinkOptions {
  url: string;
  clientId: string;
  log: FastifyBaseLogger;
  /** Ends the subscriptions and only receives what the broker still has for this session. */
  isEmptied: boolean;
  listTopics(): readonly string[];
  onMessage(message: MqttMessage): void;
  onLost(): void;
}

/** The connection of one session, with its subscriptions. */
export interface SessionLink {
  readonly connected: boolean;
  /** Whether it is connected and receives what devices publish. */
  readonly isReceiving: boolean;
  /** Why it is not connected. */
  readonly reason: string | undefined;
  /** Whether a session that is emptied has nothing left. */
  readonly isEmpty: boolean;
  publish: MqttConnection['publish'];
  /** Begins to adjust the subscriptions to the topics; repeats what has failed. */
  subscribe(): void;
  close: MqttConnection['close'];
}

export async function openSessionLink(options: LinkOptions): Promise<SessionLink> {
  const { log, clientId, isEmptied } = options;
  const listFilters = () => new Set(options.listTopics().map(makeSharedFilter));
  /** What the broker is believed to have for this session. */
  let subscribed = new Set<string>();
  let reason: string | undefined = 'not connected yet';
  let lastActivity = 0;
  let isAdjusting = false;
  const broker = await openMqttConnection({
    ...options,
    sessionSeconds,
    maxInFlight,
    maxBytes,
    onConnect() {
      lastActivity = performance.now();
      // The broker may have forgotten the session, so that every connection subscribes.
      subscribed = isEmptied ? listFilters() : new Set();
      subscribe();
    },
    onMessage(message) {
      lastActivity = performance.now();
      options.onMessage(message);
    },
    onState({ connected, reason: why }) {
      reason = connected ? undefined : (why ?? 'connection lost');
      if (!connected) options.onLost();
    },
  });

  function subscribe(): void {
    if (isAdjusting) return;
    isAdjusting = true;
    adjust()
      .catch((error: unknown) => {
        log.warn({ clientId, reason: String(error) }, 'subscribing at MQTT broker failed');
      })
      .finally(() => {
        isAdjusting = false;
      });
  }

  async function adjust(): Promise<void> {
    const current = subscribed;
    const wanted = isEmptied ? new Set<string>() : listFilters();
    const before = current.size;
    for (const filter of wanted) {
      if (current.has(filter)) continue;
      if (!broker.connected) return;
      await broker.subscribe(filter);
      current.add(filter);
    }
    if (current.size > before) log.info({ clientId, filters: [...wanted] }, 'subscribed at MQTT broker');
    for (const filter of current) {
      if (wanted.has(filter)) continue;
      if (!broker.connected) return;
      await broker.unsubscribe(filter);
      current.delete(filter);
    }
  }

  return {
    get connected() {
      return broker.connected;
    },
    get isReceiving() {
      return broker.connected && !isEmptied && [...listFilters()].every((filter) => subscribed.has(filter));
    },
    get reason() {
      return reason;
    },
    get isEmpty() {
      const isQuiet = performance.now() - lastActivity > quietMs;
      return broker.connected && subscribed.size === 0 && broker.unacknowledged === 0 && isQuiet;
    },
    publish: broker.publish,
    subscribe,
    close: broker.close,
  };
}
