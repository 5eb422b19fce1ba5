import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { writeMapAddress } from './use-alarm-links.ts';

const now = Date.UTC(2026, 10, 17, 10, 20);
const hour = Date.UTC(2026, 10, 17, 8);
const row = { siteId: 3, alarmId: 12, channelCode: 'PM2.5' };

it.each([
  [
    'the hour in which it was raised',
    row,
    hour + 50 * MINUTE_MS,
    `/home?site=3&alarm=12&by=PM2.5&hour=${hour}`,
  ],
  ['the hour whose mean raised it', row, hour + HOUR_MS, `/home?site=3&alarm=12&by=PM2.5&hour=${hour}`],
  ['the present in the hour that is not over', row, now - 5 * MINUTE_MS, '/home?site=3&alarm=12&by=PM2.5'],
  ['the present for an alarm of an earlier day', row, now - 30 * HOUR_MS, '/home?site=3&alarm=12&by=PM2.5'],
  ['no channel without one', { ...row, channelCode: null }, now, '/home?site=3&alarm=12'],
])('the map of an alarm shows %s', (_, given, raisedAt, address) => {
  expect(writeMapAddress(given, raisedAt, now)).toBe(address);
});
