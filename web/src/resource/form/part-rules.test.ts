import { channel } from '@limpid/contract/basedata/channel';
import { site } from '@limpid/contract/site/site';
import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { findPartProblem } from './part-rules.ts';

// Says the key and its blanks, which is what the rules decide; the type of the real one has far more forms.
const say = ((key: string, blanks?: object) =>
  blanks ? `${key} ${JSON.stringify(blanks)}` : key) as unknown as TFunction;
const level = { upTo: 5, colour: '#00e400', name: '优' };
const problemOf = (parts: object[]) =>
  findPartProblem(channel.fields.levels.of, parts as Record<string, unknown>[], say);

it('parts that are given as they should be are fine', () => {
  expect(problemOf([])).toBeUndefined();
  expect(problemOf([level, { ...level, upTo: null, nameEn: '' }])).toBeUndefined();
});

it('the first field that is missing or does not fit is named', () => {
  expect(problemOf([level, { ...level, name: ' ' }])).toContain('errors.field.required');
  expect(problemOf([{ ...level, colour: 'red' }])).toContain('errors.field.pattern');
  const { of } = site.fields.coefficients;
  expect(findPartProblem(of, [{ channelId: 1, k: 0, b: 0 }], say)).toContain('errors.field.min_value');
  expect(findPartProblem(of, [{ channelId: 1, k: 1e6, b: 0 }], say)).toContain('errors.field.max_value');
});
