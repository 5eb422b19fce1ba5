import { expect, it } from 'vitest';
import { readMoment } from './alarm.ts';

it('reads times of the wire in the zone of the server', () => {
  expect(readMoment('2026-11-17 08:00:30', 'Asia/Shanghai')).toBe(Date.UTC(2026, 10, 17, 0, 0, 30));
});
