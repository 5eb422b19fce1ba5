import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../testing/app.ts';
import { openProxy } from '../../testing/proxy.ts';
import { soon } from '../../testing/soon.ts';
import { isDatabaseGone, type OpenDatabase, openDatabase, violatedConstraint } from './database.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let shanghai: OpenDatabase;

beforeAll(async () => {
  database = await createDatabase();
  shanghai = openDatabase(database.connection, 'Asia/Shanghai', () => undefined);
  await shanghai.pool.query(`
    create table visit (visit_id integer primary key, made_at timestamptz, row_count bigint, raw_data jsonb);
    create table visit_note (visit_id integer constraint visit_note_visit_id references visit);
    insert into visit values (1, '2026-01-31T23:30:15.987Z', 9007199254740991, '{"snake_key": {"deepKey": 1}}');
    insert into visit_note values (1)`);
});

afterAll(async () => {
  await shanghai.close();
  await database.drop();
});

interface Visit {
  visitId: number;
  madeAt: string;
  rowCount: number;
  rawData: unknown;
}

describe('values read from the database', () => {
  it.each([
    ['Asia/Shanghai', '2026-02-01 07:30:15'],
    ['Europe/Paris', '2026-02-01 00:30:15'],
    ['America/St_Johns', '2026-01-31 20:00:15'],
    ['UTC', '2026-01-31 23:30:15'],
  ])('a moment is the text of the wall clock in %s', async (zone, text) => {
    const { db, close } = openDatabase(database.connection, zone, () => undefined);
    const tables = db.withTables<{ visit: Visit }>();
    const row = await tables.selectFrom('visit').select('madeAt').executeTakeFirst();
    await close();
    expect(row?.madeAt).toBe(text);
  });

  it('a moment stays the same whether written as text or as a date', async () => {
    const tables = shanghai.db.withTables<{ visit: { visitId: number; madeAt: string | Date } }>();
    await tables.insertInto('visit').values({ visitId: 2, madeAt: '2026-03-01 08:00:00' }).execute();
    await tables
      .insertInto('visit')
      .values({ visitId: 3, madeAt: new Date('2026-03-01T00:00:00Z') })
      .execute();
    const rows = await tables.selectFrom('visit').select('madeAt').where('visitId', '>', 1).execute();
    expect(rows.map((row) => row.madeAt)).toEqual(['2026-03-01 08:00:00', '2026-03-01 08:00:00']);
  });

  it('names are camel case in the program and snake case in the database; JSON contents are unchanged', async () => {
    const tables = shanghai.db.withTables<{ visit: Visit }>();
    const row = await tables.selectFrom('visit').selectAll().where('visitId', '=', 1).executeTakeFirst();
    expect(Object.keys(row ?? {}).sort()).toEqual(['madeAt', 'rawData', 'rowCount', 'visitId']);
    expect(row?.rawData).toEqual({ snake_key: { deepKey: 1 } });
  });

  it('large integers and counts are numbers', async () => {
    const { rows } = await shanghai.pool.query('select row_count, count(*) over () as n from visit limit 1');
    expect(rows[0]).toEqual({ row_count: Number.MAX_SAFE_INTEGER, n: 3 });
  });
});

describe('a violated constraint', () => {
  const attempt = (statement: string) =>
    shanghai.pool.query(statement).then(
      () => undefined,
      (error: unknown) => violatedConstraint(error),
    );

  it('is recognised with its kind and name', async () => {
    expect(await attempt('insert into visit values (1)')).toEqual({ kind: 'unique', name: 'visit_pkey' });
    expect(await attempt('insert into visit_note values (99)')).toEqual({
      kind: 'foreign',
      name: 'visit_note_visit_id',
    });
    expect(await attempt('delete from visit where visit_id = 1')).toEqual({
      kind: 'foreign',
      name: 'visit_note_visit_id',
    });
  });

  it('is undefined for other failures', async () => {
    expect(await attempt('select nonsense')).toBeUndefined();
    expect(await attempt('insert into visit values (null)')).toBeUndefined();
    expect(violatedConstraint(new Error('23505'))).toBeUndefined();
  });
});

const coded = (code: string, message = '') => Object.assign(new Error(message), { code });

describe('an unreachable database', () => {
  it.each([
    coded('ECONNREFUSED'),
    coded('ECONNRESET'),
    coded('EPIPE'),
    coded('ENOTFOUND'),
    coded('EAI_AGAIN'),
    coded('ETIMEDOUT'),
    coded('ENOENT', 'connect ENOENT /run/postgresql/.s.PGSQL.5432'),
    coded('57P01', 'terminating connection due to administrator command'),
    coded('57P02'),
    coded('57P03', 'the database system is starting up'),
    coded('08006'),
    new Error('Connection terminated unexpectedly'),
    new Error('timeout exceeded when trying to connect'),
    new Error('Client has encountered a connection error and is not queryable'),
  ])('is recognised by %o', (error) => {
    expect(isDatabaseGone(error)).toBe(true);
  });

  it.each([
    coded('23505', 'duplicate key'),
    coded('42601', 'syntax error'),
    coded('57014', 'canceling statement due to statement timeout'),
    coded('22P02'),
    coded('ENOENT', "ENOENT: no such file or directory, open '/data/downloads/x'"),
    new Error('anything else'),
    'ECONNREFUSED',
    undefined,
  ])('is not recognised by %o', (error) => {
    expect(isDatabaseGone(error)).toBe(false);
  });

  it('is recognised when a connection is cut, and the pool recovers', async () => {
    const proxy = await openProxy(database.connection);
    const broken: Error[] = [];
    const { pool, close } = openDatabase(proxy.connection, 'UTC', (error) => broken.push(error));
    const client = await pool.connect();
    const slow = client.query('select pg_sleep(5)').catch((error: unknown) => error);
    await proxy.cut();
    expect(isDatabaseGone(await slow)).toBe(true);
    expect(isDatabaseGone(await client.query('select 1').catch((error: unknown) => error))).toBe(true);
    client.release();
    expect(isDatabaseGone(await pool.query('select 1').catch((error: unknown) => error))).toBe(true);
    await proxy.restore();
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
    await proxy.cut();
  });

  it('does not end the process when an idle connection breaks', async () => {
    const broken: Error[] = [];
    const { pool, close } = openDatabase(database.connection, 'UTC', (error) => broken.push(error));
    const { rows } = await pool.query('select pg_backend_pid() as pid');
    await shanghai.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await soon(() => broken.length).toBe(1);
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });
});

describe('a statement that takes too long', () => {
  it('is cancelled by the server', async () => {
    const { pool, close } = openDatabase(
      { ...database.connection, statement_timeout: 50 },
      'UTC',
      () => undefined,
    );
    await expect(pool.query('select pg_sleep(5)')).rejects.toBeInstanceOf(pg.DatabaseError);
    await close();
    const { rows } = await shanghai.pool.query('show statement_timeout');
    expect(rows[0].statement_timeout).toBe('30s');
  });

  it('does not count as a hanging database while new connections are answered', async () => {
    const limits = { quietMs: 40, probeMs: 5000, connectMs: 5000 };
    const { pool, close } = openDatabase(database.connection, 'UTC', () => undefined, limits);
    const { rows } = await pool.query(`select pg_sleep(0.4), 'done' as word`);
    expect(rows[0].word).toBe('done');
    await close();
  });
});
