import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../testing/app.ts';
import { CopyRows, copyIn, copyOut } from './copy-binary.ts';
import { openPool } from './pool.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let pool: pg.Pool;
let client: pg.PoolClient;

beforeAll(async () => {
  database = await createDatabase();
  pool = openPool(database.connection);
  client = await pool.connect();
  await client.query(
    'create temp table sample (a int2, b int4, c int8, d timestamptz, e real, f bytea, g text, h boolean)',
  );
});

afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

const moments = [Date.UTC(1999, 11, 31, 23, 59, 59, 999), Date.UTC(2026, 10, 15, 8, 0, 0, 1)];

it('rows arrive unchanged and come back the same, also many times larger than a buffer', async () => {
  const rows = new CopyRows();
  const wide = Buffer.alloc(300, 7);
  for (let n = 0; n < 5000; n++) {
    rows.startRow(8);
    rows.int2(n - 2500);
    rows.int4(-n * 100_000);
    rows.int8(n % 2 ? -n * 2 ** 33 - 1 : 3_589_000_000_001);
    rows.timestamp(moments[n % 2] ?? 0);
    if (n % 3) rows.real(n / 8);
    else rows.null();
    if (n % 5) rows.bytes(wide);
    else rows.null();
    rows.text(`气 ${n}`);
    rows.flag(n % 2 === 0);
  }
  await copyIn(client, 'copy sample from stdin (format binary)', rows);
  const { rows: totals } = await client.query(`select count(*)::int n, count(e)::int e, min(d)::text d,
    bool_and(g = '气 ' || (a + 2500)) g, bool_and(b = -(a + 2500) * 100000) b, min(c)::text c,
    bool_and(h = (a % 2 = 0)) h from sample`);
  expect(totals[0]).toMatchObject({
    n: 5000,
    e: 3333,
    g: true,
    b: true,
    h: true,
    c: String(-4999 * 2 ** 33 - 1),
  });
  expect(totals[0].d).toContain('59.999');

  const seen: [number, number, number, number, number, number | undefined][] = [];
  await copyOut(client, 'select a, b, c, d, e, f from sample order by a', (row) =>
    seen.push([row.int2(), row.int4(), row.int8(), row.timestamp(), row.real(), row.bytes()?.length]),
  );
  expect(seen).toHaveLength(5000);
  expect(seen[0]).toEqual([-2500, 0, 3_589_000_000_001, moments[0], Number.NaN, undefined]);
  expect(seen[4999]).toEqual([2499, -499_900_000, -4999 * 2 ** 33 - 1, moments[1], 4999 / 8, 300]);
});

it('an empty selection yields no row', async () => {
  let count = 0;
  await copyOut(client, 'select a from sample where false', () => count++);
  expect(count).toBe(0);
});

it('a failing statement throws an error, and the connection stays usable', async () => {
  await expect(copyIn(client, 'copy missing from stdin (format binary)', new CopyRows())).rejects.toThrow(
    'missing',
  );
  await expect(copyOut(client, 'select 1 / 0', () => undefined)).rejects.toThrow('zero');
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
