import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { translate } from '../../src/platform/texts.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { addPerson } from '../../src/testing/people.ts';
import { startProcessorTime } from '../../src/testing/processor-time.ts';
import { wrapFile } from '../../src/testing/upload.ts';
import { type JsonFields, responseRows } from '../compatibility/family-client.fixture.ts';

const t = await openTestApp();
const token = await t.login();
afterAll(() => t.close());
beforeEach(() => t.app.pool.query('truncate sys_post cascade'));

const unknown = translate('zh', 'errors.system.unknown');

async function send(method: string, path: string, json?: JsonFields) {
  return (await t.send(method, path, { token, json })).body;
}
const addPost = (postCode: string, more: JsonFields = {}) =>
  send('POST', '/system/post', { postCode, postName: postCode, postSort: 1, ...more });

describe('sorting', () => {
  const columns = [
    'post_code',
    'postCode desc',
    'postCode; drop table sys_post',
    'postCode,(select 1)',
    '(select pg_sleep(3600))',
    'case when 1=1 then post_id else post_sort end',
    '1',
    'password',
    'createBy',
    'ctid',
    'sys_post.post_id',
    '"postCode"',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'toString',
  ];

  it.each(columns)('by %j is ignored', async (column) => {
    for (const code of ['c', 'a', 'b']) await addPost(code);
    const order = async (query: string) =>
      responseRows(await send('GET', `/system/post/list${query}`)).map((row) => row['postCode']);
    const asked = await order(`?orderByColumn=${encodeURIComponent(column)}&isAsc=desc`);
    expect(asked).toEqual(['c', 'a', 'b']);
  });

  it('rejects a column name that is too long', async () => {
    const body = await send('GET', `/system/post/list?orderByColumn=${'x'.repeat(65)}`);
    expect(body).toMatchObject({ code: 500, field: 'orderByColumn' });
  });

  it.each(['asc; drop table sys_post', 'asc nulls first', '1', '', 'DESC--'])(
    'in the direction %j goes up',
    async (isAsc) => {
      for (const code of ['b', 'a']) await addPost(code);
      const path = `/system/post/list?orderByColumn=postCode&isAsc=${encodeURIComponent(isAsc)}`;
      const body = await send('GET', path);
      if (isAsc.length <= 16) expect(responseRows(body).map((row) => row['postCode'])).toEqual(['a', 'b']);
      else expect(body).toMatchObject({ code: 500, field: 'isAsc' });
    },
  );
});

describe('a body with fields that cannot be written', () => {
  it('sets neither id, author nor times of a new row', async () => {
    const foreign = {
      postId: 7,
      createBy: 'someone',
      createTime: '2000-01-01 00:00:00',
      updateBy: 'someone',
      updateTime: '2000-01-01 00:00:00',
      delFlag: '2',
      userId: 1,
      deptId: 1,
      post_code: 'other',
      'post_code = post_code, remark': 'x',
    };
    expect((await addPost('a', foreign)).code).toBe(200);
    const { rows } = await t.app.pool.query(
      `select post_id > 99 as numbered, create_by, create_time > '2001-01-01' as timed, update_by, post_code
       from sys_post`,
    );
    expect(rows).toEqual([
      { numbered: true, create_by: 'admin', timed: true, update_by: null, post_code: 'a' },
    ]);
  });

  it('changes neither author nor times of a row', async () => {
    await addPost('a');
    const [row] = responseRows(await send('GET', '/system/post/list'));
    await send('PUT', '/system/post', {
      ...row,
      createBy: 'x',
      createTime: '2000-01-01 00:00:00',
      updateBy: 'x',
    });
    const { rows } = await t.app.pool.query('select create_by, update_by from sys_post');
    expect(rows).toEqual([{ create_by: 'admin', update_by: 'admin' }]);
    expect(responseRows(await send('GET', '/system/post/list'))).toEqual([row]);
  });

  it('ignores prototype fields like any unknown field', async () => {
    const headers = { 'content-type': 'application/json' };
    const payload =
      '{"postCode":"a","postName":"a","postSort":1,"__proto__":{"status":"1"},"constructor":{"prototype":{"status":"1"}}}';
    expect((await t.send('POST', '/system/post', { token, payload, headers })).body.code).toBe(200);
    expect(responseRows(await send('GET', '/system/post/list'))).toMatchObject([
      { postCode: 'a', status: '0' },
    ]);
  });

  it.each([
    '{"__proto__":{"postCode":"a","postName":"a"},"postSort":1}',
    '{"constructor":{"prototype":{"admin":true}},"postCode":"a"}',
  ])('(%j) pollutes no prototype', async (payload) => {
    const headers = { 'content-type': 'application/json' };
    const { body } = await t.send('POST', '/system/post', { token, payload, headers });
    expect(body.code).toBe(500);
    expect(body.msg).not.toBe(unknown);
    expect(({} as JsonFields)['admin']).toBeUndefined();
    expect(
      responseRows(await send('GET', '/system/post/list?__proto__[total]=1&constructor[prototype][x]=1')),
    ).toEqual([]);
  });

  it('cannot turn a filter into an SQL condition', async () => {
    await addPost('a');
    for (const query of [
      'params[dataScope]= or 1=1',
      'params[dataScope]=) union select * from sys_user --',
      'status[$ne]=9',
      'where=1=1',
    ]) {
      const body = await send('GET', `/system/post/list?postName=zzz&${encodeURI(query)}`);
      expect(body, query).toMatchObject({ code: 200, total: 0 });
    }
    // An array instead of one value is rejected with the name of the field.
    expect(await send('GET', '/system/post/list?postCode[]=a')).toMatchObject({
      code: 500,
      field: 'postCode',
    });
  });
});

describe('a malformed request', () => {
  const headers = { 'content-type': 'application/json' };

  it.each([
    ['broken JSON', '{"postCode":', 'request.broken_json', 500],
    ['an empty body', '', 'request.broken_json', 500],
    ['a NUL between values', '{"postCode":\0}', 'request.broken_json', 500],
  ])('with %s gets a clear error', async (_what, payload, key, code) => {
    const { body } = await t.send('POST', '/system/post', { token, payload, headers });
    expect(body).toEqual({ code, msg: translate('zh', `errors.${key}`) });
  });

  it.each(['[]', '"text"', '12', 'true', 'null', '[{"postCode":"a"}]'])(
    'with the JSON %s is refused in words',
    async (payload) => {
      const { body } = await t.send('POST', '/system/post', { token, payload, headers });
      expect(body.code).toBe(500);
      expect(body.msg).not.toBe(unknown);
    },
  );

  it.each(['text/plain', 'application/xml', 'text/html', 'application/x-java-serialized-object'])(
    'as %s is not read',
    async (type) => {
      const { status, body } = await t.send('POST', '/system/post', {
        token,
        payload: '<a/>',
        headers: { 'content-type': type },
      });
      expect([status, body]).toEqual([415, { code: 415, msg: translate('zh', 'errors.request.media_type') }]);
    },
  );

  it.each([
    ['GET', '/system/post/0'],
    ['GET', '/system/post/-1'],
    ['GET', '/system/post/1.5'],
    ['GET', '/system/post/1e3'],
    ['GET', '/system/post/9999999999'],
    ['GET', '/system/post/1;drop'],
    ['GET', '/system/post/1%20or%201=1'],
    ['DELETE', '/system/post/0'],
    ['DELETE', '/system/post/9999999999'],
    ['DELETE', '/system/post/1,'],
    ['DELETE', '/system/post/1,abc'],
    ['DELETE', `/system/post/${'1,'.repeat(1000)}1`],
    ['DELETE', '/system/post/1)%20or%20(1=1'],
    ['GET', '/system/post/list?pageNum=0'],
    ['GET', '/system/post/list?pageNum=-1'],
    ['GET', '/system/post/list?pageNum=99999999999999999999'],
    ['GET', '/system/post/list?pageSize=0'],
    ['GET', '/system/post/list?pageSize=1000000'],
    ['GET', '/system/post/list?pageSize=abc'],
    ['GET', '/system/post/list?beginTime=yesterday'],
    ['GET', '/system/post/list?beginTime=2026-13-45'],
    ['GET', '/system/post/list?params[endTime]=2026-02-30%2025:00:00'],
    ['GET', '/system/dict/data/type/%00'],
  ])('(%s %s) gets a clear error', async (method, path) => {
    const body = await send(method, path);
    expect(body.code).toBe(500);
    expect(body.msg).not.toBe(unknown);
  });

  it.each(['/system/post/%zz', '/system/dict/data/type/%F0%28%8C%28', '/%'])(
    '%s, which is no address, is answered in the envelope',
    async (path) => {
      const { body } = await t.send('GET', path, { token });
      expect(body.code).toEqual(expect.any(Number));
      expect(body.msg).toEqual(expect.any(String));
      expect(body).not.toHaveProperty('statusCode');
    },
  );

  it('for a page beyond the last returns the last one', async () => {
    await addPost('a');
    const body = await send('GET', '/system/post/list?pageNum=2147483647');
    expect(body).toMatchObject({ total: 1, rows: [{ postCode: 'a' }] });
  });
});

describe('a request that is too large', () => {
  const tooLarge = { code: 413, msg: translate('zh', 'errors.request.too_large') };
  const headers = { 'content-type': 'application/json' };

  it('as JSON or as a form is rejected before it is parsed', async () => {
    const payload = JSON.stringify({ postCode: 'a', postName: 'x'.repeat(1024 * 1024) });
    const json = await t.send('POST', '/system/post', { token, payload, headers });
    expect([json.status, json.body]).toEqual([413, tooLarge]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const response = await t.send('POST', '/system/post/export', {
      token,
      payload: `a=${payload}`,
      headers: form,
    });
    expect(response.body).toEqual(tooLarge);
    const login = await t.send('POST', '/login', { payload, headers });
    expect(login.body).toEqual(tooLarge);
  });

  it('as an upload is rejected', async () => {
    const upload = wrapFile(Buffer.alloc(11 * 1024 * 1024, 'PK'));
    const { body } = await t.send('POST', '/system/post/importData', { token, ...upload });
    expect(body).toEqual(tooLarge);
  });

  it('from an anonymous caller is not read at all', async () => {
    const payload = JSON.stringify({ postName: 'x'.repeat(1024 * 1024) });
    expect((await t.send('POST', '/system/post', { payload, headers })).body.code).toBe(401);
  });

  it('just below the limit gets an error with the field that is too long', async () => {
    const body = await addPost('a', { postName: 'x'.repeat(1_000_000) });
    expect(body).toMatchObject({ code: 500, field: 'postName' });
  });

  it('with deep nesting gets a clear error', async () => {
    const deep = `{"postCode":"a","postName":${'['.repeat(200_000)}${']'.repeat(200_000)},"postSort":1}`;
    const { body } = await t.send('POST', '/system/post', { token, payload: deep, headers });
    expect(body.code).toBe(500);
    expect(body.msg).not.toBe(unknown);
  });

  it('with many keys is answered quickly', async () => {
    const readTime = startProcessorTime();
    const query = Array.from({ length: 20_000 }, (_, index) => `k${index}[x]=1`).join('&');
    expect((await send('GET', `/system/post/list?${query}`)).code).toBe(200);
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index]));
    expect((await addPost('a', many)).code).toBe(200);
    expect(readTime()).toBeLessThan(10_000);
  });

  it.each([
    ['no file', { payload: '{}', headers }],
    ['a file under another name', wrapFile(Buffer.from('PK'), 'other')],
    ['nothing', {}],
  ])('is not assumed for %s: an import without a file gets a clear error', async (_what, options) => {
    const { body } = await t.send('POST', '/system/post/importData', { token, ...options });
    expect(body).toEqual({ code: 500, msg: translate('zh', 'errors.request.upload_missing') });
  });
});

describe('text with scripts', () => {
  const scripts = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    'javascript:alert(1)',
    '{{constructor.constructor("alert(1)")()}}',
    '${7*7}<%= 7*7 %>#{7*7}',
    '=HYPERLINK("http://x","y")',
    '</textarea><iframe src=//x>',
  ];

  it.each(scripts)('(%j) is stored unchanged and sent as JSON only', async (script) => {
    expect((await addPost('a', { postName: script, remark: script })).code).toBe(200);
    const { headers, bytes, body } = await t.send('GET', '/system/post/list', { token });
    expect(responseRows(body)[0]).toMatchObject({ postName: script, remark: script });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/);
    expect(JSON.parse(bytes.toString())).toEqual(body);
  });

  it('is never sent as HTML in an error', async () => {
    const userId = await addPerson(t, 'lin', []);
    await addPost('a', { postName: scripts[0] });
    const [row] = responseRows(await send('GET', '/system/post/list'));
    await t.app.pool.query('insert into sys_user_post values ($1, $2)', [userId, row?.['postId']]);
    const { headers, body } = await t.send('DELETE', `/system/post/${String(row?.['postId'])}`, { token });
    expect(body.msg).toContain(scripts[0]);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('in an unknown path is not repeated in the response', async () => {
    const { headers, bytes } = await t.send('GET', '/<script>alert(1)</script>', { token });
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(bytes.toString()).not.toContain('<script>');
  });
});
