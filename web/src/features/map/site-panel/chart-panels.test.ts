import type { TrendSiteLine } from '@limpid/contract/data/trend';
import { expect, it } from 'vitest';
import type { Channel } from '../../../air/channel.ts';
import { makeSitePanels } from './chart-panels.ts';

const channel = (code: string, unit = 'µg/m³'): Channel => ({
  code,
  name: code,
  unit,
  decimals: 0,
  dataType: 'number',
  steps: [],
  meanings: [],
});
const [fine, coarse, humidity] = [channel('PM2.5'), channel('PM10'), channel('RH', '%')];
// A panel reads only times, values and the limit.
const line = (limit: number | null) =>
  ({ ts: [0], values: [1], limit: limit === null ? null : { value: limit } }) as unknown as TrendSiteLine;
const lines = new Map([
  ['PM2.5', line(75)],
  ['PM10', line(150)],
  ['RH', line(null)],
]);

it.each<[string, Channel[], (number | null)[]]>([
  ['one channel', [fine], [75]],
  ['channels with a panel each', [humidity, coarse], [null, 150]],
  ['two channels of one panel', [coarse, fine], [null]],
])('draws the limit of a panel that has a single line: %s', (_, channels, limits) => {
  const panels = makeSitePanels(channels, lines, { language: 'en', isDark: false });
  expect(panels.map(({ limit }) => limit)).toEqual(limits);
});
