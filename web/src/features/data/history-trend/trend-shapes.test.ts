import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import type { Channel } from '../../../air/channel.ts';
import { makeTrendLines } from './trend-line.ts';
import { makePanels } from './trend-panels.ts';
import { drawBand } from './trend-shapes.ts';

const channel: Channel = {
  code: 'PM10',
  name: 'PM10',
  unit: 'µg/m³',
  decimals: 0,
  dataType: 'number',
  steps: [],
  meanings: [],
};
const axes = { xAxisIndex: 0, yAxisIndex: 0 };

/** A year of hours with the mean 30; one hour has a minute of 500, and two hours are missing. */
function makeYear() {
  const ts = Array.from({ length: 8760 }, (_, hour) => hour * HOUR_MS);
  const column = (value: number) => ts.map((_, hour) => (hour === 4000 || hour === 4001 ? null : value));
  const high: (number | null)[] = column(40);
  high[700] = 500;
  const series = { siteId: 1, channel: 'PM10', zone: 'UTC', granularity: 'hour' as const, step: HOUR_MS };
  const line = {
    ...series,
    count: 8758,
    ts,
    values: column(30),
    low: column(20),
    high,
    few: [],
    fewCount: 0,
  };
  const facts = { sites: [], channels: [channel], language: 'en' as const, isDark: false };
  return makeTrendLines({ series: [line] }, { ...facts, nameReference: String });
}

/** The corners of the polygons that a band consists of. */
function listCorners([series]: ReturnType<typeof drawBand>): number[][][] {
  const { data, renderItem } = series as unknown as {
    data: unknown[];
    renderItem: (
      params: { dataIndex: number },
      api: { coord: (point: number[]) => number[] },
    ) => { shape: { points: number[][] } };
  };
  return data.map((_, dataIndex) => renderItem({ dataIndex }, { coord: (point) => point }).shape.points);
}

it('draws the peak of one minute in a year of hours, on an axis that contains it', () => {
  const [line] = makeYear();
  if (!line) throw new Error('The fixture has changed.');
  const corners = listCorners(drawBand(line, axes)).flat();
  const highest = Math.max(...corners.map(([, value = 0]) => value));
  expect(corners.filter(([, value]) => value === highest)).toEqual([[700 * HOUR_MS, 500]]);
  const [panel] = makePanels([line], 'single');
  expect(panel?.axes[0]?.range.max).toBeGreaterThanOrEqual(500);
});

it('breaks the band where the line breaks', () => {
  const [line] = makeYear();
  if (!line) throw new Error('The fixture has changed.');
  const pieces = listCorners(drawBand(line, axes));
  expect(pieces.map((piece) => Math.max(...piece.map(([moment = 0]) => moment)) / HOUR_MS)).toEqual([
    4000, 8760,
  ]);
});
