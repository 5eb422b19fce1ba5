import { describe, expect, it } from 'vitest';
import { findRotaGaps } from './rota-gaps.ts';

const shift = (weekdays: string, fromTime: string, toTime: string) => ({ weekdays, fromTime, toTime });
const everyDay = '1,2,3,4,5,6,7';

describe('hours without anybody on call', () => {
  it.each([
    ['no shift', [], ['1 00:00 – 7 24:00']],
    ['whole days', [shift(everyDay, '00:00', '00:00')], []],
    ['day and night', [shift(everyDay, '08:00', '20:00'), shift(everyDay, '20:00', '08:00')], []],
    ['a Sunday night that reaches Monday', [shift(everyDay, '06:00', '06:00')], []],
    ['working days', [shift('1,2,3,4,5', '00:00', '00:00')], ['6 00:00 – 7 24:00']],
    [
      'nights without weekend',
      [shift('1,2,3,4,5', '18:00', '08:00'), shift('1,2,3,4,5', '08:00', '18:00')],
      ['6 08:00 – 1 08:00'],
    ],
    [
      'a pause at noon',
      [shift(everyDay, '13:00', '12:00')],
      ['1', '2', '3', '4', '5', '6', '7'].map((day) => `${day} 12:00 – ${day} 13:00`),
    ],
  ])('with %s', (_, shifts, expected) => {
    const found = findRotaGaps(shifts).map(
      ({ fromDay, from, toDay, to }) => `${fromDay} ${from} – ${toDay} ${to}`,
    );
    expect(found).toEqual(expected);
  });
});
