import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SECOND_MS } from '@limpid/contract/durations';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { Pool } from '../../platform/db/transaction.ts';
import {
  listOrphans,
  type MqttSession,
  readInstallationId,
  releaseSession,
  renewSession,
  takeSession,
} from '../../platform/mqtt/session.store.ts';
import { repeat } from '../../platform/repeat.ts';
import { AccessGuard, type Block } from '../guard.ts';
import { gatewayLimits } from '../limits.ts';
import type { MqttStationPort } from '../station-port.ts';
import { handleMessage, type MessageContext } from './handle-message.ts';
import { type MessageQueue, openMessageQueue } from './message-queue.ts';
import { openSessionLink, type SessionLink } from './session-link.ts';

interface MqttGatewayOptions {
  url: string;
  port: MqttStationPort;
  pool: Pool;
  clock: Clock;
  log: FastifyBaseLogger;
  onBlock(block: Block): void;
  onFault(error: unknown): void;
}

export interface MqttGateway {
  /** Whether this process receives what devices publish. */
  readonly isReceiving: boolean;
  /** Another process has blocked a sender. */
  applyBlock(block: Block): void;
  close(): Promise<void>;
}

interface OpenSession {
  session: MqttSession;
  link: SessionLink;
  isEmptied: boolean;
}

const reportMs = 1500;
/** How long the end of the process waits for what is being stored. */
const patienceMs = 5 * SECOND_MS;

/**
 * Receives what devices publish. Every process has a session of its own at the broker; sessions of processes that have
 * ended are emptied by another one, so that nothing waits there for ever.
 */
export async function openMqttGateway(options: MqttGatewayOptions): Promise<MqttGateway> {
  const { port, pool, clock, log } = options;
  const owner = randomUUID();
  const installation = await readInstallationId(pool);
  const guard = new AccessGuard(gatewayLimits.guesses, (block) => {
    log.warn({ ...block, until: new Date(block.until) }, 'too many wrong passwords, sender blocked');
    options.onBlock(block);
  });
  const sessions = new Set<OpenSession>();
  const context: MessageContext = {
    port,
    guard,
    now: () => clock.now().getTime(),
    onFault: options.onFault,
    answer(topic, frame) {
      const link = [...sessions].find(({ link: { connected } }) => connected)?.link;
      // A station repeats what is not answered.
      link?.publish(topic, frame).catch((error: unknown) => {
        log.debug({ topic, reason: String(error) }, 'publishing answer failed');
      });
    },
  };
  const queue = openQueue(context, log);
  port.onFullChange(() => queue.resume());

  async function openSession(session: MqttSession, isEmptied: boolean): Promise<void> {
    const link = await openSessionLink({
      url: options.url,
      clientId: `limpid-${installation}-${session.number}`,
      log,
      isEmptied,
      listTopics: () => port.listTopics(),
      onMessage: (message) => queue.push(message),
      onLost: () => queue.forgetStale(),
    });
    sessions.add({ session, link, isEmptied });
  }

  async function closeSession(one: OpenSession, isOver: boolean): Promise<void> {
    sessions.delete(one);
    await one.link.close({ endsSession: isOver });
    await releaseSession(pool, one.session, isOver);
  }

  async function maintain(): Promise<void> {
    for (const one of sessions) {
      const { session, link, isEmptied } = one;
      if (!(await renewSession(pool, session, link))) {
        log.warn({ session: session.number }, 'MQTT session taken by another process');
        sessions.delete(one);
        await link.close();
      } else if (isEmptied && link.isEmpty) {
        log.info({ session: session.number }, 'MQTT session emptied');
        await closeSession(one, true);
      } else {
        // The broker may answer late: the session has to be renewed meanwhile.
        link.subscribe();
      }
    }
    if ([...sessions].every(({ isEmptied }) => isEmptied)) await openOwn();
    for (const number of await listOrphans(pool)) {
      const session = await takeSession(pool, owner, number);
      if (session) await openSession(session, true);
    }
  }

  async function openOwn(): Promise<void> {
    const session = await takeSession(pool, owner);
    if (session) await openSession(session, false);
  }

  await openOwn();
  let [isClosing, isFailing] = [false, false];
  async function maintainUntilClosed(): Promise<void> {
    if (isClosing) return;
    await maintain();
    isFailing = false;
  }
  const stopMaintaining = repeat(reportMs, maintainUntilClosed, (error) => {
    if (!isFailing) log.warn({ err: error }, 'renewing MQTT sessions failed');
    isFailing = true;
  });
  return {
    get isReceiving() {
      return [...sessions].some(({ link }) => link.isReceiving);
    },
    applyBlock: (block) => guard.applyBlock(block, context.now()),
    async close() {
      isClosing = true;
      await stopMaintaining();
      await closeAll(queue, sessions, (one) => closeSession(one, false));
    },
  };
}

function openQueue(context: MessageContext, log: FastifyBaseLogger): MessageQueue {
  const { port } = context;
  return openMessageQueue({
    isFull: () => port.full,
    handle: (message, onEnd) => handleMessage(context, message, onEnd),
    onGivenUp: ({ topic }) => log.error({ topic }, 'storing MQTT message failed, message given up'),
    onDropped: ({ topic }) => port.recordRefusal({ address: `mqtt ${topic}`, mn: '' }, 'storage', 'QoS 0'),
  });
}

/** Waits for what is being stored, so that it is not sent again; the broker keeps the rest. */
async function closeAll(
  queue: MessageQueue,
  sessions: ReadonlySet<OpenSession>,
  close: (one: OpenSession) => Promise<void>,
): Promise<void> {
  queue.close();
  const limit = performance.now() + patienceMs;
  while (queue.open > 0 && performance.now() < limit) await wait(20);
  for (const one of sessions) await close(one);
}
