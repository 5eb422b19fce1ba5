import { HOUR_MS } from '@limpid/contract/durations';
// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { channelColour } from '../air/channel-colour.ts';
import { makeZoneClock } from '../lib/zone-clock.ts';
import { plainLook } from './chart-look.fixture.ts';
import { listTicks } from './time-axis.ts';
import { listValues, type TrendFacts, trendOption } from './trend-option.ts';

const from = Date.parse('2026-03-28T23:00:00Z');
const look = { ...plainLook, scale: 2 };
const ts = [0, 5, 10, 60].map((minute) => from + minute * 60_000);
const facts: TrendFacts = {
  from,
  to: from + 24 * HOUR_MS,
  zone: 'Europe/Paris',
  language: 'fr',
  lines: [{ name: '<b>PM₁₀</b>', colour: '#1f6fd6', ts, values: [40, 80, null, 60] }],
  bands: [
    { upTo: 50, fill: '#00e400' },
    { upTo: 150, fill: '#ffff00' },
    { upTo: null, fill: '#ff7e00' },
  ],
  colourBlindSafe: false,
  unit: 'µg/m³',
  decimals: 0,
  format: String,
  formatWithUnit: (value) => `${value} µg/m³`,
};

/** The part of the option that the tests read. */
interface Drawn {
  data: unknown[][];
  connectNulls: boolean;
  lineStyle: { width: number };
  symbol: (value: unknown, at: { dataIndex: number }) => string;
  symbolSize: (value: unknown, at: { dataIndex: number }) => number;
  markArea?: { data: [{ coord: number[]; itemStyle: { opacity: number } }, { coord: number[] }][] };
}

function draw(changes: Partial<TrendFacts> = {}): Drawn {
  const { series } = trendOption({ ...facts, ...changes }, look);
  return [series].flat()[0] as unknown as Drawn;
}

it('keeps gaps, and draws a value between two gaps as a point', () => {
  const { data, connectNulls, symbolSize, lineStyle } = draw();
  expect(data.map(([, value]) => value)).toEqual([40, 80, null, 60]);
  expect(connectNulls).toBe(false);
  expect([0, 1, 3].map((dataIndex) => symbolSize(undefined, { dataIndex }) > 0)).toEqual([
    false,
    false,
    true,
  ]);
  expect(lineStyle.width).toBe(3);
});

it('draws faint bands behind the line within the axis', () => {
  const areas = draw().markArea?.data.map(([lower, upper]) => [lower.coord[1], upper.coord[1]]);
  expect(areas).toEqual([
    [0, 50],
    [50, 80],
  ]);
  expect(draw().markArea?.data[0]?.[0].itemStyle.opacity).toBe(0.06);
  const safe = draw({ colourBlindSafe: true }).markArea?.data[0]?.[0].itemStyle.opacity ?? 0;
  expect(safe).toBeGreaterThan(0.2);
});

it('draws a limit as a dashed line and out-of-range values as marks at the upper edge', () => {
  const [line] = facts.lines;
  if (!line) throw new Error('The fixture has changed.');
  const option = trendOption({ ...facts, limit: 400, lines: [{ ...line, marks: [from] }] }, look);
  const [drawn, marks] = [option.series].flat() as unknown as [
    { markLine: { data: object[] } },
    { symbol: string; data: number[][] },
  ];
  expect(drawn.markLine.data).toMatchObject([{ yAxis: 400, lineStyle: { type: 'dashed' } }]);
  const { max } = option.yAxis as { max: number };
  expect(max).toBeGreaterThanOrEqual(400);
  expect(marks).toMatchObject({ symbol: 'triangle', data: [[from, max]] });
  expect(draw()).not.toHaveProperty('markLine');
});

it('draws hours with too few minutes as hollow points, with a note in the tooltip', () => {
  const [line] = facts.lines;
  if (!line) throw new Error('The fixture has changed.');
  const hollow = new Map([[ts[1] ?? 0, 'fewer than 45 valid minutes']]);
  const insufficient = { lines: [{ ...line, hollow }] };
  const { symbol, symbolSize } = draw(insufficient);
  expect([0, 1].map((dataIndex) => symbol(undefined, { dataIndex }))).toEqual(['circle', 'emptyCircle']);
  expect(symbolSize(undefined, { dataIndex: 1 })).toBeGreaterThan(0);
  const rows = [0, 1].map((at) => listValues({ ...facts, ...insufficient }, at).values[0]?.text);
  expect(rows).toEqual(['40 µg/m³', '80 µg/m³ · fewer than 45 valid minutes']);
});

it('draws directions as points instead of a line', () => {
  const { lineStyle, symbolSize } = draw({ circle: { min: 0, max: 360, step: 90 } });
  expect(lineStyle.width).toBe(0);
  expect(symbolSize(undefined, { dataIndex: 0 })).toBeGreaterThan(0);
});

it('shows every line with its unit in the tooltip, and a dash for a gap', () => {
  const other = { name: 'NO₂', colour: '', ts: ts.slice(0, 1), values: [7] };
  const rows = listValues({ ...facts, lines: [...facts.lines, other] }, 1);
  expect(rows).toMatchObject({ moment: ts[1], values: [{ text: '80 µg/m³' }, { text: '—' }] });
});

it('escapes names in the tooltip', () => {
  const { tooltip } = trendOption(facts, look);
  const { formatter } = [tooltip].flat()[0] ?? {};
  if (typeof formatter !== 'function') throw new Error('The tooltip has no formatter.');
  // Only the position of the point is read.
  const tip = formatter([{ dataIndex: 0 }] as unknown as Parameters<typeof formatter>[0], '') as HTMLElement;
  expect(tip.querySelector('b')).toBeNull();
  expect(tip.textContent).toContain('<b>PM₁₀</b>');
  expect(tip.textContent).toContain('29 mars 00:00');
});

it('labels the axis in local time, also when the clocks change', () => {
  const clock = makeZoneClock('Europe/Paris', 'fr');
  const ticks = listTicks(from, from + 24 * HOUR_MS, 6, clock);
  expect(ticks.map(clock.time)).toEqual(['00:00', '06:00', '12:00', '18:00', '00:00']);
  expect(listTicks(from, from + 6 * HOUR_MS, 6, makeZoneClock('Asia/Kathmandu', 'en'))).toHaveLength(1);
});

it('gives every channel a stable colour, including unknown ones', () => {
  expect(channelColour('PM2.5', false)).not.toBe(channelColour('PM10', false));
  expect(channelColour('PM2.5', true)).not.toBe(channelColour('PM2.5', false));
  expect(channelColour('w21003', false)).toMatch(/^#[0-9a-f]{6}$/);
});
