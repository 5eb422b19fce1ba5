import { expect, it } from 'vitest';
import { listVariationGroups, nameMonth } from './groups.ts';

it('names hours by their start and end', () => {
  const hours = listVariationGroups('byHour', 'en');
  expect([hours.length, hours[0]?.group, hours[8]?.name, hours[23]?.name]).toEqual([
    24,
    0,
    '08:00–09:00',
    '23:00–24:00',
  ]);
});

it.each([
  ['en', 'Mon', 'Sunday', 'Jan', 'December'],
  ['fr', 'lun.', 'dimanche', 'janv.', 'décembre'],
  ['zh', '周一', '星期日', '1月', '十二月'],
])('begins weeks on Monday and years in January (%s)', (language, monday, sunday, january, december) => {
  const [weekdays, months] = [
    listVariationGroups('byWeekday', language),
    listVariationGroups('byMonth', language),
  ];
  expect([weekdays[0]?.group, weekdays[0]?.short, weekdays[6]?.name]).toEqual([1, monday, sunday]);
  expect([months.length, months[0]?.short, months[11]?.name]).toEqual([12, january, december]);
});

it('names the hours of a week, and its days on the axis at noon', () => {
  const hours = listVariationGroups('byWeekHour', 'en');
  expect([hours.length, hours[0]?.group, hours[167]?.group]).toEqual([168, 0, 167]);
  expect(hours[32]?.name).toBe('Tuesday 08:00–09:00');
  expect(hours.flatMap(({ short }, at) => (short ? [`${short} ${at}`] : [])).slice(0, 2)).toEqual([
    'Mon 12',
    'Tue 36',
  ]);
});

it('names a month with its year, in any zone', () => {
  expect(nameMonth('2026-01', 'en')).toBe('Jan 2026');
});
