import type { ReportChart } from '@limpid/contract/report/document';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeAxis } from './axis.rule.ts';
import { layoutChart } from './chart-layout.rule.ts';

const makeChart = (kind: ReportChart['kind'], lines: (number | null)[][], names?: string[]): ReportChart => ({
  key: 'chart',
  kind,
  title: 'PM₂.₅',
  unit: 'µg/m³',
  decimals: 0,
  categories: names ?? (lines[0] ?? []).map((_, i) => `03-${i + 1}`),
  series: lines.map((values, i) => ({ name: `${i}`, channel: null, level: null, colour: '#000000', values })),
  limits: [],
  alt: '',
});

describe('an axis', () => {
  it.each([
    [[3, 7.2], [0, 2, 4, 6, 8], 0],
    [[148], [0, 50, 100, 150], 0],
    [[0.31], [0, 0.1, 0.2, 0.3, 0.4], 1],
    [[-4, 4], [-4, -2, 0, 2, 4], 0],
    [[], [0, 0.2, 0.4, 0.6, 0.8, 1], 1],
  ])('of %j has round ticks', (values, ticks, decimals) => {
    expect(makeAxis(values)).toMatchObject({ ticks, decimals });
  });

  it('contains zero and every value in at most eight ticks', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e9, max: 1e9 })), (integers) => {
        const values = integers.map((value) => value / 1000);
        const { from, to, ticks } = makeAxis(values);
        expect(Math.min(0, ...values)).toBeGreaterThanOrEqual(from);
        expect(Math.max(0, ...values)).toBeLessThanOrEqual(to);
        expect(ticks.length).toBeLessThanOrEqual(8);
      }),
    );
  });
});

describe('a chart', () => {
  it('has a gap in its line where values are missing', () => {
    const { lines } = layoutChart(makeChart('line', [[1, 2, null, 4]]), 400);
    expect(lines.map(({ points }) => points.length)).toEqual([2, 1]);
  });

  it('stands bars on each other or side by side', () => {
    const values = [[1], [3]];
    const [low, high] = layoutChart(makeChart('stack', values), 400).bars;
    expect(high).toMatchObject({ x: low?.x, y: low?.height });
    const [left, right] = layoutChart(makeChart('bar', values), 400).bars;
    expect(right).toMatchObject({ y: 0, x: (left?.x ?? 0) + (left?.width ?? 0) });
  });

  it('draws a bar below zero downwards', () => {
    const [bar] = layoutChart(makeChart('bar', [[-2]]), 400).bars;
    expect(bar).toMatchObject({ y: 0, height: 1 });
  });

  it('has room for its limit', () => {
    const chart = { ...makeChart('line', [[10, 20]]), limits: [{ value: 75, label: 'Limit 75' }] };
    expect(layoutChart(chart, 400).limits[0]?.y).toBeCloseTo(75 / 80);
  });

  it('leaves out days between its labels, slants names and shows the beginnings of months', () => {
    const days = layoutChart(makeChart('line', [Array.from({ length: 31 }, (_, i) => i)]), 200);
    expect(days.labels.length).toBeLessThan(10);
    const names = Array.from({ length: 20 }, () => 'Industrial park, east gate');
    const bars = layoutChart(makeChart('bar', [names.map(() => 1)], names), 400);
    expect(bars).toMatchObject({ slanted: true, labels: { length: 20 } });
    expect(bars.labels[0]?.text).toBe('Industrial park, …');
    const year = Array.from({ length: 365 }, (_, i) =>
      new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    );
    const months = layoutChart(makeChart('line', [year.map(() => 1)], year), 700);
    expect(months.labels.map(({ text }) => text).slice(0, 2)).toEqual(['2026-01', '2026-02']);
  });
});
