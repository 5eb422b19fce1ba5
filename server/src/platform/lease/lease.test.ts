import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { soon } from '../../testing/soon.ts';
import { transact } from '../db/transaction.ts';
import { assertLease, LeaseLostError } from './lease.store.ts';
import { openLease } from './lease.ts';

let test: TestApp;
let other: TestApp;
let name: string;
let count = 0;

beforeAll(async () => {
  test = await openTestApp();
  other = await openTestApp({}, { connection: test.connection });
});
afterAll(async () => {
  await other.close();
  await test.close();
});
beforeEach(() => {
  name = `work ${++count}`;
});

const patient = { durationMs: 60_000 };
/** Renewed every second. */
const steady = { durationMs: 4000 };
const brief = { durationMs: 600 };

async function readExpiry(): Promise<number> {
  const { rows } = await test.app.pool.query(
    'select extract(epoch from expires_at)::float8 as at from lease where name = $1',
    [name],
  );
  return rows[0].at;
}

/** As if the owner had been cut off. */
const expire = () =>
  test.app.pool.query('update lease set expires_at = clock_timestamp() where name = $1', [name]);

/** A pool whose statements fail from now on, as when the network is cut. */
function makePool({ app: { pool } }: TestApp) {
  let isCut = false;
  const query = (text: string, values: unknown[]) =>
    isCut ? Promise.reject(new Error('no connection')) : pool.query(text, values);
  return { pool: Object.assign(Object.create(pool), { query }), cut: () => (isCut = true) };
}

describe('a lease', () => {
  it('has one owner, whose stop gives it to the next one at once', async () => {
    const first = openLease(test.app, name, patient);
    await soon(first.current).toMatchObject({ name, fence: 1 });
    const second = openLease(other.app, name, patient);
    await wait(100);
    expect(second.current()).toBeUndefined();
    await first.stop();
    expect(first.current()).toBeUndefined();
    await soon(second.current).toMatchObject({ name, fence: 2 });
    await second.stop();
  });

  it('goes to one of many that ask at the same moment', async () => {
    const all = Array.from({ length: 8 }, (_, n) => openLease(n % 2 ? test.app : other.app, name, patient));
    const leaders = () => all.filter(({ current }) => current());
    await soon(() => leaders().length).toBe(1);
    await wait(100);
    expect(leaders()).toHaveLength(1);
    for (const each of all) await each.stop();
  });

  it('is renewed while its owner runs', async () => {
    const leadership = openLease(test.app, name, steady);
    await soon(leadership.current).toBeDefined();
    const first = await readExpiry();
    await soon(readExpiry).toBeGreaterThan(first);
    expect(leadership.current()).toMatchObject({ fence: 1 });
    await leadership.stop();
  });

  it('is lost after its duration without the database, and taken by another with a higher fence', async () => {
    const { pool, cut } = makePool(test);
    const first = openLease({ ...test.app, pool }, name, brief);
    await soon(first.current).toBeDefined();
    const lease = first.current();
    const second = openLease(other.app, name, brief);
    cut();
    await soon(first.current).toBeUndefined();
    await soon(second.current).toMatchObject({ fence: 2 });
    expect(first.current()).toBeUndefined();
    await expect(transact(test.app.pool, (c) => assertLease(c, lease ?? fail()))).rejects.toThrow(
      LeaseLostError,
    );
    await first.stop();
    await second.stop();
  });

  it('with the same owner again after it expired has a higher fence', async () => {
    const leadership = openLease(test.app, name, brief);
    await soon(leadership.current).toMatchObject({ fence: 1 });
    await expire();
    await soon(leadership.current).toMatchObject({ fence: 2 });
    await leadership.stop();
  });

  it('of other work has an owner of its own', async () => {
    const [first, second] = [openLease(test.app, name, patient), openLease(other.app, `${name} b`, patient)];
    await soon(first.current).toBeDefined();
    await soon(second.current).toBeDefined();
    await first.stop();
    await second.stop();
  });
});

describe('a transaction under a lease', () => {
  it('keeps others from taking the lease until it ends, and the owner may renew it meanwhile', async () => {
    const first = openLease(test.app, name, steady);
    await soon(first.current).toBeDefined();
    const lease = first.current() ?? fail();
    await transact(test.app.pool, async (connection) => {
      await assertLease(connection, lease);
      const expiry = await readExpiry();
      await soon(readExpiry).toBeGreaterThan(expiry);
      await expire();
      const second = openLease(other.app, name, brief);
      await wait(200);
      expect(second.current()).toBeUndefined();
      await second.stop();
    });
    await first.stop();
  });

  it('is refused after the lease was released, also through Kysely', async () => {
    const leadership = openLease(test.app, name, patient);
    await soon(leadership.current).toBeDefined();
    const lease = leadership.current() ?? fail();
    const assertOnce = () => test.app.db.transaction().execute((db) => assertLease(db, lease));
    await assertOnce();
    await leadership.stop();
    await expect(assertOnce()).rejects.toThrow(LeaseLostError);
  });
});

function fail(): never {
  throw new Error('not leading');
}
