import type { LevelStep } from '../../air/level.ts';
import { frameChart } from '../chart-frame.ts';
import type { ChartOption } from '../chart-option.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';
import { type CategoryTip, frameCategories } from './category-frame.ts';

interface HistogramFacts {
  /** The lower bound of the first bin. */
  start: number;
  width: number;
  counts: readonly number[];
  colour: string;
  /** Lines at values, with a text. */
  marks: readonly { value: number; text: string }[];
  bands: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  bandOpacity: number;
  unit: string;
  /** Below the axis of values. */
  valueUnit: string;
  formatTick: (value: number) => string;
  describe: (bin: number) => CategoryTip;
}

/** Counts by value as steps, with lines at percentiles and the bands of levels behind them. */
export function histogramOption(facts: HistogramFacts, look: ChartLook): ChartOption {
  const { start, width, counts, colour, marks, unit, describe } = facts;
  const end = start + counts.length * width;
  const range = roundRange(counts, 0, true);
  const frame = frameCategories({ categories: [], unit, range, formatTick: String, describe }, look);
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  // A step ends where the next one begins, so the last one needs a point at its end.
  const steps = [...counts.entries(), [counts.length, counts.at(-1) ?? 0]];
  return {
    ...frame,
    ...frameChart(look, { top: 26, bottom: facts.valueUnit ? 20 : 0 }),
    xAxis: {
      name: facts.valueUnit,
      nameLocation: 'middle',
      nameGap: 24 * look.scale,
      nameTextStyle: textStyle,
      type: 'value',
      min: start,
      max: end,
      axisLine: { show: true, lineStyle: { color: look.line } },
      axisTick: { show: true, lineStyle: { color: look.line } },
      axisLabel: { ...textStyle, hideOverlap: true, formatter: facts.formatTick },
      splitLine: { show: false },
    },
    series: [
      {
        type: 'line',
        step: 'end',
        data: steps.map(([bin = 0, count]) => [start + bin * width, count]),
        symbol: 'none',
        color: colour,
        lineStyle: { width: look.scale },
        areaStyle: { color: colour, opacity: 0.35 },
        silent: true,
        markLine: {
          silent: true,
          symbol: 'none',
          data: marks.map(({ value, text }) => ({ xAxis: value, name: text })),
          lineStyle: { color: look.ink, type: 'dashed', width: look.scale },
          label: {
            formatter: ({ name }: { name: string }) => name,
            position: 'insideEndTop',
            color: look.ink,
            fontSize: 12 * look.scale,
            fontFamily: look.font,
          },
        },
        markArea: { silent: true, data: drawBands(facts, end) },
      },
    ],
  };
}

function drawBands({ bands, bandOpacity, start }: HistogramFacts, end: number): [object, object][] {
  return bands
    .map(({ upTo, fill }, n) => ({
      from: Math.max(start, bands[n - 1]?.upTo ?? start),
      to: Math.min(end, upTo ?? end),
      fill,
    }))
    .filter(({ from, to }) => from < to)
    .map(({ from, to, fill }) => [
      { xAxis: from, itemStyle: { color: fill, opacity: bandOpacity } },
      { xAxis: to },
    ]);
}
