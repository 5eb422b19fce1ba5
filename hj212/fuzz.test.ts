import { expect, test } from 'vitest';
import { fuzzDecoder } from './fuzz.ts';

test('keeps every guarantee for a second of broken streams', () => {
  const counts = fuzzDecoder(1, 1);
  expect(counts.streams).toBeGreaterThan(5);
  expect(counts.sent).toBeGreaterThan(5);
  expect(Object.keys(counts.refused).length).toBeGreaterThan(4);
});
