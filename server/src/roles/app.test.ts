import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runInBackground } from '../platform/background.ts';
import { administer, createDatabase, openTestApp, type TestApp } from '../testing/app.ts';
import { templateName } from '../testing/connection.ts';
import { soon } from '../testing/soon.ts';

let here: TestApp;
let there: TestApp;
let token: string;

beforeAll(async () => {
  here = await openTestApp();
  there = await openTestApp({}, { connection: here.connection });
  token = await here.login();
});

afterAll(async () => {
  await there.close();
  await here.close();
});

describe('two processes on one database', () => {
  const labels = async (test: TestApp) => {
    const { body } = await test.send('GET', '/system/dict/data/type/sys_yes_no', { token });
    const entries: unknown = body['data'];
    return Array.isArray(entries) ? entries.map((entry) => entry.dictLabel) : [];
  };
  const parameter = async (test: TestApp) =>
    (await test.send('GET', '/system/config/configKey/sys.test', { token })).body.msg;

  it('share a session', async () => {
    expect((await there.send('GET', '/getInfo', { token })).body.code).toBe(200);
  });

  it('both see a change of a dictionary in one of them', async () => {
    expect([await labels(here), await labels(there)]).toEqual([
      ['是', '否'],
      ['是', '否'],
    ]);
    const { rows } = await here.app.pool.query(`select * from sys_dict_data where dict_type = 'sys_yes_no'`);
    const yes = rows.find((row) => row.dict_value === 'Y');
    const json = {
      dictCode: yes.dict_code,
      dictType: 'sys_yes_no',
      dictLabel: '对',
      dictValue: 'Y',
      dictSort: yes.dict_sort,
    };
    expect((await here.send('PUT', '/system/dict/data', { token, json })).body.code).toBe(200);
    expect(await labels(here)).toEqual(['对', '否']);
    await soon(() => labels(there)).toEqual(['对', '否']);
  });

  it('both see a parameter that is added, changed and removed in one of them', async () => {
    expect([await parameter(here), await parameter(there)]).toEqual(['', '']);
    const json = { configName: 'test', configKey: 'sys.test', configValue: 'one' };
    await there.send('POST', '/system/config', { token, json });
    await soon(() => parameter(here)).toBe('one');
    const { rows } = await here.app.pool.query(
      `select config_id from sys_config where config_key = 'sys.test'`,
    );
    const configId = rows[0].config_id;
    await here.send('PUT', '/system/config', { token, json: { ...json, configId, configValue: 'two' } });
    await soon(() => parameter(there)).toBe('two');
    await there.send('DELETE', `/system/config/${configId}`, { token });
    await soon(() => parameter(here)).toBe('');
  });

  it('both read again after a refresh, also direct changes in the database', async () => {
    await here.app.pool.query(`update sys_dict_data set dict_label = '非' where dict_value = 'N'`);
    expect(await labels(there)).toEqual(['对', '否']);
    await here.send('DELETE', '/system/dict/type/refreshCache', { token });
    await soon(() => labels(there)).toEqual(['对', '非']);
  });
});

describe('stopping', () => {
  it('waits for background work, and leaves no connection behind', async () => {
    const database = await createDatabase(templateName);
    const test = await openTestApp({}, { connection: database.connection });
    const admin = await test.login();
    await test.send('POST', '/system/post', {
      token: admin,
      json: { postCode: 'a', postName: 'a', postSort: 1 },
    });
    let finished = false;
    const gate = Promise.withResolvers<void>();
    runInBackground(test.app, async () => {
      await gate.promise;
      await test.app.pool.query('select 1');
      finished = true;
    });
    const closing = test.close();
    gate.resolve();
    await closing;
    expect(finished).toBe(true);
    // Without force: PostgreSQL refuses while anyone is connected.
    await administer(here.connection, `drop database ${database.connection.database}`);
  });
});
