import { expect, it } from 'vitest';
import { readRange } from './range.rule.ts';

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=50-999999999999999999999', { start: 50, end: 99 }],
  ['bytes=100-', 'none'],
  ['bytes=999999999999999999999-', 'none'],
  ['bytes=-0', 'none'],
  ['bytes=9-0', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=a-b', undefined],
  ['lines=0-1', undefined],
  ['', undefined],
  [undefined, undefined],
] as const)('%s requests %o of 100 bytes', (header, part) => expect(readRange(header, 100)).toEqual(part));
