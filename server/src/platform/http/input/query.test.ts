import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '../../../testing/processor-time.ts';
import { parseQuery } from './query.ts';

describe('a query', () => {
  it.each<[string, object]>([
    ['', {}],
    ['a=1&b=two', { a: '1', b: 'two' }],
    ['name=%E5%B2%97%E4%BD%8D+1', { name: '岗位 1' }],
    ['a=1&a=2', { a: '2', 'a[]': ['1', '2'] }],
    ['a', { a: '' }],
    ['a=b=c', { a: 'b=c' }],
    [
      'params[beginTime]=2026-01-01&params[endTime]=2026-01-31',
      { params: { beginTime: '2026-01-01', endTime: '2026-01-31' } },
    ],
    ['params%5BbeginTime%5D=2026-01-01', { params: { beginTime: '2026-01-01' } }],
    ['params=x&params[a]=1', { params: { a: '1' } }],
    ['params[a]=1&params=x', { params: 'x' }],
    ['a[b][c]=1', { 'a[b][c]': '1' }],
    ['a[]=1', { a: ['1'] }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a[0]=1&a[1]=2', { a: ['1', '2'] }],
    ['%E0%A4%A=%', { '\ufffd%A': '%' }],
  ])('is parsed: "%s"', (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it('cannot reach a prototype', () => {
    const query = parseQuery(
      '__proto__[polluted]=1&constructor[prototype]=1&__proto__=x&a[__proto__]=1&toString=1',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(query)).toBeNull();
    expect(Object.getPrototypeOf(query['a'])).toBeNull();
    expect(Object.keys(query['a'] as object)).toEqual(['__proto__']);
  });

  it('is always parsed, and holds texts at most one level deep', () => {
    const key = fc.oneof(
      fc.constantFrom('params', '__proto__', 'constructor', 'a[b]', 'params[x]'),
      fc.string(),
    );
    const pair = fc.tuple(key, fc.string()).map(([name, value]) => `${name}=${value}`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(pair).map((pairs) => pairs.join('&')),
        ),
        (text) => {
          for (const value of Object.values(parseQuery(text))) {
            const inner = typeof value === 'object' && value !== null ? Object.values(value) : [value];
            expect(inner.filter((item) => typeof item !== 'string')).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('is parsed quickly with a thousand keys, and further keys are ignored', () => {
    const text = Array.from({ length: 50_000 }, (_, index) => `params[k${index}]=1`).join('&');
    const spent = measureProcessorTime(() => {
      const { params } = parseQuery(text);
      expect(Object.keys(params as object).length).toBeLessThanOrEqual(1000);
    });
    expect(spent).toBeLessThan(500);
  });
});
