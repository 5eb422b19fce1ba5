import { expect, test } from 'vitest';
import { fuzzDecoder } from './fuzz.ts';

test('a second of broken streams keeps every promise', () => {
  const counts = fuzzDecoder(1, 1);
  expect(counts.streams).toBeGreaterThan(5);
  expect(counts.sent).toBeGreaterThan(5);
  expect(Object.keys(counts.refused).length).toBeGreaterThan(4);
});
