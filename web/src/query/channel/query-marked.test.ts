import { indexCode } from '@limpid/contract/map/indices';
import { expect, it } from 'vitest';
import { queryMarked } from './query-marked.ts';

const known = [
  { code: indexCode, index: { key: 'us' as const, hours: '', days: '' } },
  { code: 'PM10' },
  { code: 'TEM' },
];

it.each([
  [[indexCode], { index: 'us' }],
  [[indexCode, 'TEM'], { channels: ['TEM'], index: 'us' }],
  [['PM10', 'gone'], { channels: ['PM10'] }],
  [['gone'], undefined],
  [[], undefined],
])('asks for what happened to %j', (chosen, expected) => {
  expect(queryMarked(chosen, known)).toEqual(expected);
});
