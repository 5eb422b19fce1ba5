// @vitest-environment happy-dom
import { HOUR_MS } from '@limpid/contract/durations';
import { expect, it } from 'vitest';
import { plainLook } from '../chart-look.fixture.ts';
import { describeMoment } from './describe-moment.ts';
import { type ChartPanel, measurePanels, type PanelsFacts, panelsOption } from './panels-option.ts';

const from = Date.parse('2026-11-14T16:00:00Z');
const at = (hour: number) => from + hour * HOUR_MS;
const panel = (unit: string, ...names: string[]): ChartPanel => ({
  unit,
  decimals: 0,
  bands: [
    { upTo: 35, fill: '#00e400' },
    { upTo: null, fill: '#ffff00' },
  ],
  limit: null,
  format: String,
  lines: names.map((name) => ({
    name,
    colour: '#1f6fd6',
    ts: [at(0), at(1), at(2), at(4)],
    values: [10, null, 30, 40],
    format: (value) => `${value} ${unit}`,
  })),
});
const facts: PanelsFacts = {
  from,
  to: at(24),
  zone: 'Asia/Shanghai',
  language: 'en',
  stepMs: HOUR_MS,
  panels: [panel('µg/m³', 'PM2.5', 'PM10'), panel('°C', 'Temperature')],
  strip: {
    name: 'AQI',
    colour: '#000',
    cells: [{ from: at(0), to: at(1), fill: '#00e400', text: '42 Excellent' }],
  },
  missing: [[at(3), at(4)]],
  missingText: 'no data',
  colourBlindSafe: false,
};
interface Drawn {
  type: string;
  xAxisIndex: number;
  markArea?: { data: unknown[] };
}
const draw = (changes: Partial<PanelsFacts> = {}) => {
  const option = panelsOption({ ...facts, ...changes }, plainLook);
  // The parts that the tests read.
  return {
    series: option.series as Drawn[],
    grids: option.grid as { top: number; height: number }[],
    option,
  };
};

it('gives each unit a panel and the index a strip, none over another', () => {
  const { series, grids } = draw();
  expect(series.map(({ type, xAxisIndex }) => [type, xAxisIndex])).toEqual([
    ['line', 0],
    ['line', 0],
    ['line', 1],
    ['custom', 2],
  ]);
  for (const [place, { top }] of grids.entries()) {
    const above = grids[place - 1];
    expect(top).toBeGreaterThanOrEqual(above ? above.top + above.height : 0);
  }
  const lowest = grids.at(-1);
  expect((lowest?.top ?? 0) + (lowest?.height ?? 0)).toBeLessThan(measurePanels(facts));
});

it('draws levels behind a single line only, and missing times in every panel', () => {
  const { series } = draw();
  // One time is missing; the second panel has two levels besides.
  expect(series.map(({ markArea }) => markArea?.data.length)).toEqual([1, undefined, 3, undefined]);
});

it('has no strip without an index', () => {
  const { series, grids } = draw({ strip: undefined });
  expect(grids).toHaveLength(2);
  expect(series.some(({ type }) => type === 'custom')).toBe(false);
});

it('marks the first value of a flagged period, and says why all along it', () => {
  const [first, ...others] = facts.panels;
  if (!first) throw new Error('The fixture has changed.');
  const flags = [{ from: at(0.5), to: at(3), text: 'Spike: 30' }];
  const panels = [{ ...first, lines: first.lines.map((line, n) => (n === 0 ? { ...line, flags } : line)) }];
  const [line] = draw({ panels: [...panels, ...others] }).series as unknown as {
    symbol: (value: unknown, at: { dataIndex: number }) => string;
  }[];
  expect([0, 1, 2].map((dataIndex) => line?.symbol(undefined, { dataIndex }))).toEqual([
    'circle',
    'circle',
    'diamond',
  ]);
  const notesAt = (hour: number) => describeMoment({ ...facts, panels }, at(hour)).notes;
  expect([0, 2].map(notesAt)).toEqual([[], ['PM2.5 · Spike: 30']]);
});

it.each([
  [0, ['10 µg/m³', '10 µg/m³', '10 °C', '42 Excellent'], []],
  [1, ['—', '—', '—', '—'], []],
  [2.5, ['30 µg/m³', '30 µg/m³', '30 °C', '—'], []],
  [3.5, ['—', '—', '—', '—'], ['no data']],
])('describes hour %d with every line, its unit and the index', (hour, texts, notes) => {
  const { rows, notes: said } = describeMoment(facts, at(hour));
  expect([rows.map(({ text }) => text), said]).toEqual([texts, notes]);
});
