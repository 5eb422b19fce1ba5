import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../src/testing/app.ts';
import { testNow } from '../src/testing/clock.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp();
});
afterAll(() => t.close());

describe('the time of the installation', () => {
  it('is the fixed one for connections of a test, and the time of the database otherwise', async () => {
    const client = await t.app.pool.connect();
    const read = async () =>
      (await client.query<{ at: number }>('select extract(epoch from limpid_now())::float8 * 1000 as at'))
        .rows[0]?.at;
    expect(await read()).toBe(testNow);
    await client.query(`set limpid.now = ''`);
    const { rows } = await client.query('select limpid_now() = now() as same');
    await client.query('reset limpid.now');
    client.release();
    expect(rows).toEqual([{ same: true }]);
  });

  it('is what every view of the product compares with', async () => {
    const { rows } = await t.app.pool.query(
      `select relname from pg_class
       where relkind = 'v' and relnamespace = 'public'::regnamespace and pg_get_viewdef(oid) ~ '\\mnow\\(\\)'`,
    );
    expect(rows).toEqual([]);
  });
});
