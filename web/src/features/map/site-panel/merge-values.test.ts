import { expect, it } from 'vitest';
import { mergeValues, withHourAgo } from './use-site-values.ts';

const detail = {
  siteId: 1,
  values: {
    'PM2.5': { ts: 100, value: 40, flag: 'N', hourAgo: 30 },
    TEM: { ts: 100, value: 20, flag: 'N' },
  },
};

it('adds the channels that maps do not show, and the values of an hour before', () => {
  const merged = mergeValues(new Map([['PM2.5', { ts: 160, value: 45, flag: 'N' }]]), detail);
  expect(merged.get('PM2.5')).toEqual({ ts: 160, value: 45, flag: 'N', hourAgo: 30 });
  expect(merged.get('TEM')).toMatchObject({ value: 20, hourAgo: undefined });
});

it('keeps the younger value, and the live ones until the others arrive', () => {
  const live = new Map([['PM2.5', { ts: 40, value: 35, flag: 'N' }]]);
  expect(mergeValues(live, detail).get('PM2.5')).toMatchObject({ value: 40 });
  expect(mergeValues(live, undefined)).toEqual(live);
});

it('takes the hour before of one channel from the list, also where the list has none', () => {
  const merged = mergeValues(new Map(), detail);
  const changed = withHourAgo(merged, 'PM2.5', 33);
  expect(changed.get('PM2.5')).toMatchObject({ value: 40, hourAgo: 33 });
  expect(changed.get('TEM')).toBe(merged.get('TEM'));
  expect(withHourAgo(merged, 'PM2.5', undefined).get('PM2.5')?.hourAgo).toBeUndefined();
  expect(withHourAgo(merged, 'aqi', 5)).toBe(merged);
});
