import { globSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact } from './redact.ts';

const secret = 'hunter2-S3cr3t';

describe('contacts', () => {
  it.each(['phonenumber', 'phone', 'email', 'mobile'])('%s is hidden at any depth', (name) => {
    const value = { user: { [name]: '13812345678', nickName: 'Lin' } };
    expect(redact(value)).toEqual({ user: { [name]: '***', nickName: 'Lin' } });
  });
});

describe('secrets', () => {
  it.each([
    'password',
    'oldPassword',
    'newPassword',
    'confirm_password',
    'PASSWORD',
    'passwd',
    'pwd',
    'userPwd',
    'PW',
    'NewPW',
    'FtpPW-Info',
    'PW-SN',
    'passcode',
    'token',
    'accessToken',
    'Authorization',
    'clientSecret',
    'secretKey',
    'private_key',
    'apiKey',
    'api_key',
    'accessKey',
    'credential',
    'AMAP_WEB_SERVER',
    'AMAP_WEB_JSAPICODE',
    'amapKey',
    'amapCode',
    'sm4Key',
  ])('are hidden under the name %s', (name) => {
    expect(redact({ [name]: secret, other: 1 })).toEqual({ [name]: '***', other: 1 });
  });

  it.each<[string, unknown]>([
    ['in objects', { a: { b: { password: secret } } }],
    ['in lists', { users: [{ name: 'a', password: secret }] }],
    ['as whole objects', { credentials: { user: 'a', key: [secret] } }],
    ['in text that is JSON', { body: JSON.stringify({ smtp: { password: secret } }) }],
    ['in JSON inside JSON', { body: JSON.stringify({ inner: JSON.stringify([{ token: secret }]) }) }],
    ['in JSON that is quoted once more', { body: JSON.stringify(JSON.stringify({ token: secret })) }],
    ['in JSON with spaces before it', { body: ` \n ${JSON.stringify({ token: secret })}` }],
    ['in parameters', { configKey: 'sys.user.initPassword', configValue: secret }],
    ['in pairs of name and value', [{ name: 'apiKey', value: secret }]],
    ['in dictionaries', { dictType: 'x', dictCode: 'mail.secret', dictValue: secret }],
    ['as numbers', { password: 12_345_678 }],
  ])('are hidden %s', (_, value) => {
    const text = JSON.stringify(redact(value));
    expect(text).not.toContain(secret);
    expect(text).not.toContain('12345678');
    expect(text).toContain('***');
  });

  it('are hidden below any depth', () => {
    let value: unknown = { password: secret };
    for (let depth = 0; depth < 5000; depth++) value = depth % 2 ? [value] : { a: value };
    expect(JSON.stringify(redact(value))).not.toContain(secret);
  });
});

describe('the secret fields of resources', () => {
  it('are hidden, whatever they stand beside', async () => {
    const root = new URL('../../../contract/src/', import.meta.url);
    const secrets = new Set<string>();
    for (const file of globSync('*/*.ts', { cwd: root }).filter((name) => !name.endsWith('.test.ts'))) {
      for (const value of Object.values(await import(new URL(file, root).href)))
        for (const [name, field] of Object.entries(readFields(value)))
          if (field.kind === 'secret') secrets.add(name);
    }
    expect([...secrets]).toContain('headerValue');
    for (const name of secrets) expect(redact({ [name]: secret })).toEqual({ [name]: '***' });
    const sites = [{ siteId: 1, mn: 'X', password: secret }];
    expect(redact({ sites })).toEqual({ sites: [{ siteId: 1, mn: 'X', password: '***' }] });
  });
});

function readFields(value: unknown): Record<string, { kind?: string }> {
  const isResource =
    typeof value === 'object' && value !== null && 'fields' in value && 'permission' in value;
  return isResource ? (value.fields as Record<string, { kind?: string }>) : {};
}

describe('everything else', () => {
  it.each<[unknown]>([
    [{ postName: 'Team lead', postSort: 1, remark: null, on: true }],
    [{ configKey: 'sys.index.skin', configValue: 'blue' }],
    [['a', 1, null, false]],
    ['plain text'],
    ['{ not json'],
    [null],
    [undefined],
    [0],
  ])('stays unchanged: %o', (value) => {
    expect(redact(value)).toEqual(value);
  });

  it('is not changed in place', () => {
    const value = { password: secret, list: [{ token: secret }] };
    redact(value);
    expect(value).toEqual({ password: secret, list: [{ token: secret }] });
  });

  it('is harmless if it claims to be a prototype', () => {
    const clean = redact(JSON.parse(`{"__proto__": {"password": "${secret}", "a": 1}}`));
    expect(JSON.stringify(clean)).toBe('{"__proto__":{"password":"***","a":1}}');
    expect(({} as Record<string, unknown>)['a']).toBeUndefined();
  });
});

const secretName = fc.constantFrom('password', 'newPassword', 'token', 'clientSecret', 'api_key', 'PWD');
const wrap: ((value: unknown) => unknown)[] = [
  (value) => [value, 1],
  (value) => ({ a: value, b: 'c' }),
  (value) => JSON.stringify(value),
  (value) => ({ text: JSON.stringify({ inner: value }) }),
  (value) => ({ __proto__: null, deep: [[value]] }),
];

describe('redaction', () => {
  it('leaves nothing of a secret at any place', () => {
    const layers = fc.array(fc.constantFrom(...wrap), { maxLength: 12 });
    fc.assert(
      fc.property(secretName, layers, fc.jsonValue({ maxDepth: 2 }), (name, path, sibling) => {
        const start: unknown = { [name]: secret, sibling };
        const value = path.reduce<unknown>((inner, layer) => layer(inner), start);
        expect(JSON.stringify(redact(value))).not.toContain(secret);
      }),
      { numRuns: 300 },
    );
  });

  it('accepts any value', () => {
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        redact(value);
      }),
    );
  });
});

it('hides tokens in the query of an address, whatever its name', () => {
  const address = 'https://up.example/in?access_token=hunter2&site=1#https://b.example/?APIKEY=hunter2';
  expect(redact({ address, forwardAddress: address })).toEqual({
    address: 'https://up.example/in?access_token=***&site=1#https://b.example/?APIKEY=***',
    forwardAddress: 'https://up.example/in?access_token=***&site=1#https://b.example/?APIKEY=***',
  });
});

it('leaves the server of an address', () => {
  const url = 'https://user:pin@hook.example:8443/T1/token?key=2';
  expect(redact({ url, remark: 'url' })).toEqual({ url: 'https://hook.example:8443/…', remark: 'url' });
  expect(redact({ url: 'https://hook.example/' })).toEqual({ url: 'https://hook.example/' });
});

it.each([
  [{ configKey: 'mail.smtp', configValue: 'smtp://user:hunter2@mail.example' }, 'smtp://***@mail.example'],
  [{ configKey: 'map.key', configValue: 'AKIA123' }, '***'],
])('hides the secret part of a value in %o', (given, value) => {
  expect(redact(given)).toEqual({ ...given, configValue: value });
});
