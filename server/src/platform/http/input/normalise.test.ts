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

describe('input is normalised to the form of the contract', () => {
  it.each<[string, unknown, unknown]>([
    ['spaces around a text go', { name: ' \t air \n' }, { name: 'air' }],
    ['spaces inside a text stay', { name: 'clean  air' }, { name: 'clean  air' }],
    ['an empty text is absent where something is required', { name: '   ' }, {}],
    ['an empty text empties what may be empty', { note: '' }, { note: null }],
    ['null empties what may be empty', { note: null, limit: null }, { note: null, limit: null }],
    ['null is absent elsewhere', { name: null, count: null }, {}],
    [
      'digits are a number where one is wanted',
      { count: ' 12 ', share: '-1.50', limit: '+3' },
      { count: 12, share: -1.5, limit: 3 },
    ],
    [
      'what only looks like a number stays',
      { count: '012', share: '1e3', limit: '0x10' },
      { count: '012', share: '1e3', limit: '0x10' },
    ],
    [
      'other bases and infinity stay',
      { count: 'Infinity', share: 'NaN', limit: '１２' },
      { count: 'Infinity', share: 'NaN', limit: '１２' },
    ],
    ['a number is a text where one is wanted', { name: 42, note: 0 }, { name: '42', note: '0' }],
    ['words are switches where one is wanted', { on: 'true' }, { on: true }],
    ['other words are left for the check', { on: 'yes' }, { on: 'yes' }],
    ['a text with commas is a list where one is wanted', { tags: 'x, y' }, { tags: ['x', 'y'] }],
    [
      'a repeated key is a list where one is wanted',
      { tags: 'y', 'tags[]': ['x', 'y'] },
      { tags: ['x', 'y'] },
    ],
    [
      'wrong types are left for the check',
      { name: ['a'], count: {}, tags: 5, range: 5 },
      { name: ['a'], count: {}, tags: 5, range: 5 },
    ],
    ['lists are read item by item', { tags: [' a ', 7] }, { tags: ['a', '7'] }],
    ['objects are read inside too', { range: { from: ' x ', to: 'y' } }, { range: { from: 'x' } }],
    ['unknown keys go', { name: 'a', createBy: 'me', lang: 'zh_CN' }, { name: 'a' }],
    ['a missing body is an empty one', undefined, {}],
    ['null is an empty one', null, {}],
    ['a list is not an object', [1], [1]],
  ])('%s', (_, given, expected) => {
    expect(normalise(schema, given)).toEqual(expected);
  });

  it('and keys that reach into prototypes are harmless', () => {
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
