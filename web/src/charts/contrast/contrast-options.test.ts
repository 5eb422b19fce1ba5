// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { plainLook as look } from '../chart-look.fixture.ts';
import { drawEndLabel, planEndLabels } from '../end-label.ts';
import { boxOption } from './box-option.ts';
import { scatterOption } from './scatter-option.ts';
import { joinPoints, timeLinesOption } from './time-lines-option.ts';

const HOUR_MS = 3_600_000;
const written = { format: String, formatWithUnit: (value: number) => `${value} µg/m³` };

it('breaks a line where two values are further apart than 1.5 steps', () => {
  const ts = [0, HOUR_MS, 3 * HOUR_MS];
  expect(joinPoints(ts, [1, null, 3], HOUR_MS)).toEqual([
    [0, 1],
    [HOUR_MS, null],
    [2 * HOUR_MS, null],
    [3 * HOUR_MS, 3],
  ]);
});

it('draws levels behind labelled lines, and names sites, values and the local time in the tooltip, without markup', () => {
  const start = Date.parse('2026-11-01T16:00Z');
  const option = timeLinesOption(
    {
      ts: [start, start + HOUR_MS],
      step: HOUR_MS,
      zone: 'Asia/Shanghai',
      offset: 8 * HOUR_MS,
      language: 'en',
      lines: [{ name: '<b>x</b>', colour: '#123', values: [5, null] }],
      axisName: 'µg/m³',
      decimals: 0,
      isFromZero: true,
      bands: [
        { upTo: 4, fill: '#0f0' },
        { upTo: null, fill: '#f00' },
      ],
      colourBlindSafe: false,
      labels: { distance: 6, width: 128 },
      ...written,
    },
    look,
  );
  expect(option.series).toMatchObject([
    {
      endLabel: { show: true, color: '#123' },
      markArea: {
        data: [
          [{ coord: [start + 8 * HOUR_MS, 0] }, { coord: [start + 9 * HOUR_MS, 4] }],
          [{ coord: [start + 8 * HOUR_MS, 4] }, { coord: [start + 9 * HOUR_MS, 6] }],
        ],
      },
    },
  ]);
  const { formatter } = [option.tooltip].flat()[0] ?? {};
  if (typeof formatter !== 'function') throw new Error('The tooltip has no formatter.');
  const shown = [{ value: [start + 8 * HOUR_MS, 5] }] as unknown as Parameters<typeof formatter>[0];
  const tip = formatter(shown, '') as HTMLElement;
  expect(tip.textContent).toBe('Nov 2, 2026 00:00<b>x</b>5 µg/m³');
});

it('labels two to four lines at their ends where there is room, and moves labels that touch apart', () => {
  expect([1, 2, 4, 5].map((lines) => planEndLabels(lines, 640, look) !== undefined)).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(planEndLabels(2, 639, look)).toBeUndefined();
  const label = drawEndLabel({ name: 'North', colour: '#123' }, { distance: 6, width: 128 }, look);
  expect(label).toMatchObject({ labelLayout: { moveOverlap: 'shiftY' }, endLabel: { overflow: 'truncate' } });
  expect(label.endLabel.formatter()).toBe('North');
});

it('draws the fitted line within the values and the line of equal values across the chart', () => {
  const option = scatterOption(
    {
      points: [
        { x: 10, y: 25, title: '' },
        { x: 30, y: 65, title: '' },
      ],
      line: { slope: 2, intercept: 5 },
      xName: 'a',
      yName: 'b',
      colour: '#123',
      decimals: 0,
      isFromZero: true,
      ...written,
    },
    look,
  );
  expect(option.series).toMatchObject([
    { type: 'scatter' },
    {
      data: [
        [0, 0],
        [80, 80],
      ],
    },
    {
      data: [
        [10, 25],
        [30, 65],
      ],
    },
  ]);
  expect(option.xAxis).toMatchObject({ min: 0, max: 80 });
  expect(option.yAxis).toMatchObject({ min: 0, max: 80 });
});

it('draws values that have notes as rings and writes the notes into the tooltip, in points and over time', () => {
  const common = { decimals: 0, isFromZero: true, ...written };
  const scatter = scatterOption(
    {
      points: [
        { x: 10, y: 25, title: 'first' },
        { x: 30, y: 65, title: 'second', notes: ['Rule: above 60'] },
      ],
      line: null,
      xName: 'a',
      yName: 'b',
      colour: '#123',
      ...common,
    },
    look,
  );
  const ring = { itemStyle: { color: 'transparent', borderColor: '#123' } };
  expect([scatter.series].flat()[0]).toMatchObject({ data: [[10, 25], { value: [30, 65], ...ring }] });
  const lines = timeLinesOption(
    {
      ts: [0, HOUR_MS],
      step: HOUR_MS,
      zone: 'UTC',
      offset: 0,
      language: 'en',
      lines: [{ name: 'x', colour: '#123', values: [5, 7] }],
      axisName: '',
      bands: [],
      colourBlindSafe: false,
      notes: [[], ['Rule: above 6']],
      ...common,
    },
    look,
  );
  expect(lines.series).toMatchObject([{ type: 'line' }, { type: 'scatter', data: [[HOUR_MS, 7]], ...ring }]);
  const readTip = ({ tooltip }: typeof lines, shown: object) => {
    const { formatter } = [tooltip].flat()[0] ?? {};
    if (typeof formatter !== 'function') throw new Error('The tooltip has no formatter.');
    return (formatter([shown] as unknown as Parameters<typeof formatter>[0], '') as HTMLElement).textContent;
  };
  expect(readTip(scatter, { dataIndex: 1 })).toContain('Rule: above 60');
  expect(readTip(scatter, { dataIndex: 0 })).not.toContain('Rule');
  expect(readTip(lines, { value: [HOUR_MS, 7] })).toContain('Rule: above 6');
});

it('draws a box for each site with its mean and its outliers', () => {
  const box = { lowerWhisker: 1, lowerQuartile: 2, median: 3, upperQuartile: 4, upperWhisker: 5 };
  const option = boxOption(
    {
      boxes: [{ name: 'a', colour: '#112233', ...box, mean: 3.5, outliers: [20], tip: [] }],
      unit: '',
      decimals: 0,
      isFromZero: true,
      format: String,
    },
    look,
  );
  expect(option.series).toMatchObject([
    { data: [{ value: [1, 2, 3, 4, 5] }] },
    { data: [{ value: [20, 0] }] },
    { data: [{ value: [3.5, 0] }] },
  ]);
});
