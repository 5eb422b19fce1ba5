import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger as Logger } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { defineTopic, isBusMessage, type Topic } from './bus-topic.ts';
import type { Database } from './db/database.ts';
import { leaveRequest } from './db/request-waits.ts';
import type { Connection } from './db/transaction.ts';

/** Events between the parts of a process, and between processes that share a database. */
export interface Bus {
  publish<T>(topic: Topic<T>, ...payload: T extends null ? [] : [payload: T]): Promise<void>;
  subscribe<T>(topic: Topic<T>, listener: (payload: T) => void): () => void;
  close(): Promise<void>;
}

/** Sent to every subscriber of this topic when messages of other processes may have been missed. */
export const busReconnected = defineTopic('bus.reconnected');

const channel = 'limpid_bus';
/** PostgreSQL refuses notifications of 8,000 bytes and more. */
const maxBytes = 7900;

/** Waits between two attempts to reconnect, without keeping the process alive. */
const waitUnreferenced = (ms: number): Promise<unknown> => wait(ms, undefined, { ref: false });

export async function openBus(
  connection: pg.ClientConfig,
  pool: pg.Pool,
  log: Logger,
  pause = waitUnreferenced,
): Promise<Bus> {
  const self = randomUUID();
  const local = new EventEmitter().setMaxListeners(0);
  // An emitter throws for an event of this name if it has no listener.
  local.on('error', () => undefined);
  let closed = false;
  let client = await listen();

  async function listen(): Promise<pg.Client> {
    const next = new pg.Client({ ...connection, application_name: 'limpid-bus', keepAlive: true });
    next.on('error', (error) => log.warn({ err: error }, 'bus connection lost'));
    next.on('notification', ({ payload }) => receive(payload ?? ''));
    await next.connect();
    await next.query(`listen ${channel}`);
    // Registered after connecting: a failed attempt is repeated by the loop that made it, and only by that.
    next.on('end', () => void reconnect());
    if (closed) await next.end();
    return next;
  }

  async function reconnect(): Promise<void> {
    for (let delay = 200; !closed; delay = Math.min(delay * 2, 5000)) {
      await pause(delay);
      if (closed) return;
      try {
        client = await listen();
        local.emit(busReconnected.name);
        return;
      } catch (error) {
        log.warn({ err: error }, 'reconnecting bus failed');
      }
    }
  }

  function receive(text: string): void {
    const message = readMessage(text);
    if (!message) return log.warn({ bytes: Buffer.byteLength(text) }, 'dropped bus message: not ours');
    const { from, topic, payload } = message;
    if (from === self) return;
    // Another version of the product may still run during an upgrade.
    if (!isBusMessage(topic, payload)) return log.warn({ topic, from }, 'dropped bus message: unknown shape');
    local.emit(topic, payload);
  }

  return {
    async publish({ name }, ...[payload = null]) {
      leaveRequest(() => local.emit(name, payload));
      const text = JSON.stringify({ from: self, topic: name, payload });
      if (Buffer.byteLength(text) > maxBytes)
        throw new Error(`The message on ${name} is too large for the bus.`);
      await pool.query('select pg_notify($1, $2)', [channel, text]);
    },
    subscribe({ name }, listener) {
      local.on(name, listener);
      return () => void local.off(name, listener);
    },
    async close() {
      closed = true;
      await client.end();
    },
  };
}

/** Delivered to every process, this one too, when the transaction commits; after a rollback it is never delivered. */
export async function publishWithin<T = null>(
  transaction: Database | Connection,
  { name }: Topic<T>,
  ...payload: T extends null ? [] : [payload: T]
): Promise<void> {
  const text = JSON.stringify({ from: '', topic: name, payload: payload[0] ?? null });
  if ('executeQuery' in transaction) await sql`select pg_notify(${channel}, ${text})`.execute(transaction);
  else await transaction.query('select pg_notify($1, $2)', [channel, text]);
}

/** Anyone with a login to the database can write to the channel, so foreign messages are ignored. */
function readMessage(text: string): { from: string; topic: string; payload: unknown } | undefined {
  try {
    const { from, topic, payload = null } = JSON.parse(text) ?? {};
    return typeof from === 'string' && typeof topic === 'string' ? { from, topic, payload } : undefined;
  } catch {
    return undefined;
  }
}
