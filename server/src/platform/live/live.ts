import type { GatheredItem, GatheredKind, LivePayload, LiveTopic, PersonalKind } from '@limpid/contract/live';
import type { FastifyBaseLogger } from 'fastify';
import { sessionEnded } from '../auth/sessions.store.ts';
import { busReconnected } from '../bus.ts';
import type { Database } from '../db/database.ts';
import { addCleaning } from '../jobs/tasks.ts';
import { isObject } from '../json.ts';
import { recheck } from './admission.ts';
import { type Line, nowhere } from './audience.rule.ts';
import { openAudience, type Personal } from './audience.ts';
import type { LiveContext, LiveParts } from './context.ts';
import { openGathering } from './item-changes.ts';
import type { LiveLimits } from './limits.ts';
import { findLine, insertMessage, listAfter, readCounter, removeOldMessages } from './live.store.ts';
import { receiveSockets } from './receive.ts';

interface LivePublication<T extends LiveTopic = LiveTopic> {
  /** Whose message it is: those who listen here or above hear it, as far as their data scope goes. */
  deptId: number;
  topic: T;
  payload: LivePayload<T>;
  /** Kept for a day, for those who were away; what is not stored reaches whoever is there. */
  stored: boolean;
}

/** What has become of one thing, and whose it is. */
export interface GatheredChange<K extends GatheredKind> {
  id: number;
  deptId: number;
  item: GatheredItem<K>;
}

export interface Live {
  publish<T extends LiveTopic>(publication: LivePublication<T>): Promise<void>;
  /** Says something to one person, or to everybody who is there now; whoever comes later asks for it. */
  tell<K extends PersonalKind>(to: number | 'everybody', topic: K, payload: LivePayload<K>): Promise<void>;
  /**
   * Says what has become of many things at once, to those at this process who show them: one message each. Nothing of it goes
   * to other processes, which know such things by themselves.
   */
  gather<K extends GatheredKind>(kind: K, changes: readonly GatheredChange<K>[]): Promise<void>;
  /** Sockets that are open in this process, whoever is behind them. */
  count(): number;
}

const storedEvent = 'message.stored';
const passingEvent = 'message.passed';
const toldEvent = 'message.told';
/** What fits into a notification with room for the rest of the message. */
const passingBytes = 6000;
const maxBytes = 64 * 1024;
const pageSize = 200;

/** Messages to people who are looking, in every process that shares the database. */
export async function openLive(parts: LiveParts, limits: LiveLimits): Promise<Live> {
  const { http, db, bus, clock, log, tasks } = parts;
  const lines = makeLines(db);
  const audience = openAudience(limits, (await readCounter(db)).lastSeq);
  const context: LiveContext = { ...parts, limits, audience, findLine: lines.find };
  receiveSockets(context);

  /** Notifications only wake: what is sent comes from the table, in the order of its numbers, and none is lost. */
  const pull = takeTurns(log, async () => {
    for (let more = true; more; ) {
      const messages = await listAfter(db, audience.position(), pageSize);
      for (const message of messages) audience.deliver(message);
      more = messages.length === pageSize;
    }
  });
  const look = takeTurns(log, () => recheck(context));
  const leaves = [
    bus.subscribe(storedEvent, pull),
    bus.subscribe(passingEvent, (message) => isPassing(message) && audience.deliver(message)),
    bus.subscribe(toldEvent, (message) => isPersonal(message) && audience.tell(message)),
    bus.subscribe(busReconnected, pull),
    bus.subscribe(sessionEnded, look),
    bus.subscribe('parameter.changed', look),
  ];
  const pings = setInterval(audience.ping, limits.pingMs).unref();
  const looks = setInterval(() => {
    lines.forget();
    look();
    pull();
  }, limits.recheckMs).unref();
  addCleaning(tasks, 'liveTask', () => removeOldMessages(db, clock));
  http.addHook('preClose', async () => {
    clearInterval(pings);
    clearInterval(looks);
    for (const leave of leaves) leave();
    audience.end();
  });
  return {
    publish: makePublish(context),
    tell: (to, topic, payload) => bus.publish(toldEvent, { to, topic, payload }),
    gather: openGathering(context),
    count: audience.count,
  };
}

function makePublish({ db, bus, clock, findLine }: LiveContext): Live['publish'] {
  return async ({ deptId, topic, payload, stored }) => {
    const text = JSON.stringify(payload);
    const bytes = Buffer.byteLength(text);
    if (bytes > maxBytes) throw new Error(`The live message on ${topic} is too large.`);
    if (stored || bytes > passingBytes) {
      await insertMessage(db, clock, { deptId, topic, payload: text, kept: stored });
      await bus.publish(storedEvent);
      return;
    }
    const line = await findLine(deptId);
    if (line) await bus.publish(passingEvent, { deptId, topic, payload, line });
  };
}

/** Where departments hang, remembered for some seconds. */
function makeLines(db: Database) {
  const lines = new Map<number, Promise<Line | undefined>>();
  return {
    find(deptId: number): Promise<Line | undefined> {
      if (deptId === nowhere) return Promise.resolve([nowhere]);
      const line = lines.get(deptId) ?? findLine(db, deptId);
      lines.set(deptId, line);
      line.catch(() => lines.delete(deptId));
      return line;
    },
    forget: () => lines.clear(),
  };
}

interface Passing {
  deptId: number;
  topic: string;
  payload: unknown;
  line: Line;
}

/** Anyone with a login to the database can write to the bus: what is not ours is no message. */
function isPassing(value: unknown): value is Passing {
  return (
    isObject(value) &&
    typeof value['deptId'] === 'number' &&
    typeof value['topic'] === 'string' &&
    Array.isArray(value['line'])
  );
}

function isPersonal(value: unknown): value is Personal {
  return (
    isObject(value) &&
    (typeof value['to'] === 'number' || value['to'] === 'everybody') &&
    typeof value['topic'] === 'string'
  );
}

/** One run at a time; however often it is asked for meanwhile, one more follows. */
function takeTurns(log: FastifyBaseLogger, work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = () => {
    again = running;
    if (running) return;
    running = true;
    void work()
      // The timer asks again: a database that is away comes back.
      .catch((error: unknown) => log.warn({ err: error }, 'live messages wait for the database'))
      .finally(() => {
        running = false;
        if (again) run();
      });
  };
  return run;
}
