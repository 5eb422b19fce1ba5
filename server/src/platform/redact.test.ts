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
