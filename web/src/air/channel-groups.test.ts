import { expect, it } from 'vitest';
import { findChannelGroup, groupChannels } from './channel-groups.ts';

const coded = (code: string, gbCode: string, dataType = 'number') => ({ code, gbCode, dataType });

it.each([
  ['PM2.5', 'a34004', 'number', 'particulates'],
  ['TSP', 'a34001', 'number', 'particulates'],
  ['SO2', 'a21026', 'number', 'gases'],
  ['O3', 'a05024', 'number', 'gases'],
  ['NMHC', 'a24088', 'number', 'gases'],
  ['Benzene', 'a25002', 'number', 'gases'],
  ['HCHO', 'a31001', 'number', 'gases'],
  ['TVOC', 'a99054', 'number', 'gases'],
  ['TEM', 'a01001', 'number', 'weather'],
  ['RH', 'a01002', 'number', 'weather'],
  ['PRES', 'a01006', 'number', 'weather'],
  ['WS', 'a01007', 'number', 'weather'],
  ['WD', 'a01008', 'direction', 'weather'],
  ['Noise', 'LA', 'level', 'noise'],
  ['LMax', 'LMx', 'number', 'noise'],
  ['pm10', 'x1', 'number', 'particulates'],
  ['Door', 'i13001', 'switch', 'other'],
])('puts %s (%s, %s) among %s', (code, gbCode, dataType, group) => {
  expect(findChannelGroup(coded(code, gbCode, dataType))).toBe(group);
});

it('keeps the order of groups and of channels, and leaves out empty groups', () => {
  const channels = [coded('TEM', 'a01001'), coded('PM10', 'a34002'), coded('PM2.5', 'a34004')];
  expect(groupChannels(channels).map(({ key, channels: own }) => [key, own.map(({ code }) => code)])).toEqual(
    [
      ['particulates', ['PM10', 'PM2.5']],
      ['weather', ['TEM']],
    ],
  );
});
