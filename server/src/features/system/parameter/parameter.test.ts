import { openParameterKeys } from '@limpid/contract/system/parameter';
import { afterAll, describe, expect, it } from 'vitest';
import {
  type JsonFields,
  responseData,
  responseRows,
} from '../../../../tests/compatibility/family-client.fixture.ts';
import { readSheet } from '../../../platform/sheets/read-sheet.ts';
import { translate } from '../../../platform/texts.ts';
import { openTestApp } from '../../../testing/app.ts';
import { errorText } from '../../../testing/error-text.ts';
import { addPerson, personPassword } from '../../../testing/people.ts';
import { makeUpload } from '../../../testing/upload.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());

const path = '/system/config';
const label = (field: string) => translate('zh', `system.parameter.fields.${field}`);

async function send(method: string, below = '', json?: JsonFields) {
  return (await t.send(method, path + below, { token, json })).body;
}
async function find(configKey: string): Promise<JsonFields> {
  const rows = responseRows(await send('GET', `/list?configKey=${configKey}&pageSize=1000`));
  return rows.find((row) => row['configKey'] === configKey) ?? {};
}
async function add(
  configKey: string,
  configValue: string | null,
  more: JsonFields = {},
): Promise<JsonFields> {
  expect((await send('POST', '', { configName: configKey, configKey, configValue, ...more })).code).toBe(200);
  return find(configKey);
}
const read = (key: string) => send('GET', `/configKey/${key}`);

describe('a parameter', () => {
  it('is added, read, changed and deleted', async () => {
    const row = await add('duty.phone', '110', { configName: '电话', configNameFr: 'Téléphone' });
    expect(row).toMatchObject({ configType: 'N', configNameEn: null, configNameFr: 'Téléphone' });
    expect(responseData(await send('GET', `/${String(row['configId'])}`))).toEqual(row);
    expect((await send('PUT', '', { ...row, configValue: '119', configKey: 'duty.fire' })).code).toBe(200);
    expect(await find('duty.fire')).toEqual({ ...row, configValue: '119', configKey: 'duty.fire' });
    expect((await send('DELETE', `/${String(row['configId'])}`)).code).toBe(200);
    expect(await find('duty.fire')).toEqual({});
  });

  it('rejects a key that is taken', async () => {
    await add('twin', '1');
    const refused = {
      code: 500,
      field: 'configKey',
      msg: errorText('field.taken', { label: label('configKey') }),
    };
    expect(await send('POST', '', { configName: 'x', configKey: 'twin', configValue: '2' })).toEqual(refused);
    const other = await add('other', '1');
    expect(await send('PUT', '', { ...other, configKey: 'twin' })).toEqual(refused);
  });

  it('holds up to ten thousand characters', async () => {
    const long = '值'.repeat(10_000);
    expect((await add('long', long))['configValue']).toBe(long);
    const body = await send('POST', '', { configName: 'x', configKey: 'longer', configValue: `${long}x` });
    const msg = errorText('field.max', { label: label('configValue'), limit: 10_000 });
    expect(body).toEqual({ code: 500, field: 'configValue', msg });
  });

  it('is found by its name in any language', async () => {
    await add('wind', '1', {
      configName: '风速',
      configNameEn: 'Wind speed',
      configNameFr: 'Vitesse du vent',
    });
    for (const name of ['风', 'wind SP', 'vitesse']) {
      const found = responseRows(await send('GET', `/list?configName=${encodeURIComponent(name)}`));
      expect(found.map((row) => row['configKey'])).toEqual(['wind']);
    }
  });
});

describe('a built-in parameter', () => {
  const key = 'sys.account.registerUser';

  it('cannot be deleted, nor the rest of the selection', async () => {
    const [own, builtIn] = [await add('own', '1'), await find(key)];
    expect(builtIn['configType']).toBe('Y');
    const ids = `${String(own['configId'])},${String(builtIn['configId'])}`;
    const refused = { code: 500, msg: errorText('parameter.built_in', { key }) };
    expect(await send('DELETE', `/${ids}`)).toEqual(refused);
    expect(await find('own')).toEqual(own);
  });

  it.each([
    ['configKey', { configKey: 'sys.other' }],
    ['configType', { configType: 'N' }],
  ])('keeps its %s', async (field, change) => {
    const row = await find(key);
    const msg = errorText('parameter.built_in_key', { label: label(field) });
    expect(await send('PUT', '', { ...row, ...change })).toEqual({ code: 500, field, msg });
    expect(await find(key)).toEqual(row);
  });

  it('accepts a new value, name and remark', async () => {
    const row = await find(key);
    const change = { configValue: 'true', configName: '注册', remark: 'x' };
    expect((await send('PUT', '', { ...row, ...change })).code).toBe(200);
    expect(await find(key)).toEqual({ ...row, ...change });
  });

  it('cannot be replaced by an import', async () => {
    const row = await find(key);
    const upload = await makeUpload(['configName', 'configKey', 'configType'], [['mine', key, 'N']]);
    const url = `${path}/importData?updateSupport=1`;
    const { body } = await t.send('POST', url, { token, ...upload });
    const reason = errorText('parameter.built_in_key', { label: label('configType') });
    expect(body['data']).toEqual({ added: 0, updated: 0, failed: [{ line: 2, name: 'mine', reason }] });
    expect(await find(key)).toEqual(row);
  });
});

describe('global_custom_config', () => {
  it.each(['not json', '{"a":1', '[1]', '"text"', '12', 'null', 'true', "{'a':1}"])(
    'refuses %j, because clients parse it as an object',
    async (configValue) => {
      const row = await find('global_custom_config');
      const msg = errorText('field.json', { label: label('configValue') });
      expect(await send('PUT', '', { ...row, configValue })).toEqual({
        code: 500,
        field: 'configValue',
        msg,
      });
      expect((await read('global_custom_config')).msg).toBe(row['configValue']);
    },
  );

  it.each([
    [{ MAP_CENTER: 'Hefei' }, 'map_center'],
    [{ MAP_CENTER: '117.23,31.82', MAP_ZOOM: 40 }, 'map_zoom'],
    [{ MAP_LEVEL: 'street' }, 'map_level'],
    [{ MAP_ADCODE: '34' }, 'map_adcode'],
    [{ MAP_STYLE: '../x' }, 'map_style'],
  ])('rejects %j, an invalid start of the map', async (config, key) => {
    const row = await find('global_custom_config');
    const sent = { ...row, configValue: JSON.stringify(config) };
    const msg = errorText(`parameter.${key}`);
    expect(await send('PUT', '', sent)).toEqual({ code: 500, field: 'configValue', msg });
  });

  it('is returned in msg exactly as stored', async () => {
    const configValue = '{ "AMAP_WEB_SERVER": "k<>&\\"é测", "UNLOAD_MAP_USER": "a,b" }';
    const row = await find('global_custom_config');
    expect((await send('PUT', '', { ...row, configValue })).code).toBe(200);
    expect(await read('global_custom_config')).toEqual({ code: 200, msg: configValue });
  });
});

describe('a secret parameter', () => {
  const configKey = 'push.credential';
  const value = 'hunter2-λ';
  const program = () => t.app.parameters.get(configKey);
  const stored = async () =>
    (
      await t.app.pool.query('select config_value, secret_value from sys_config where config_key = $1', [
        configKey,
      ])
    ).rows[0];
  const change = async (json: JsonFields) => send('PUT', '', { ...(await find(configKey)), ...json });

  it('is sealed in the database, readable by the server, and never returned', async () => {
    const row = await add(configKey, value, { isSecret: 'Y' });
    expect(row).toMatchObject({ configValue: null, secretValue: true, isSecret: 'Y' });
    expect(await program()).toBe(value);
    const { config_value, secret_value } = await stored();
    expect([config_value, t.app.secrets.open(secret_value)]).toEqual([null, value]);
    expect(responseData(await send('GET', `/${String(row['configId'])}`))).toEqual(row);
    expect(await read(configKey)).toEqual({ code: 200, msg: '' });
    const sheet = await t.send('POST', `${path}/export?configKey=${configKey}`, { token });
    const lines = JSON.stringify(await readSheet(sheet.bytes));
    expect(lines).toContain(configKey);
    expect(lines).not.toContain(value);
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select * from sys_oper_log where oper_param like '%${configKey}%'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(value);
  });

  it('keeps its value if edited without a new one', async () => {
    expect((await change({ remark: 'x' })).code).toBe(200);
    expect((await change({ configValue: '' })).code).toBe(200);
    expect(await program()).toBe(value);
  });

  it('accepts a new value in either field, also from clients without the secret flag', async () => {
    expect((await change({ secretValue: 'second' })).code).toBe(200);
    expect(await program()).toBe('second');
    const { configId, configName } = await find(configKey);
    const plain = { configId, configName, configKey, configValue: 'third-value' };
    expect((await send('PUT', '', plain)).code).toBe(200);
    expect((await send('PUT', '', { ...plain, configName: '' })).code).toBe(500);
    expect([await program(), (await find(configKey))['configValue']]).toEqual(['third-value', null]);
    await Promise.all(t.app.background);
    const { rows } = await t.app.pool.query(
      `select count(*)::int as leaks from sys_oper_log where oper_param like '%third-value%'`,
    );
    expect(rows).toEqual([{ leaks: 0 }]);
  });

  it('can be emptied', async () => {
    expect((await change({ secretValue: false })).code).toBe(200);
    expect([await program(), (await find(configKey))['secretValue']]).toEqual([undefined, false]);
  });

  it('needs its value again when the flag is removed', async () => {
    await change({ secretValue: 'fourth' });
    const msg = errorText('parameter.secret_value', { label: label('configValue') });
    expect(await change({ isSecret: 'N' })).toEqual({ code: 500, field: 'configValue', msg });
    expect((await change({ isSecret: 'N', configValue: 'public' })).code).toBe(200);
    expect(await stored()).toEqual({ config_value: 'public', secret_value: null });
  });

  it('keeps the value that it had before it became secret', async () => {
    expect((await change({ isSecret: 'Y', configValue: '' })).code).toBe(200);
    expect([await program(), (await stored()).config_value]).toEqual(['public', null]);
  });

  it('cannot be a built-in parameter that browsers read', async () => {
    const row = await find('global_custom_config');
    const msg = errorText('parameter.built_in_key', { label: label('isSecret') });
    expect(await send('PUT', '', { ...row, isSecret: 'Y' })).toEqual({ code: 500, field: 'isSecret', msg });
  });

  it('can be imported from a sheet', async () => {
    const header = ['configName', 'configKey', 'configValue', 'isSecret'];
    const upload = await makeUpload(header, [['sheet', 'sheet.key', 'from-sheet', 'Y']]);
    const { body } = await t.send('POST', `${path}/importData`, { token, ...upload });
    expect(body['data']).toMatchObject({ added: 1, failed: [] });
    expect(await t.app.parameters.get('sheet.key')).toBe('from-sheet');
    expect(await find('sheet.key')).toMatchObject({ configValue: null, secretValue: true });
  });
});

describe('the retention of a log', () => {
  it.each([
    ['operation', 30],
    ['login', 30],
    ['dataModify', 30],
    ['forward', 1],
    ['task', 1],
    ['error', 1],
  ])('rejects anything but 0 and enough whole days (%s log, from %i)', async (name, least) => {
    const msg = errorText('parameter.log_days', { label: label('configValue'), least });
    const row = await find(`sys.log.${name}Days`);
    const tooFew = least > 1 ? [String(least - 1)] : [];
    for (const configValue of [...tooFew, '0.00001', '-30', '30.5', '1e9', '100000', 'soon', ' ', null]) {
      const body = await send('PUT', '', { ...row, configValue });
      expect([configValue, body]).toEqual([configValue, { code: 500, field: 'configValue', msg }]);
    }
    expect(await find(`sys.log.${name}Days`)).toEqual(row);
  });

  it('accepts 0 and whole days', async () => {
    const row = await find('sys.log.errorDays');
    for (const configValue of ['0', '1', '7', '365', '90'])
      expect((await send('PUT', '', { ...row, configValue })).code).toBe(200);
  });
});

it.each(['reading', 'hour', 'day'])(
  'the retention of %s data is a number of whole days, at least a month',
  async (name) => {
    const row = await find(`data.${name}Days`);
    const msg = errorText('parameter.reading_days', { label: label('configValue'), least: 30 });
    for (const configValue of ['0', '1', '29', '30.5', '-30', '1e9', '100000', 'soon', ' ', null])
      expect(await send('PUT', '', { ...row, configValue })).toEqual({
        code: 500,
        field: 'configValue',
        msg,
      });
    expect((await send('PUT', '', { ...row, configValue: '30' })).code).toBe(200);
    expect((await send('PUT', '', row)).code).toBe(200);
    expect(row['remark']).toContain('30–99999');
  },
);

it('the lifetime of a session is a number of whole days from 1', async () => {
  const row = await find('sys.account.sessionDays');
  const msg = errorText('parameter.session_days', { label: label('configValue') });
  for (const configValue of ['0', '0.5', '-1', '10000', 'for ever', null])
    expect(await send('PUT', '', { ...row, configValue })).toEqual({ code: 500, field: 'configValue', msg });
  expect((await send('PUT', '', { ...row, configValue: '7' })).code).toBe(200);
  expect((await send('PUT', '', row)).code).toBe(200);
});

describe('reading by key', () => {
  it('needs a session, and a permission except for keys that every client reads', async () => {
    await addPerson(t, 'guest', []);
    await addPerson(t, 'reader', [{ permissions: ['system:config:query'] }]);
    const guest = await t.login('guest', personPassword);
    const reader = await t.login('reader', personPassword);
    const request = async (key: string, as?: string) =>
      (await t.send('GET', `${path}/configKey/${key}`, as ? { token: as } : {})).body;
    for (const key of openParameterKeys) {
      expect((await request(key, guest)).code).toBe(200);
      expect((await request(key)).code).toBe(401);
    }
    for (const key of ['sys.login.blackIPList', 'sys.log.operationDays', 'no.such.key', '__proto__']) {
      expect((await request(key, guest)).code).toBe(403);
      expect((await request(key, reader)).code).toBe(200);
    }
    expect(await request('sys.log.operationDays', reader)).toEqual({ code: 200, msg: '180' });
  });

  it('returns an empty initial password to the user screen of the family', async () => {
    const row = await add('sys.user.initPassword', 'x-9');
    const guest = await t.login('guest', personPassword);
    const url = `${path}/configKey/sys.user.initPassword`;
    expect((await t.send('GET', url, { token: guest })).body).toEqual({ code: 200, msg: '' });
    await send('DELETE', `/${String(row['configId'])}`);
  });

  it('returns an empty text for an unknown key', async () => {
    expect(await read('no.such.key')).toEqual({ code: 200, msg: '' });
    expect(await read('__proto__')).toEqual({ code: 200, msg: '' });
  });

  it('returns an empty text for an emptied parameter', async () => {
    await add('empty', null);
    expect(await read('empty')).toEqual({ code: 200, msg: '' });
  });

  it('returns a change at once, also of a key that was unknown before', async () => {
    expect((await read('fresh')).msg).toBe('');
    const row = await add('fresh', '1');
    expect((await read('fresh')).msg).toBe('1');
    await send('PUT', '', { ...row, configValue: '2' });
    expect((await read('fresh')).msg).toBe('2');
    await send('PUT', '', { ...row, configKey: 'renamed', configValue: '3' });
    expect([(await read('fresh')).msg, (await read('renamed')).msg]).toEqual(['', '3']);
    await send('DELETE', `/${String(row['configId'])}`);
    expect((await read('renamed')).msg).toBe('');
  });

  it.each(['refreshCache', 'clearCache'])('clears its cache after %s', async (spelling) => {
    await add(spelling, 'before');
    expect((await read(spelling)).msg).toBe('before');
    await t.app.pool.query(`update sys_config set config_value = 'after' where config_key = $1`, [spelling]);
    expect((await read(spelling)).msg).toBe('before');
    expect((await send('DELETE', `/${spelling}`)).code).toBe(200);
    expect((await read(spelling)).msg).toBe('after');
  });

  it('has a cache that is cleared only with the permission to remove parameters', async () => {
    await addPerson(t, 'editor', [{ permissions: ['system:config:edit', 'system:config:list'] }]);
    const editor = await t.login('editor', personPassword);
    for (const spelling of ['refreshCache', 'clearCache'])
      expect((await t.send('DELETE', `${path}/${spelling}`, { token: editor })).body.code).toBe(403);
  });
});

describe('the blacklist of addresses', () => {
  it('refuses logins of its addresses at once, and of no others', async () => {
    const row = await find('sys.login.blackIPList');
    await send('PUT', '', { ...row, configValue: '10.66.*; 10.7.7.9-10.7.7.1; nonsense-entry; ***' });
    await send('PUT', '', { ...row, configValue: '10.66.*; 10.7.7.9-10.7.7.1; nonsense-entry' });
    const from = async (remoteAddress: string) => {
      const json = { username: 'guest', password: personPassword };
      return (await t.send('POST', '/login', { json, remoteAddress })).body;
    };
    const refused = { code: 500, msg: errorText('auth.address_refused') };
    expect(await from('10.66.3.4')).toEqual(refused);
    expect(await from('10.7.7.5')).toEqual(refused);
    expect((await from('10.67.3.4')).code).toBe(200);
    const { rows } = await t.app.pool.query(
      'select ipaddr, status, msg from sys_logininfor order by info_id desc limit 3',
    );
    expect(rows[1]).toEqual({ ipaddr: '10.7.7.5', status: '1', msg: 'errors.auth.address_refused' });
  });
});
