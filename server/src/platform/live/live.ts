import type { ItemKind, LiveItem, LivePayload, LiveTopic, PersonalKind } from '@limpid/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import { sessionEnded } from '../auth/sessions.store.ts';
import { busReconnected } from '../bus.ts';
import type { Database } from '../db/database.ts';
import { addCleanupTask } from '../jobs/tasks.ts';
import { isObject } from '../json.ts';
import { recheckSessions } from './admission.ts';
import { type DepartmentPath, noDepartment } from './audience.rule.ts';
import { openAudience, type PersonalMessage } from './audience.ts';
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
  /** Whose message it is: those who listen here or above hear it, as far as their data scope goes. */
  deptId: number;
  topic: T;
  payload: LivePayload<T>;
  /** Kept for a day, for those who were away; what is not stored reaches whoever is there. */
  stored: boolean;
}

/** What has become of one thing, and whose it is. */
export interface ItemChange<K extends ItemKind> {
  id: number;
  deptId: number;
  item: LiveItem<K>;
}

export interface Live {
  publish<T extends LiveTopic>(publication: LivePublication<T>): Promise<void>;
  /** Says something to one person, or to everybody who is there now; whoever comes later asks for it. */
  notify<K extends PersonalKind>(to: number | 'everybody', topic: K, payload: LivePayload<K>): Promise<void>;
  /**
   * Says what has become of many things at once, to those at this process who show them: one message each. Nothing of it goes
   * to other processes, which know such things by themselves.
   */
  publishItems<K extends ItemKind>(kind: K, changes: readonly ItemChange<K>[]): Promise<void>;
  /** Sockets that are open in this process, whoever is behind them. */
  count(): number;
}

const storedEvent = 'message.stored';
const ephemeralEvent = 'message.ephemeral';
const personalEvent = 'message.personal';
/** What fits into a notification with room for the rest of the message. */
const maxEphemeralBytes = 6000;
const maxBytes = 64 * 1024;
const pageSize = 200;

/** Messages to people who are looking, in every process that shares the database. */
export async function openLive(parts: LiveDeps, limits: LiveLimits): Promise<Live> {
  const { http, db, bus, clock, log, tasks } = parts;
  const paths = makePathCache(db);
  const audience = openAudience(limits, (await readCounter(db)).lastSeq);
  const context: LiveContext = { ...parts, limits, audience, findDepartmentPath: paths.find };
  acceptSockets(context);

  /** Notifications only wake: what is sent comes from the table, in the order of its numbers, and none is lost. */
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
    bus.subscribe(ephemeralEvent, (message) => isEphemeral(message) && audience.deliver(message)),
    bus.subscribe(personalEvent, (message) => isPersonal(message) && audience.notify(message)),
    bus.subscribe(busReconnected, pull),
    bus.subscribe(sessionEnded, recheckSoon),
    bus.subscribe('parameter.changed', recheckSoon),
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

/** Where departments hang, remembered for some seconds. */
function makePathCache(db: Database) {
  const paths = new Map<number, Promise<DepartmentPath | undefined>>();
  return {
    find(deptId: number): Promise<DepartmentPath | undefined> {
      if (deptId === noDepartment) return Promise.resolve([noDepartment]);
      const path = paths.get(deptId) ?? findDepartmentPath(db, deptId);
      paths.set(deptId, path);
      path.catch(() => paths.delete(deptId));
      return path;
    },
    forget: () => paths.clear(),
  };
}

interface EphemeralMessage {
  deptId: number;
  topic: string;
  payload: unknown;
  path: DepartmentPath;
}

/** Anyone with a login to the database can write to the bus: what is not ours is no message. */
function isEphemeral(value: unknown): value is EphemeralMessage {
  return (
    isObject(value) &&
    typeof value['deptId'] === 'number' &&
    typeof value['topic'] === 'string' &&
    Array.isArray(value['path'])
  );
}

function isPersonal(value: unknown): value is PersonalMessage {
  return (
    isObject(value) &&
    (typeof value['to'] === 'number' || value['to'] === 'everybody') &&
    typeof value['topic'] === 'string'
  );
}

/** One run at a time; however often it is asked for meanwhile, one more follows. */
function coalesce(log: FastifyBaseLogger, work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    again = running;
    if (running) return;
    running = true;
    void work()
      // The timer asks again: a database that is away comes back.
      .catch((error: unknown) => log.warn({ err: error }, 'delivering live messages failed, retrying'))
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
  return run;
}
