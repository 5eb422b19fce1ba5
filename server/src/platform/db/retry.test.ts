import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase } from '../../testing/app.ts';
import { type OpenDatabase, openDatabase } from './database.ts';
import { transact } from './transaction.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let open: OpenDatabase;

beforeAll(async () => {
  database = await createDatabase();
  open = openDatabase(database.connection, 'UTC', () => undefined);
  await open.pool.query(`
    create table counter (id integer primary key, value integer not null);
    create sequence attempt;
    create function conflict(code text, times integer) returns bigint language plpgsql as $$
      declare number bigint := nextval('attempt');
      begin
        if number <= times then raise 'attempt %', number using errcode = code; end if;
        return number;
      end $$`);
});

afterAll(async () => {
  await open.close();
  await database.drop();
});

beforeEach(() =>
  open.pool.query(
    `truncate counter; insert into counter select id, 0 from generate_series(1, 6) id; alter sequence attempt restart`,
  ),
);

const add = (id: number) => `update counter set value = value + 1 where id = ${id}`;
const readCounters = async () =>
  (await open.pool.query('select value from counter order by id')).rows.map((row) => row.value);
const countDeadlocks = async () => {
  await open.pool.query('select pg_stat_clear_snapshot()');
  const { rows } = await open.pool.query(
    `select deadlocks from pg_stat_database where datname = current_database()`,
  );
  return Number(rows[0].deadlocks);
};

/** Two transactions that deadlock once: each holds its first row before either requests its second. */
function makeMeeting() {
  let arrived = 0;
  let openGate = () => {};
  const gate = new Promise<void>((resolve) => (openGate = resolve));
  return async () => {
    if (++arrived === 2) openGate();
    await gate;
  };
}

const viaTransact = (order: number[], meet: () => Promise<void>) =>
  transact(open.pool, async (connection) => {
    await connection.query(add(order[0] ?? 0));
    await meet();
    await connection.query(add(order[1] ?? 0));
  });
const viaKysely = (order: number[], meet: () => Promise<void>) =>
  open.db.transaction().execute(async (db) => {
    await sql.raw(add(order[0] ?? 0)).execute(db);
    await meet();
    await sql.raw(add(order[1] ?? 0)).execute(db);
  });

describe('a real deadlock', () => {
  it('is repeated until both sides have written, in raw and in Kysely transactions', async () => {
    const before = await countDeadlocks();
    // Runs both at once, because PostgreSQL detects a deadlock only after a second.
    const pairs = [
      { sides: [viaTransact, viaTransact], rows: [1, 2] },
      { sides: [viaKysely, viaKysely], rows: [3, 4] },
      { sides: [viaTransact, viaKysely], rows: [5, 6] },
    ];
    await Promise.all(
      pairs.flatMap(({ sides, rows }) => {
        const meet = makeMeeting();
        return sides.map((write, side) => write(side === 0 ? rows : rows.toReversed(), meet));
      }),
    );
    expect(await readCounters()).toEqual([2, 2, 2, 2, 2, 2]);
    await expect.poll(countDeadlocks, { timeout: 60_000 }).toBeGreaterThanOrEqual(before + 3);
  });
});

describe.each(['40P01', '40001'])('a conflict %s', (code) => {
  const failing = (times: number) => `select conflict('${code}', ${times}) as number`;

  it.each([
    ['a raw transaction', (text: string) => transact(open.pool, (client) => client.query(text))],
    [
      'a Kysely transaction',
      (text: string) => open.db.transaction().execute((db) => sql.raw(text).execute(db)),
    ],
    ['a statement of the pool', (text: string) => open.pool.query(text)],
    ['a statement of Kysely', (text: string) => sql.raw(text).execute(open.db)],
  ])('repeats %s', async (_, run) => {
    expect((await run(failing(2))).rows).toEqual([{ number: 3 }]);
  });
});

describe('retrying', () => {
  const readAttempts = async () =>
    (await open.pool.query('select last_value from attempt')).rows[0].last_value;

  it('ends after six attempts', async () => {
    await expect(open.pool.query(`select conflict('40P01', 1000)`)).rejects.toMatchObject({ code: '40P01' });
    expect(await readAttempts()).toBe(6);
  });

  it('does not apply to other failures, nor to work that is marked to run once', async () => {
    await expect(open.pool.query(`select conflict('23505', 1)`)).rejects.toMatchObject({ code: '23505' });
    const once = transact(open.pool, (client) => client.query(`select conflict('40P01', 1000)`), {
      once: true,
    });
    await expect(once).rejects.toMatchObject({ code: '40P01' });
    expect(await readAttempts()).toBe(2);
  });
});
