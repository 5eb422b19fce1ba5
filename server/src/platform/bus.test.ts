import type pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readingsStored } from '../features/ingest/publish-latest.ts';
import { senderBlocked } from '../gateway/topics.ts';
import { createDatabase } from '../testing/app.ts';
import { openProxy } from '../testing/proxy.ts';
import { soon } from '../testing/soon.ts';
import { type Bus, busReconnected, openBus } from './bus.ts';
import { makeCache } from './cache.ts';
import { openPool } from './db/pool.ts';
import { dictionariesChanged } from './dictionaries.store.ts';
import { jobsChanged } from './jobs/scheduler.ts';
import { workStopped } from './work/work.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
/** How often a bus has tried in vain to reconnect. */
let failedAttempts = 0;
const log = pino(
  { level: 'warn' },
  { write: (line) => void (line.includes('reconnecting bus failed') && failedAttempts++) },
);
const buses: Bus[] = [];
/** What ends each pause before an attempt to reconnect: one entry for every loop that waits. */
const pauses = new Set<() => void>();
async function pause(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  pauses.add(resolve);
  await promise;
  pauses.delete(resolve);
  clearTimeout(timer);
}

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.connection);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function open(
  connection = database.connection,
): Promise<Bus & { heard: unknown[]; reconnected: number }> {
  const bus = await openBus(connection, pool, log, pause);
  buses.push(bus);
  const watched = Object.assign(bus, { heard: [] as unknown[], reconnected: 0 });
  bus.subscribe(workStopped, (payload) => watched.heard.push(payload));
  bus.subscribe(busReconnected, () => watched.reconnected++);
  return watched;
}

/** Processes that listen for the bus, as the database sees them. */
async function countListeners(): Promise<number> {
  const { rows } = await pool.query(`select count(*)::int as n from pg_stat_activity
    where datname = current_database() and application_name = 'limpid-bus'`);
  return rows[0].n;
}

beforeEach(async () => {
  await soon(countListeners).toBe(0);
  failedAttempts = 0;
});

afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())));

describe('a message', () => {
  it('reaches this process at once and the other one soon, each once', async () => {
    const [here, there] = [await open(), await open()];
    const sent = here.publish(workStopped, '岗位 é 😀');
    expect(here.heard).toEqual(['岗位 é 😀']);
    await sent;
    await there.publish(workStopped, '2');
    await soon(() => here.heard).toEqual(['岗位 é 😀', '2']);
    await soon(() => there.heard.length).toBe(2);
    expect(there.heard).toEqual(expect.arrayContaining(here.heard));
  });

  it('reaches only current subscribers of its topic', async () => {
    const [here, there] = [await open(), await open()];
    const heard: unknown[] = [];
    const leave = there.subscribe(jobsChanged, (payload) => heard.push(payload));
    await here.publish(jobsChanged);
    await soon(() => heard).toEqual([null]);
    leave();
    await here.publish(jobsChanged);
    await here.publish(workStopped, 'last');
    await soon(() => there.heard).toEqual(['last']);
    expect(heard).toEqual([null]);
  });

  it('is refused with its topic if it is too large for the database', async () => {
    const here = await open();
    await expect(here.publish(workStopped, '岗'.repeat(3000))).rejects.toThrow('work.stopped');
  });

  it('is ignored if it is not ours, and the process continues', async () => {
    const here = await open();
    for (const text of [
      'garbage',
      'null',
      '[]',
      '5',
      '{"topic": 7}',
      '{"from": "x", "topic": "error"}',
      '',
    ]) {
      await pool.query(`select pg_notify('limpid_bus', $1)`, [text]);
    }
    const there = await open();
    await there.publish(workStopped, 'still here');
    await soon(() => here.heard).toEqual(['still here']);
  });
});

describe('a message of another process', () => {
  const send = (topic: string, payload?: unknown) =>
    pool.query(`select pg_notify('limpid_bus', $1)`, [JSON.stringify({ from: 'x', topic, payload })]);

  it('is dropped and logged if its topic or the shape of its payload is unknown', async () => {
    const warned: unknown[] = [];
    const watched = pino({ level: 'warn' }, { write: (line) => void warned.push(JSON.parse(line).topic) });
    const here = await openBus(database.connection, pool, watched);
    buses.push(here);
    const received: unknown[] = [];
    here.subscribe(readingsStored, (payload) => received.push(payload));
    here.subscribe(senderBlocked, (payload) => received.push(payload));
    here.subscribe(jobsChanged, (payload) => received.push(payload));
    await send('reading.stored', { from: 'x', siteIds: ['1'] });
    await send('reading.stored', null);
    await send('gateway.blocked', { process: 'x', block: { scope: 'planet', key: 'k', until: 1 } });
    await send('job.changed', { now: true });
    await send('job.started', null);
    // A topic without payload may leave it out.
    await send('job.changed');
    await send('reading.stored', { from: 'x', siteIds: [1] });
    await soon(() => received).toEqual([null, { from: 'x', siteIds: [1] }]);
    expect(warned).toEqual([
      'reading.stored',
      'reading.stored',
      'gateway.blocked',
      'job.changed',
      'job.started',
    ]);
  });
});

describe('the connection', () => {
  it('reconnects by itself after the database ended it, and publishes that', async () => {
    const [here, there] = [await open(), await open()];
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'limpid-bus' and datname = current_database()`);
    await soon(() => [here.reconnected, there.reconnected]).toEqual([1, 1]);
    await here.publish(workStopped, 'again');
    await soon(() => there.heard).toEqual(['again']);
    expect(await countListeners()).toBe(2);
  });

  it('reconnects once, however often it was tried in between', async () => {
    const proxy = await openProxy(database.connection);
    const [here, there] = [await open(proxy.connection), await open()];
    await proxy.cut();
    await soon(() => failedAttempts).toBe(2);
    await proxy.restore();
    await soon(() => here.reconnected).toBe(1);
    await there.publish(workStopped, 'once');
    await soon(() => here.heard).toEqual(['once']);
    // Another loop would still wait for its next attempt, or would have reconnected too.
    expect(pauses.size).toBe(0);
    expect([here.reconnected, await countListeners(), here.heard.length]).toEqual([1, 2, 1]);
    await here.close();
    await proxy.cut();
  });

  it('is not opened again after closing, even during an attempt', async () => {
    const proxy = await openProxy(database.connection);
    const here = await open(proxy.connection);
    await proxy.cut();
    await soon(() => [failedAttempts, pauses.size]).toEqual([1, 1]);
    await here.close();
    await proxy.restore();
    for (const endPause of pauses) endPause();
    // Connects after an attempt of the closed bus would have begun.
    const next = await open(proxy.connection);
    expect(await countListeners()).toBe(1);
    expect([here.reconnected, pauses.size]).toEqual([0, 0]);
    await next.close();
    await proxy.cut();
  });
});

describe('a cache', () => {
  it('loads once and keeps the value until any process reports a change', async () => {
    const [here, there] = [await open(), await open()];
    let stored = 'one';
    let loads = 0;
    const load = async (key: string) => {
      loads++;
      return `${key} ${stored}`;
    };
    const [mine, other] = [
      makeCache(here, dictionariesChanged, load),
      makeCache(there, dictionariesChanged, load),
    ];
    expect(await Promise.all([mine.get('a'), mine.get('a'), other.get('a')])).toEqual([
      'a one',
      'a one',
      'a one',
    ]);
    expect(loads).toBe(2);
    stored = 'two';
    expect(await mine.get('a')).toBe('a one');
    await mine.clear();
    expect(await mine.get('a')).toBe('a two');
    await soon(() => other.get('a')).toBe('a two');
  });

  it('clears itself when messages may have been missed', async () => {
    const here = await open();
    let stored = 'one';
    const cache = makeCache(here, dictionariesChanged, async () => stored);
    await cache.get('a');
    stored = 'two';
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'limpid-bus' and datname = current_database()`);
    await soon(() => cache.get('a')).toBe('two');
  });

  it('keeps neither a failure nor a value that changed while it was being read', async () => {
    const here = await open();
    const reads: (() => Promise<string>)[] = [];
    const cache = makeCache(here, dictionariesChanged, () => (reads.shift() ?? (async () => 'later'))());
    reads.push(() => Promise.reject(new Error('gone')));
    await expect(cache.get('a')).rejects.toThrow('gone');
    expect(await cache.get('a')).toBe('later');
    await cache.clear();
    let finish: (value: string) => void = () => undefined;
    reads.push(() => new Promise((resolve) => (finish = resolve)));
    const reading = cache.get('a');
    await cache.clear();
    finish('stale');
    expect(await reading).toBe('stale');
    expect(await cache.get('a')).toBe('later');
  });
});
