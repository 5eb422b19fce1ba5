import { expect, it } from 'vitest';
import { listTrendChannels } from './trend-channels.ts';

const channels = [
  { code: 'PM2.5', isOnMap: true },
  { code: 'PM10', isOnMap: true },
  { code: 'VOLT', isOnMap: false },
];
const fault = { parts: [{ kind: 'link', of: 'VOLT' }] };

it.each([
  ['its channel', { channelCode: 'PM10', detail: fault }, ['PM10']],
  ['the channels of failed instruments', { channelCode: null, detail: fault }, ['VOLT']],
  ['the channels of maps', { channelCode: null, detail: null }, ['PM2.5', 'PM10']],
  [
    'the channels of maps if something without a channel failed',
    { channelCode: null, detail: { parts: [{ kind: 'mains', of: null }] } },
    ['PM2.5', 'PM10'],
  ],
])('the trend of an alarm shows %s', (_, row, expected) => {
  expect(listTrendChannels(row, channels)).toEqual(expected);
});
