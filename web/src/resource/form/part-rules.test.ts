import { channel } from '@limpid/contract/basedata/channel';
import { site } from '@limpid/contract/site/site';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { findPartProblem } from './part-rules.ts';

// Returns the key and its parameters; the full type of `t` has many more overloads.
const say = ((key: string, blanks?: object) =>
  blanks ? `${key} ${JSON.stringify(blanks)}` : key) as unknown as TFunction;
const level = { upTo: 5, colour: '#00e400', name: '优' };
const problemOf = (parts: object[]) =>
  findPartProblem(channel.fields.levels.of, parts as Record<string, unknown>[], say);

it('accepts valid parts', () => {
  expect(problemOf([])).toBeUndefined();
  expect(problemOf([level, { ...level, upTo: null, nameEn: '' }])).toBeUndefined();
});

it('names the first field that is missing or invalid', () => {
  expect(problemOf([level, { ...level, name: ' ' }])).toContain('errors.field.required');
  expect(problemOf([{ ...level, colour: 'red' }])).toContain('errors.field.pattern');
  const { of } = site.fields.coefficients;
  expect(findPartProblem(of, [{ channelId: 1, k: 0, b: 0 }], say)).toContain('errors.field.min_value');
  expect(findPartProblem(of, [{ channelId: 1, k: 1e6, b: 0 }], say)).toContain('errors.field.max_value');
});
