import { languages, wireLanguages } from '@limpid/contract/language';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runInBackground } from '../src/platform/background.ts';
import { limitWaits, waitLimits } from '../src/platform/db/request-waits.ts';
import { translate } from '../src/platform/texts.ts';
import { createDatabase, openTestApp, type TestApp } from '../src/testing/app.ts';
import { templateName } from '../src/testing/connection.ts';
import { makeUpload } from '../src/testing/upload.ts';
import { waitUntil } from '../src/testing/wait-until.ts';

const poolSize = 3;
let database: Awaited<ReturnType<typeof createDatabase>>;
let t: TestApp;
let token: string;

beforeAll(async () => {
  database = await createDatabase(templateName);
  const few = { ...database.connection, max: poolSize };
  t = await openTestApp({}, { connection: few, waits: waitLimits });
  token = await t.login();
});
afterAll(async () => {
  await t.close();
  await database.drop();
});

const list = (language: keyof typeof wireLanguages = 'zh') =>
  t.send('GET', `/system/post/list?lang=${wireLanguages[language]}`, { token });
const add = (language: keyof typeof wireLanguages = 'zh') =>
  t.send('POST', `/system/post?lang=${wireLanguages[language]}`, {
    token,
    json: { postCode: 'late', postName: 'late', postSort: 1 },
  });

/** Runs work while another connection holds an exclusive lock on the table. */
async function holding<V>(table: string, work: () => Promise<V>): Promise<V> {
  const holder = new pg.Client(database.connection);
  await holder.connect();
  await holder.query(`begin; lock table ${table} in access exclusive mode`);
  try {
    return await work();
  } finally {
    await holder.end();
  }
}

/** Statements that have waited for a lock for at least this time. */
async function countLockWaits(ms = 0): Promise<number> {
  const { rows } = await t.app.pool.query(
    `select count(*)::int as n from pg_locks
      where not granted and waitstart <= clock_timestamp() - make_interval(secs => $1)`,
    [ms / 1000],
  );
  return rows[0].n;
}

it('all time limits of a request together take less than five seconds', () => {
  const { connectionsMs, lateMs, lockMs, longMs } = waitLimits;
  // One more wait for a connection or lock may follow.
  expect(Math.max(connectionsMs + lateMs, longMs + lockMs) + lateMs).toBeLessThan(5000);
});

it.each(['sys_post', 'session'])(
  'a lock on %s ends every request, with a clear message in its language',
  async (table) => {
    const asked = languages.flatMap((language) => [language, language]);
    const responses = await holding(table, () =>
      Promise.all(asked.flatMap((language) => [list(language), add(language)])),
    );
    const locked = responses.filter(({ body }, index) => {
      const said = (key: string) => translate(asked[Math.floor(index / 2)] ?? 'zh', `errors.system.${key}`);
      // Requests that wait for the lock hold all connections, so the others get none.
      expect([said('locked'), said('database_gone')]).toContain(body.msg);
      return body.msg === said('locked');
    });
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
    // At least one gets a connection in time; how many more depends on the machine.
    expect(locked.length).toBeGreaterThan(0);
    expect((await list()).body).toMatchObject({ code: 200, total: 0 });
  },
);

it('a request waits for a lock that is held briefly', async () => {
  const { response } = await holding('sys_post', async () => {
    const waiting = list();
    await waitUntil(async () => (await countLockWaits()) === 1, 'the request waits for the lock');
    return { response: waiting };
  });
  expect((await response).body.code).toBe(200);
});

it('imports and background work wait longer than requests', async () => {
  const upload = await makeUpload(['postCode', 'postName', 'postSort'], [['a', 'a', 1]]);
  const { imported } = await holding('sys_post', async () => {
    limitWaits({}, () =>
      runInBackground(t.app, async () => {
        await t.app.pool.query(`insert into sys_post (post_code, post_name, post_sort) values ('b', 'b', 1)`);
      }),
    );
    const waiting = t.send('POST', '/system/post/importData', { token, ...upload });
    const longer = waitLimits.lockMs + 500;
    await waitUntil(
      async () => (await countLockWaits(longer)) === 2,
      'both wait longer than a request would',
    );
    return { imported: waiting };
  });
  expect((await imported).body.code).toBe(200);
  await Promise.all(t.app.background);
  const { rows } = await t.app.pool.query('select post_code from sys_post order by 1');
  expect(rows).toEqual([{ post_code: 'a' }, { post_code: 'b' }]);
});
