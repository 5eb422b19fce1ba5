import { describe, expect, it } from 'vitest';
import type { StoredChannel } from '../ingest/ingest.api.ts';
import { findColumns } from './history-columns.rule.ts';

const none = { dataType: 'number', unit: null, minValue: null, maxValue: null };
const names = { channelNameEn: null, channelNameFr: null };
const channels: StoredChannel[] = [
  {
    ...none,
    channelId: 1,
    slot: 1,
    code: 'PM2.5',
    gbCode: 'a34004',
    aliases: ['pm25'],
    channelName: '细颗粒物',
    ...names,
  },
  {
    ...none,
    channelId: 2,
    slot: 2,
    code: 'O3',
    gbCode: 'a05024',
    aliases: [],
    channelName: '臭氧',
    channelNameEn: 'Ozone',
    channelNameFr: 'Ozone',
  },
  {
    ...none,
    channelId: 3,
    slot: 3,
    code: 'T',
    gbCode: 'a01001',
    aliases: ['temp'],
    channelName: '温度',
    channelNameEn: null,
    channelNameFr: 'Température',
  },
];
const find = (...rows: string[][]) => findColumns(rows, channels);
const codes = (...header: string[]) =>
  find(['time', ...header]).channels.map(({ index, channel }) => `${index} ${channel.code}`);

describe('columns of a sheet', () => {
  it('are found whatever is written around the name of a channel', () => {
    expect(codes('PM2.5 (µg/m³)', 'o3_1h', '温度（℃）')).toEqual(['1 PM2.5', '2 O3', '3 T']);
    expect(codes('A34004-Avg', 'OZONE [ppb]', 'temperature')).toEqual(['1 PM2.5', '2 O3']);
    expect(codes('PM2_5', 'Température', 'o3_8h', '')).toEqual(['1 PM2.5', '2 T']);
  });

  it.each([
    [['监测时间', 'O3'], { moment: 0 }],
    [['O3', 'Date', 'Time'], { date: 1, clock: 2 }],
    [['date', 'O3'], { date: 0, clock: undefined }],
    [['No', 'year', 'month', 'day', 'hour', 'O3'], { year: 1, month: 2, day: 3, clock: 4 }],
    [['Date et heure', 'O3'], { moment: 0 }],
  ])('tell the time: %s', (header, time) => {
    expect(find(header).time).toEqual(time);
  });

  it('may have titles above them', () => {
    const { above, sites } = find(['Report of May'], ['made by', 'lin'], ['站点', 'MN号', '时间', '臭氧']);
    expect([above, sites]).toEqual([2, [1, 0]]);
  });

  it.each([
    ['no time', [['a', 'O3']], 'history_import.no_time'],
    ['no channels', [['time', 'weather']], 'history_import.no_channels'],
    ['one channel twice', [['time', 'PM2.5', 'pm25']], 'sheet.column_twice'],
  ])('are refused with %s', (_, rows, key) => {
    expect(() => find(...rows)).toThrow(key);
  });
});
