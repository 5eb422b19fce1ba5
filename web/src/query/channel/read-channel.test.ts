import { expect, it } from 'vitest';
import { readChannel } from './read-channel.ts';

it('reads a channel in the language of the user, with its levels and meanings', () => {
  const row = {
    channelCode: 'PM2.5',
    gbCode: 'a34004',
    channelName: '细颗粒物',
    unit: 'µg/m³',
    decimals: 1,
    dataType: 'number' as const,
    mapDisplay: true,
    levels: [
      { upTo: 35, colour: '#00e400', name: '优', nameEn: 'Excellent' },
      { upTo: null, colour: '#ffff00', name: '良' },
    ],
    pairs: [{ value: 1, desc: '开', descEn: 'open' }],
  };
  expect(readChannel(row, 'en', false)).toEqual({
    code: 'PM2.5',
    gbCode: 'a34004',
    name: '细颗粒物',
    unit: 'µg/m³',
    decimals: 1,
    dataType: 'number',
    steps: [
      { upTo: 35, fill: '#00e400', ink: '#000000', name: 'Excellent' },
      { upTo: null, fill: '#ffff00', ink: '#000000', name: '良' },
    ],
    meanings: [{ value: 1, name: 'open' }],
    isOnMap: true,
  });
});
