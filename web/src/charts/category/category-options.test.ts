// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { plainLook as look } from '../chart-look.fixture.ts';
import { bandOption } from './band-option.ts';
import { barOption } from './bar-option.ts';
import { heatOption } from './heat-option.ts';
import { histogramOption } from './histogram-option.ts';

const frame = {
  categories: ['Mon', 'Tue', 'Wed'],
  unit: 'µg/m³',
  formatTick: String,
  describe: (at: number) => ({ title: `day ${at}`, rows: [{ name: '<b>x</b>', colour: '#123', text: '4' }] }),
};

/** The parts of a series that the tests read. */
interface Drawn {
  data: unknown[];
  stack?: string;
  areaStyle?: object;
  symbolSize: (value: unknown, at: { dataIndex: number }) => number;
}

function drawBands() {
  const line = {
    name: 'PM10',
    colour: '#123',
    values: [10, null, 30],
    band: { low: [8, null, null], high: [14, null, 32] },
    hollow: [2],
  };
  return bandOption({ ...frame, lines: [line], decimals: 0, isFromZero: true }, look);
}

it('draws a band as a filled height on its lower end, and none without both ends', () => {
  const [low, height, line] = [drawBands().series].flat() as unknown as Drawn[];
  expect([low?.data, height?.data]).toEqual([
    [8, null, null],
    [6, null, null],
  ]);
  expect(low?.stack).toBe(height?.stack);
  expect(height?.areaStyle).toBeDefined();
  expect(line?.data).toMatchObject([10, null, { value: 30 }]);
});

it('has an axis that holds lines and bands', () => {
  expect(drawBands().yAxis).toMatchObject({ min: 0, max: 40 });
});

it('draws values beside gaps as points, and marked ones hollow', () => {
  const line = ([drawBands().series].flat() as unknown as Drawn[])[2];
  expect(line?.symbolSize(undefined, { dataIndex: 0 })).toBeGreaterThan(0);
  expect(line?.data[2]).toMatchObject({ itemStyle: { color: look.surface, borderColor: '#123' } });
});

it('stacks the parts of bars, upright or lying with the first category on top', () => {
  const facts = {
    ...frame,
    range: { min: 0, max: 31, step: 10 },
    width: '70%' as const,
    parts: [
      { name: 'good', colour: '#0f0', values: [1, 2, 3] },
      { name: 'bad', colour: '#f00', values: [3, 2, 1] },
    ],
  };
  const { series, xAxis } = barOption(facts, look);
  expect(series).toMatchObject([
    { stack: 'all', data: [1, 2, 3] },
    { stack: 'all', data: [3, 2, 1] },
  ]);
  expect(xAxis).toMatchObject({ type: 'category', data: frame.categories });
  expect(barOption({ ...facts, isLying: true }, look).yAxis).toMatchObject({
    type: 'category',
    inverse: true,
    axisLabel: { overflow: 'truncate' },
  });
  expect(barOption({ ...facts, isLying: true, wrapsLabels: true }, look).yAxis).toMatchObject({
    axisLabel: { overflow: 'break', lineOverflow: 'truncate' },
  });
});

it('escapes names in the tooltip', () => {
  const { formatter } = [drawBands().tooltip].flat()[0] ?? {};
  if (typeof formatter !== 'function') throw new Error('The tooltip has no formatter.');
  // Only the position of the point is read.
  const tip = formatter([{ dataIndex: 1 }] as unknown as Parameters<typeof formatter>[0], '') as HTMLElement;
  expect(tip.querySelector('b')).toBeNull();
  expect(tip.textContent).toBe('day 1<b>x</b>4');
});

const bands = [
  { upTo: 35, fill: '#0f0' },
  { upTo: 75, fill: '#ff0' },
  { upTo: null, fill: '#f00' },
];

it('draws bins as steps up to the end of the last, with bands and lines within them', () => {
  const option = histogramOption(
    {
      start: 20,
      width: 10,
      counts: [3, 5],
      colour: '#123',
      marks: [{ value: 31, text: 'P50' }],
      bands,
      bandOpacity: 0.1,
      unit: 'hours',
      valueUnit: 'µg/m³',
      formatTick: String,
      describe: frame.describe,
    },
    look,
  );
  expect(option.xAxis).toMatchObject({ min: 20, max: 40, name: 'µg/m³' });
  const [series] = [option.series].flat();
  expect(series).toMatchObject({
    step: 'end',
    data: [
      [20, 3],
      [30, 5],
      [40, 5],
    ],
    markLine: { data: [{ xAxis: 31, name: 'P50' }] },
    markArea: {
      data: [
        [{ xAxis: 20 }, { xAxis: 35 }],
        [{ xAxis: 35 }, { xAxis: 40 }],
      ],
    },
  });
});

it('colours the cells of a grid by step, each including its upper end, and marks cells of wide columns', () => {
  const cells = [{ column: 1, row: 2, value: 35 }];
  const facts = { cells, steps: bands, describe: () => frame.describe(0) };
  const marks = { marked: [{ column: 0, row: 1 }], sign: '⚑' };
  const heat = (columns: string[]) =>
    heatOption({ columns, rows: ['0', '1', '2'], ...facts, ...marks }, look);
  const { visualMap, series } = heat(['a', 'b']);
  expect(series).toMatchObject([
    { type: 'heatmap', data: [[1, 2, 35]] },
    { type: 'scatter', data: [[0, 1]], label: { formatter: '⚑' } },
  ]);
  expect(heat(Array.from({ length: 366 }, String)).series).toMatchObject([{}, { data: [] }]);
  expect(visualMap).toMatchObject({
    pieces: [
      { lte: 35, color: '#0f0' },
      { gt: 35, lte: 75, color: '#ff0' },
      { gt: 75, color: '#f00' },
    ],
  });
});
