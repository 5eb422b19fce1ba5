import type { ItemKind, LiveItem, LivePayload, LiveTopic, PersonalKind } from '@limpid/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import { sessionEnded } from '../auth/sessions.store.ts';
import { busReconnected } from '../bus.ts';
import type { Database } from '../db/database.ts';
import { addCleanupTask } from '../jobs/tasks.ts';
import { parametersChanged } from '../parameters.store.ts';
import { recheckSessions } from './admission.ts';
import { type DepartmentLineage, noDepartment } from './audience.rule.ts';
import { openAudience } from './audience.ts';
import { ephemeralEvent, personalEvent, storedEvent } from './bus-events.ts';
import type { LiveContext, LiveDeps } from './context.ts';
import { makeItemPublisher } from './item-changes.ts';
import type { LiveLimits } from './limits.ts';
import {
  findDepartmentPath,
  insertMessage,
  listMessagesAfter,
  readCounter,
  removeOldMessages,
} from './live.store.ts';
import { acceptSockets } from './receive.ts';

interface LivePublication<T extends LiveTopic = LiveTopic> {
  /** The department of the message: listeners there or above receive it, within their data scope. */
  deptId: number;
  topic: T;
  payload: LivePayload<T>;
  /** Stored for a day for clients that were away; otherwise it reaches only connected clients. */
  stored: boolean;
}

/** The new state of one item, and its department. */
export interface ItemChange<K extends ItemKind> {
  id: number;
  deptId: number;
  item: LiveItem<K>;
}

export interface Live {
  publish<T extends LiveTopic>(publication: LivePublication<T>): Promise<void>;
  /** Sends a message to one user, or to all connected users; clients that connect later load the state themselves. */
  notify<K extends PersonalKind>(to: number | 'everybody', topic: K, payload: LivePayload<K>): Promise<void>;
  /** Sends a message to all users connected to this process, about a change that every process learns of itself. */
  notifyHere<K extends PersonalKind>(topic: K, payload: LivePayload<K>): void;
  /**
   * Sends the changes of many items at once to subscribers at this process, one message per client. Nothing is sent to
   * other processes, which learn of such changes themselves.
   */
  publishItems<K extends ItemKind>(kind: K, changes: readonly ItemChange<K>[]): Promise<void>;
  /** Number of open sockets in this process. */
  count(): number;
}

/** Payload size that fits into a notification with the rest of the message. */
const maxEphemeralBytes = 6000;
const maxBytes = 64 * 1024;
const pageSize = 200;

/** Sends messages to connected users, in every process that shares the database. */
export async function openLive(parts: LiveDeps, limits: LiveLimits): Promise<Live> {
  const { http, db, bus, clock, log, tasks } = parts;
  const paths = makePathCache(db);
  const audience = openAudience(limits, (await readCounter(db)).lastSeq);
  const context: LiveContext = { ...parts, limits, audience, findDepartmentPath: paths.find };
  acceptSockets(context);

  /**
   * Notifications only wake the process: messages are read from the table, in the order of their numbers, so none is
   * lost.
   */
  const pull = coalesce(log, async () => {
    for (let more = true; more; ) {
      const messages = await listMessagesAfter(db, audience.position(), pageSize);
      for (const message of messages) audience.deliver(message);
      more = messages.length === pageSize;
    }
  });
  const recheckSoon = coalesce(log, () => recheckSessions(context));
  const leaves = [
    bus.subscribe(storedEvent, pull),
    bus.subscribe(ephemeralEvent, (message) => audience.deliver(message)),
    bus.subscribe(personalEvent, (message) => audience.notify(message)),
    bus.subscribe(busReconnected, pull),
    bus.subscribe(sessionEnded, recheckSoon),
    bus.subscribe(parametersChanged, recheckSoon),
  ];
  const pings = setInterval(audience.ping, limits.pingMs).unref();
  const looks = setInterval(() => {
    paths.forget();
    recheckSoon();
    pull();
  }, limits.recheckMs).unref();
  addCleanupTask(tasks, 'liveTask', () => removeOldMessages(db, clock));
  http.addHook('preClose', async () => {
    clearInterval(pings);
    clearInterval(looks);
    for (const leave of leaves) leave();
    audience.closeForRestart();
  });
  return {
    publish: makePublish(context),
    notify: (to, topic, payload) => bus.publish(personalEvent, { to, topic, payload }),
    notifyHere: (topic, payload) => audience.notify({ to: 'everybody', topic, payload }),
    publishItems: makeItemPublisher(context),
    count: audience.count,
  };
}

function makePublish({ db, bus, clock, findDepartmentPath }: LiveContext): Live['publish'] {
  return async ({ deptId, topic, payload, stored }) => {
    const text = JSON.stringify(payload);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxBytes) throw new Error(`The live message on ${topic} is too large.`);
    if (stored || bytes > maxEphemeralBytes) {
      await insertMessage(db, clock, { deptId, topic, payload: text, kept: stored });
      await bus.publish(storedEvent);
      return;
    }
    const path = await findDepartmentPath(deptId);
    if (path) await bus.publish(ephemeralEvent, { deptId, topic, payload, path });
  };
}

/** The ancestors of departments, cached for some seconds. */
function makePathCache(db: Database) {
  const paths = new Map<number, Promise<DepartmentLineage | undefined>>();
  return {
    find(deptId: number): Promise<DepartmentLineage | undefined> {
      if (deptId === noDepartment) return Promise.resolve([noDepartment]);
      const path = paths.get(deptId) ?? findDepartmentPath(db, deptId);
      paths.set(deptId, path);
      path.catch(() => paths.delete(deptId));
      return path;
    },
    forget: () => paths.clear(),
  };
}

/** Runs one at a time; any number of requests during a run lead to one more run. */
function coalesce(log: FastifyBaseLogger, work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    again = running;
    if (running) return;
    running = true;
    void work()
      // The timer retries when the database is back.
      .catch((error: unknown) => log.warn({ err: error }, 'delivering live messages failed, retrying'))
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
  return run;
}
