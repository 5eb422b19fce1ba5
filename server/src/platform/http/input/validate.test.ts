import { errorCodes } from '@limpid/contract/errors';
import { bodySchema, listSchema } from '@limpid/contract/kit/schema';
import { languages } from '@limpid/contract/language';
import { dictData, dictType } from '@limpid/contract/system/dictionary';
import { post } from '@limpid/contract/system/post';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translate } from '../../texts.ts';
import { labelKey, makeInputCheck, makeInputReader } from './validate.ts';

const good = { postCode: 'lead', postName: 'Team lead', postSort: 1 };
const check = makeInputCheck(bodySchema(post, 'add'), post);

describe('an invalid body', () => {
  it.each<[string, object, string, string, number?]>([
    ['a field is missing', { postName: undefined }, 'field.required', 'postName'],
    ['a required field is empty', { postName: '  ' }, 'field.required', 'postName'],
    ['a text is too long', { postCode: 'x'.repeat(65) }, 'field.max', 'postCode', 64],
    [
      'a text is too long in combined characters',
      { postCode: `e${'\u0301'.repeat(64)}` },
      'field.max',
      'postCode',
      64,
    ],
    ['a text is a list', { postCode: ['a'] }, 'field.type', 'postCode'],
    ['a text is a switch', { postCode: true }, 'field.type', 'postCode'],
    ['a text that may be empty is an object', { remark: {} }, 'field.type', 'remark'],
    ['a number is a word', { postSort: 'first' }, 'field.integer', 'postSort'],
    ['a number has decimals', { postSort: 1.5 }, 'field.integer', 'postSort'],
    ['a number is too small', { postSort: -1 }, 'field.min_value', 'postSort', 0],
    ['a number is too large', { postSort: 10_000 }, 'field.max_value', 'postSort', 9999],
    ['a number is endless', { postSort: '9'.repeat(400) }, 'field.integer', 'postSort'],
    ['a text holds NUL', { postName: 'a\0b' }, 'field.unknown_character', 'postName'],
    ['a text holds half a character', { remark: 'a\ud800b' }, 'field.unknown_character', 'remark'],
  ])('has a problem that names the field if %s', (_, change, key, field, limit) => {
    const { problems } = check(JSON.parse(JSON.stringify({ ...good, ...change })));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ key, field, params: { label: labelKey(post, field) } });
    expect(problems[0]?.params['limit']).toBe(limit);
  });

  it('has all of its problems listed, and a request fails with the first', () => {
    const wrong = { postCode: '', postName: 'x'.repeat(51), postSort: 'x' };
    expect(check(wrong).problems.map((problem) => problem.field)).toEqual([
      'postCode',
      'postName',
      'postSort',
    ]);
    const read = makeInputReader(bodySchema(post, 'add'), post);
    expect(() => read(wrong)).toThrow(expect.objectContaining({ key: 'field.required', field: 'postCode' }));
  });

  it('has a message for a wrong format and for an unknown choice', () => {
    const type = makeInputCheck(bodySchema(dictType, 'add'), dictType);
    expect(type({ dictName: 'a', dictType: 'Not so' }).problems).toMatchObject([
      { key: 'field.pattern', field: 'dictType' },
    ]);
    const data = makeInputCheck(bodySchema(dictData, 'add'), dictData);
    const entry = { dictType: 'a', dictLabel: 'a', dictValue: 'a', dictSort: 1, listClass: 'loud' };
    expect(data(entry).problems).toMatchObject([{ key: 'field.choice', field: 'listClass' }]);
  });

  it.each([[[]], ['text'], [5], [true]])('%o instead of an object is refused as a whole', (body) => {
    expect(check(body).problems).toEqual([{ key: 'request.broken_json', field: '', params: {} }]);
  });

  it('is refused however deep it is nested', () => {
    const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);
    expect(check({ ...good, postCode: deep }).problems).toMatchObject([
      { key: 'field.type', field: 'postCode' },
    ]);
    expect(check({ ...good, unknown: deep }).problems).toEqual([]);
  });
});

describe('a valid body', () => {
  it('is passed on as it was normalised, without unknown and read-only fields', () => {
    const given = {
      ...good,
      postCode: ' lead ',
      postSort: '1',
      postId: 5,
      createTime: '2020-01-01',
      createBy: 'me',
    };
    expect(check(given)).toEqual({ value: good, problems: [] });
  });

  it('may contain any character that can be stored', () => {
    for (const text of [
      '漢字 é œ',
      '😀',
      '\u202eabc',
      "'; drop table sys_post; --",
      '<script>alert(1)</script>',
      '\u0007',
    ]) {
      expect(check({ ...good, postName: text })).toEqual({
        value: { ...good, postName: text },
        problems: [],
      });
    }
  });

  it('is limited by characters, not bytes', () => {
    expect(check({ ...good, postCode: '测'.repeat(64) }).problems).toEqual([]);
  });
});

describe('any input', () => {
  it('either is valid or has problems with messages in three languages', () => {
    const contracts = [bodySchema(post, 'edit'), listSchema(post), bodySchema(dictData, 'add')];
    const names = [...new Set(contracts.flatMap((contract) => Object.keys(contract.properties)))];
    const body = fc.dictionary(
      fc.constantFrom(...names, '__proto__', 'constructor'),
      fc.jsonValue({ maxDepth: 2 }),
    );
    const checks = contracts.map((contract) => makeInputCheck(contract, post));
    const gap = /\{\{\w+\}\}/;
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), (given) => {
        for (const contract of checks) {
          for (const { key, params } of contract(given).problems) {
            expect(errorCodes).toHaveProperty([key]);
            for (const language of languages) {
              expect(translate(language, `errors.${key}`, params)).not.toMatch(gap);
            }
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('is never passed on if it is invalid', () => {
    const names = Object.keys(bodySchema(post, 'add').properties);
    const body = fc.dictionary(
      fc.constantFrom(...names),
      fc.oneof(fc.string(), fc.integer(), fc.jsonValue()),
    );
    fc.assert(
      fc.property(body, (given) => {
        const { value, problems } = check(given);
        if (problems.length > 0) return;
        const { postCode, postName, postSort } = value as Record<string, unknown>;
        expect(typeof postCode === 'string' && typeof postName === 'string').toBe(true);
        expect(Number.isInteger(postSort)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the label of a field', () => {
  it('is the endpoint’s own, else the shared one, else the name', () => {
    expect(labelKey(post, 'postCode')).toBe('system.post.fields.postCode');
    expect(labelKey(post, 'remark')).toBe('kit.fields.remark');
    expect(labelKey(post, 'shoeSize')).toBe('shoeSize');
    expect(labelKey({ ...post, labels: { shoeSize: 'kit.fields.id' } }, 'shoeSize')).toBe('kit.fields.id');
  });
});
