import { bodySchema, listSchema } from '@limpid/contract/kit/schema';
import { post } from '@limpid/contract/system/post';
import fc from 'fast-check';
import Type from 'typebox';
import { describe, expect, it } from 'vitest';
import { normalise } from './normalise.ts';

const nullable = (type: string) => Type.Unsafe({ type: [type, 'null'] });
const schema = Type.Object({
  name: Type.String(),
  note: Type.Optional(nullable('string')),
  count: Type.Optional(Type.Integer()),
  limit: Type.Optional(nullable('integer')),
  share: Type.Optional(Type.Number()),
  on: Type.Optional(Type.Boolean()),
  tags: Type.Optional(Type.Array(Type.String())),
  range: Type.Optional(Type.Object({ from: Type.Optional(Type.String()) })),
});

describe('normalise', () => {
  it.each<[string, unknown, unknown]>([
    ['trims a text', { name: ' \t air \n' }, { name: 'air' }],
    ['keeps spaces inside a text', { name: 'clean  air' }, { name: 'clean  air' }],
    ['drops an empty text of a required field', { name: '   ' }, {}],
    ['turns an empty text of a nullable field into null', { note: '' }, { note: null }],
    ['keeps null of a nullable field', { note: null, limit: null }, { note: null, limit: null }],
    ['drops null of other fields', { name: null, count: null }, {}],
    [
      'converts digits to a number',
      { count: ' 12 ', share: '-1.50', limit: '+3' },
      { count: 12, share: -1.5, limit: 3 },
    ],
    [
      'keeps texts that only look like a number',
      { count: '012', share: '1e3', limit: '0x10' },
      { count: '012', share: '1e3', limit: '0x10' },
    ],
    [
      'keeps other bases and infinity as text',
      { count: 'Infinity', share: 'NaN', limit: '１２' },
      { count: 'Infinity', share: 'NaN', limit: '１２' },
    ],
    ['converts a number to a text', { name: 42, note: 0 }, { name: '42', note: '0' }],
    ['converts true and false to booleans', { on: 'true' }, { on: true }],
    ['leaves other words to the validation', { on: 'yes' }, { on: 'yes' }],
    ['splits a text with commas into a list', { tags: 'x, y' }, { tags: ['x', 'y'] }],
    ['reads a repeated key as a list', { tags: 'y', 'tags[]': ['x', 'y'] }, { tags: ['x', 'y'] }],
    [
      'leaves wrong types to the validation',
      { name: ['a'], count: {}, tags: 5, range: 5 },
      { name: ['a'], count: {}, tags: 5, range: 5 },
    ],
    ['normalises each item of a list', { tags: [' a ', 7] }, { tags: ['a', '7'] }],
    ['normalises nested objects', { range: { from: ' x ', to: 'y' } }, { range: { from: 'x' } }],
    ['drops unknown keys', { name: 'a', createBy: 'me', lang: 'zh_CN' }, { name: 'a' }],
    ['reads a missing body as an empty one', undefined, {}],
    ['reads null as an empty body', null, {}],
    ['leaves a list unchanged where an object is expected', [1], [1]],
  ])('%s', (_, given, expected) => {
    expect(normalise(schema, given)).toEqual(expected);
  });

  it('ignores keys that reach into prototypes', () => {
    const given = JSON.parse(
      '{"__proto__": {"name": "x"}, "constructor": {"prototype": {"name": "x"}}, "name": "a"}',
    );
    const clean = normalise(schema, given);
    expect(clean).toEqual({ name: 'a' });
    expect(Object.keys(clean as object)).toEqual(['name']);
    expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
    expect(normalise(schema, JSON.parse('{"__proto__": {"name": "inherited"}}'))).toEqual({});
    expect(({} as Record<string, unknown>)['name']).toBeUndefined();
  });
});

const keys = fc.oneof(
  fc.constantFrom('postCode', 'postName', 'postSort', 'status', 'remark', 'postId', 'createTime', 'createBy'),
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'params', 'pageNum'),
  fc.string(),
);
const anyValue = fc.anything({ key: keys, withNullPrototype: true, maxDepth: 4 });

describe('any input', () => {
  it.each([
    ['a body', bodySchema(post, 'add')],
    ['a query', listSchema(post)],
  ])('%s is always normalised and never keeps an unknown key', (_, contract) => {
    fc.assert(
      fc.property(anyValue, (given) => {
        const clean = normalise(contract, given);
        if (typeof given !== 'object' || given === null || Array.isArray(given)) return;
        const known = Object.keys(contract.properties);
        expect(Object.keys(clean as object).filter((key) => !known.includes(key))).toEqual([]);
        expect(Object.getPrototypeOf(clean)).toBe(Object.prototype);
      }),
      { numRuns: 300 },
    );
  });

  it('is unchanged by a second normalisation', () => {
    const contract = bodySchema(post, 'edit');
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 2 }).map((value) => ({ postCode: value, remark: value, postSort: value })),
        (given) => {
          const once = normalise(contract, given);
          expect(normalise(contract, once)).toEqual(once);
        },
      ),
      { numRuns: 200 },
    );
  });
});
