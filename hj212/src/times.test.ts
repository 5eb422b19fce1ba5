import { expect, test } from 'vitest';
import { laterQn, readPacketTime } from './times.ts';

test('reads the fields of the wall clock, with or without milliseconds', () => {
  const parts = { year: 2026, month: 11, day: 15, hour: 8, minute: 30, second: 1 };
  expect(readPacketTime('20261115083001')).toEqual({ ...parts, millisecond: 0 });
  expect(readPacketTime('20261115083001123')).toEqual({ ...parts, millisecond: 123 });
});

test.each(['20240229000000', '20000229235959'])('accepts %s', (text) =>
  expect(readPacketTime(text)).not.toBeNull(),
);

test.each([
  '',
  '2026111508300',
  '202611150830011',
  '1617955917963',
  '201909262113836',
  '201909262113836CST',
  '20230229000000',
  '19000229000000',
  '20261315000000',
  '20260015000000',
  '20260431000000',
  '20260400000000',
  '20261115240000',
  '20261115006000',
  '20261115000060',
])('refuses %j', (text) => expect(readPacketTime(text)).toBeNull());

test('carries over every field for a later QN', () => {
  expect(laterQn('20160801085857534', 1)).toBe('20160801085857535');
  expect(laterQn('20241231235959999', 1)).toBe('20250101000000000');
  expect(laterQn('20240228235959999', 2)).toBe('20240229000000001');
  expect(() => laterQn('x', 1)).toThrow(RangeError);
});
