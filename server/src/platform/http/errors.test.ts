import { type Language, languages, wireLanguages } from '@limpid/contract/language';
import { afterAll, describe, expect, it } from 'vitest';
import { openTestApp } from '../../testing/app.ts';
import { translate } from '../texts.ts';

const test = await openTestApp();
const token = await test.login();

afterAll(() => test.close());

interface Bad {
  method?: string;
  path?: string;
  payload?: string | Buffer;
  type?: string;
}

function send(
  { method = 'POST', path = '/system/post', payload, type = 'application/json' }: Bad,
  language: Language,
) {
  return test.send(method, `${path}${path.includes('?') ? '&' : '?'}lang=${wireLanguages[language]}`, {
    token,
    ...(payload !== undefined && { payload, headers: { 'content-type': type } }),
  });
}

const countPosts = async () => (await test.app.pool.query('select count(*) as n from sys_post')).rows[0].n;
const withField = (name: string, json: string) =>
  JSON.stringify({ postCode: 'ok', postName: 'ok', postSort: 1, [name]: 'HERE' }).replace('"HERE"', json);

/** The request, the HTTP status and code of the response, the key of its text, and the field it names. */
const cases: [title: string, bad: Bad, status: number, code: number, key: string, field?: string][] = [
  ['broken JSON', { payload: '{"postCode": "a",' }, 200, 500, 'request.broken_json'],
  ['an empty body that says it is JSON', { payload: '' }, 200, 500, 'request.broken_json'],
  ['bytes that are no text', { payload: Buffer.from([0xff, 0xfe, 0x7b]) }, 200, 500, 'request.broken_json'],
  ['a list', { payload: '[]' }, 200, 500, 'request.broken_json'],
  ['a bare text', { payload: '"post"' }, 200, 500, 'request.broken_json'],
  ['a wrong type', { payload: withField('postName', '{"a": 1}') }, 200, 500, 'field.type', 'postName'],
  [
    'a word instead of a number',
    { payload: withField('postSort', '"first"') },
    200,
    500,
    'field.integer',
    'postSort',
  ],
  [
    'a missing field',
    { payload: '{"postCode": "a", "postSort": 1}' },
    200,
    500,
    'field.required',
    'postName',
  ],
  [
    'a text that is too long',
    { payload: withField('postName', `"${'长'.repeat(51)}"`) },
    200,
    500,
    'field.max',
    'postName',
  ],
  [
    'a number that is too large',
    { payload: withField('postSort', '10000') },
    200,
    500,
    'field.max_value',
    'postSort',
  ],
  ['NUL', { payload: withField('postName', '"a\\u0000b"') }, 200, 500, 'field.unknown_character', 'postName'],
  [
    'half a character',
    { payload: withField('remark', '"\\ud83d"') },
    200,
    500,
    'field.unknown_character',
    'remark',
  ],
  ['an unknown choice', { payload: withField('status', '"9"') }, 200, 500, 'field.choice', 'status'],
  [
    'endless nesting',
    { payload: withField('postName', '['.repeat(90_000) + ']'.repeat(90_000)) },
    200,
    500,
    'field.type',
    'postName',
  ],
  [
    'more than a megabyte',
    { payload: withField('remark', `"${'x'.repeat(1_100_000)}"`) },
    413,
    413,
    'request.too_large',
  ],
  ['XML', { payload: '<post/>', type: 'application/xml' }, 415, 415, 'request.media_type'],
  ['plain text', { payload: 'post', type: 'text/plain' }, 415, 415, 'request.media_type'],
  ['a type that is none', { payload: 'post', type: '???' }, 415, 415, 'request.media_type'],
  ['no file where one is expected', { path: '/system/post/importData' }, 200, 500, 'request.upload_missing'],
  [
    'a broken upload',
    { path: '/system/post/importData', payload: '--x\r\nbroken', type: 'multipart/form-data; boundary=x' },
    200,
    500,
    'request.upload_missing',
  ],
  [
    'an upload without a boundary',
    { path: '/system/post/importData', payload: 'x', type: 'multipart/form-data' },
    200,
    500,
    'request.upload_missing',
  ],
  [
    'an upload under another name',
    { path: '/system/post/importData', payload: multipart('photo'), type: 'multipart/form-data; boundary=x' },
    200,
    500,
    'request.upload_missing',
  ],
  [
    'an upload that poisons prototypes',
    {
      path: '/system/post/importData',
      payload: multipart('__proto__'),
      type: 'multipart/form-data; boundary=x',
    },
    200,
    500,
    'request.upload_missing',
  ],
  [
    'an upload beyond the limit',
    {
      path: '/system/post/importData',
      payload: multipart('file', 10 * 1024 * 1024 + 1),
      type: 'multipart/form-data; boundary=x',
    },
    413,
    413,
    'request.too_large',
  ],
  ['an unknown path', { method: 'GET', path: '/nothing/here' }, 404, 404, 'request.not_found'],
  ['a known path with another method', { method: 'PATCH' }, 404, 404, 'request.not_found'],
  [
    'a path that cannot be decoded',
    { method: 'GET', path: '/system/post/%E0%A4%A' },
    404,
    404,
    'request.not_found',
  ],
  [
    'a path without end',
    { method: 'GET', path: `/system/dict/data/type/${'x'.repeat(13_000)}` },
    404,
    404,
    'request.not_found',
  ],
  [
    'a number that is none in the path',
    { method: 'GET', path: '/system/post/abc' },
    200,
    500,
    'field.integer',
    'id',
  ],
  [
    'NUL in the path',
    { method: 'GET', path: '/system/dict/data/type/%00' },
    200,
    500,
    'field.unknown_character',
    'dictType',
  ],
  [
    'NUL in the query',
    { method: 'GET', path: '/system/post/list?postName=%00' },
    200,
    500,
    'field.unknown_character',
    'postName',
  ],
  [
    'a long text in the query',
    { method: 'GET', path: `/system/post/list?postName=${'x'.repeat(201)}` },
    200,
    500,
    'field.max',
    'postName',
  ],
  [
    'numbers that are none in the path',
    { method: 'DELETE', path: '/system/post/1,x' },
    200,
    500,
    'field.pattern',
    'ids',
  ],
  [
    'a day that no calendar has',
    { method: 'GET', path: '/system/post/list?params[beginTime]=2026-02-30' },
    200,
    500,
    'field.date',
    'createTime',
  ],
  [
    'a date in another form',
    { method: 'GET', path: '/system/post/list?endTime=31.01.2026' },
    200,
    500,
    'field.date',
    'endTime',
  ],
  ['a row that is not there', { method: 'GET', path: '/system/post/99999' }, 200, 500, 'row.gone'],
];

function multipart(name: string, size = 3): Buffer {
  const head = `--x\r\ncontent-disposition: form-data; name="${name}"; filename="a.xlsx"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.alloc(size, 0x61), Buffer.from('\r\n--x--\r\n')]);
}

/** The text of an error up to its first placeholder, in a language. */
const beginning = (language: Language, key: string) =>
  translate(language, `errors.${key}`)
    .split('{{')
    .sort((a, b) => b.length - a.length)[0] ?? '';

function labelOf(language: Language, field: string): string {
  if (field.endsWith('Time')) return translate(language, 'kit.fields.createTime');
  const keys = ['system.post', 'system.dictData', 'kit'].map((texts) => `${texts}.fields.${field}`);
  return translate(language, keys.find((key) => translate(language, key) !== key) ?? 'kit.fields.id');
}

describe('a request that cannot be served', () => {
  it.each(cases)(
    '%s: has a message in three languages, names the field and stores nothing',
    async (_, bad, status, code, key, field) => {
      const before = await countPosts();
      const messages = new Set<string>();
      for (const language of languages) {
        const response = await send(bad, language);
        expect(response.status).toBe(status);
        expect(response.body).toMatchObject({ code, ...(field && { field }) });
        expect(response.body.msg).toContain(beginning(language, key).replace(/^.*\}\}/, ''));
        expect(response.body.msg).not.toMatch(/\{\{|errors\./);
        if (field) expect(response.body.msg).toContain(labelOf(language, field));
        else expect(response.body).not.toHaveProperty('field');
        messages.add(response.body.msg);
      }
      expect(messages.size).toBe(3);
      expect(await countPosts()).toBe(before);
    },
  );

  it('reveals nothing about the program', async () => {
    for (const [, bad] of cases) {
      const { bytes } = await send(bad, 'en');
      expect(bytes.toString()).not.toMatch(/FST_|Error:|node_modules|select |at .*\.ts/);
    }
  });
});
