import { isReferenceTemplate, referencePlaceholders } from '@limpid/contract/basedata/reference-template';
import { expect, it } from 'vitest';
import { fillReferenceTemplate, type ReferenceTexts } from './reference-template.rule.ts';

const texts: ReferenceTexts = {
  station: '1001A',
  time: '20260301080000',
  'PM2.5': '35',
  PM10: null,
  SO2: '3',
  NO2: '21',
  O3: '60',
  CO: '0.6',
  index: '50',
};
const fill = (template: string, given: Partial<ReferenceTexts> = {}) =>
  fillReferenceTemplate(template, { ...texts, ...given })
    .map((item) => item.map(({ name, value }) => `${name}=${value}`).join(','))
    .join(';');

it.each([
  ['T={time};S={station};a={PM2.5},a-Flag=N', 'T=20260301080000;S=1001A;a=35,a-Flag=N'],
  ['a={PM10},a-Flag=N;b={CO}', 'b=0.6'],
  ['a={PM10}', ''],
  ['a=x{SO2}y{NO2};c=7', 'a=x3y21;c=7'],
])('%s becomes %s', (template, expected) => {
  expect(fill(template)).toBe(expected);
});

it('no published text ends a field or the CP', () => {
  expect(fill('S={station};c=7', { station: 'a;b=1,c&&\r\n##{x}' })).toBe('S=a_b_1_c______' + '_x_;c=7');
});

it.each(referencePlaceholders)('%s is known', (name) => {
  expect(isReferenceTemplate(`A={${name}}`)).toBe(true);
});
it.each(['', 'A=1', 'A={PM1}', 'A={PM2.5};', 'A={PM2.5}&', '{PM2.5}', 'A B={PM2.5}', 'A={{CO}}', 'A={CO'])(
  '“%s” is no template',
  (template) => {
    expect(isReferenceTemplate(template)).toBe(false);
  },
);
