import { endpoint, reply } from '@limpid/contract/kit/endpoint';
import { type Language, languages, wireLanguages } from '@limpid/contract/language';
import { post } from '@limpid/contract/system/post';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crud } from '../src/crud/crud.ts';
import { hangLimits } from '../src/platform/db/hang-watch.ts';
import { dictionariesChanged } from '../src/platform/dictionaries.store.ts';
import { route } from '../src/platform/http/route.ts';
import { translate } from '../src/platform/texts.ts';
import { createDatabase, openTestApp, type TestApp } from '../src/testing/app.ts';
import { templateName } from '../src/testing/connection.ts';
import { type DatabaseProxy, openProxy } from '../src/testing/proxy.ts';
import { soon } from '../src/testing/soon.ts';
import { makeUpload } from '../src/testing/upload.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let proxy: DatabaseProxy;
let test: TestApp;
let token: string;

const poolSize = 3;
const die = sql`select pg_terminate_backend(pg_backend_pid())`;
const fragile = { ...post, path: '/test/fragile' };
const transaction = endpoint({
  method: 'POST',
  path: '/test/transaction',
  access: 'session',
  reply: reply.done,
  texts: 'system.post',
});

beforeAll(async () => {
  database = await createDatabase(templateName);
  proxy = await openProxy(database.connection);
  const few = { ...proxy.connection, max: poolSize };
  test = await openTestApp({}, { connection: few });
  const { app } = test;
  route(app, transaction, async () => {
    await app.db.transaction().execute((db) => die.execute(db));
  });
  crud(app, fragile, {
    table: 'sysPost',
    beforeWrite: async (_values, { db }) => void (await die.execute(db)),
  });
  token = await test.login();
});

afterAll(async () => {
  await test.close();
  await proxy.cut();
  await database.drop();
});

const list = (language: keyof typeof wireLanguages = 'zh') =>
  test.send('GET', `/system/post/list?lang=${wireLanguages[language]}`, { token });
const isServed = async () => (await list()).body.code === 200;

describe('while the database is gone', () => {
  it('reports it in the language of each request, and recovers afterwards', async () => {
    expect(await isServed()).toBe(true);
    await proxy.cut();
    for (const language of languages) {
      const msg = translate(language, 'errors.system.database_gone');
      const { status, body } = await list(language);
      expect([status, body]).toEqual([503, { code: 503, msg }]);
      const path = `/login?lang=${wireLanguages[language]}`;
      const login = await test.send('POST', path, { json: { username: 'admin', password: 'x' } });
      expect([login.status, login.body]).toEqual([503, { code: 503, msg }]);
    }
    const many = await Promise.all(Array.from({ length: 30 }, () => list()));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([503]));
    await proxy.restore();
    expect(await isServed()).toBe(true);
    await waitForNotification();
  });

  it('shows changes by other processes after reconnecting', async () => {
    const { app } = test;
    const neighbour = await openTestApp({}, { connection: database.connection });
    const key = 'sys.account.captchaEnabled';
    expect(await app.parameters.get(key)).toBe('true');
    await proxy.cut();
    await neighbour.app.pool.query(`update sys_config set config_value = 'false' where config_key = $1`, [
      key,
    ]);
    await neighbour.app.parameters.clear();
    expect(await app.parameters.get(key)).toBe('true');
    await proxy.restore();
    await soon(() => app.parameters.get(key)).toBe('false');
    await neighbour.close();
  });
});

describe('while the database accepts connections and answers nothing', () => {
  it('ends every request within five seconds by default', () => {
    const { quietMs, probeMs, connectMs } = hangLimits;
    expect(Math.max(quietMs * 1.25 + probeMs, connectMs)).toBeLessThan(4500);
  });

  it('ends every request with a clear message in its language, and the pool recovers', async () => {
    const hangs = { quietMs: 200, probeMs: 800, connectMs: 4000 };
    const hanging = await openTestApp({}, { connection: proxy.connection, hangs });
    const request = (language: Language = 'zh') =>
      hanging.send('GET', `/system/post/list?lang=${wireLanguages[language]}`, { token });
    const askAll = () => Promise.all(languages.map((language) => request(language)));
    const statuses = async () => (await askAll()).map(({ status }) => status);
    await soon(statuses).toEqual([200, 200, 200]);
    proxy.freeze();
    for (const [index, { status, body }] of (await askAll()).entries()) {
      const msg = translate(languages[index] ?? 'zh', 'errors.system.database_gone');
      expect([status, body]).toEqual([503, { code: 503, msg }]);
    }
    proxy.thaw();
    await soon(statuses).toEqual([200, 200, 200]);
    await hanging.close();
  });
});

/** Sends notifications until one reaches this process again. */
async function waitForNotification(): Promise<void> {
  let heard = false;
  const leave = test.app.bus.subscribe(dictionariesChanged, () => (heard = true));
  const text = JSON.stringify({ from: 'elsewhere', topic: 'dictionary.changed', payload: null });
  await soon(async () => {
    await test.app.pool.query(`select pg_notify('limpid_bus', $1)`, [text]);
    return heard;
  }).toBe(true);
  leave();
}

describe('connections that the database ends', () => {
  it('while idle are replaced without an error', async () => {
    expect(await isServed()).toBe(true);
    const ended = await endAll();
    expect(ended).toBeGreaterThan(0);
    await soon(isServed).toBe(true);
    for (let request = 0; request < 20; request++) expect(await isServed()).toBe(true);
  });

  it('in the middle of a transaction fail that request only', async () => {
    for (let request = 0; request <= poolSize; request++) {
      const { status, body } = await test.send('POST', '/test/transaction?lang=en', { token });
      expect([status, body.code]).toEqual([503, 503]);
    }
    expect(await isServed()).toBe(true);
  });

  it('in the middle of a write store nothing', async () => {
    const json = { postCode: 'half', postName: 'half', postSort: 1 };
    expect((await test.send('POST', '/test/fragile', { token, json })).status).toBe(503);
    expect(await isServed()).toBe(true);
    expect((await test.app.pool.query('select 1 from sys_post')).rows).toEqual([]);
  });

  it('in the middle of an import free their slot every time', async () => {
    const upload = await makeUpload(['postCode', 'postName', 'postSort'], [['a', 'a', 1]]);
    for (let request = 0; request <= poolSize; request++) {
      const { status } = await test.send('POST', '/test/fragile/importData', { token, ...upload });
      expect(status).toBe(503);
    }
    expect(await isServed()).toBe(true);
  });
});

describe('an import that cannot be ended', () => {
  it('stores nothing and frees its slot', async () => {
    await test.app.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
      create constraint trigger refuse after insert on sys_post
        deferrable initially deferred for each row execute function refuse()`);
    const upload = await makeUpload(['postCode', 'postName', 'postSort'], [['b', 'b', 1]]);
    for (let request = 0; request <= poolSize; request++) {
      const { body } = await test.send('POST', '/system/post/importData', { token, ...upload });
      expect(body.code).toBe(500);
    }
    expect(await isServed()).toBe(true);
    expect((await test.app.pool.query('select 1 from sys_post')).rows).toEqual([]);
  });
});

async function endAll(): Promise<number> {
  const neighbour = await openTestApp({}, { connection: database.connection });
  const { rows } = await neighbour.app.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'limpid' and pid <> pg_backend_pid()`,
  );
  await neighbour.close();
  return rows.length;
}
