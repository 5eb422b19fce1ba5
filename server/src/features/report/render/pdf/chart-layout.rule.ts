import type { ReportChart } from '@limpid/contract/report/document';
import { estimateEms } from '../text-width.rule.ts';
import { makeAxis } from './axis.rule.ts';

/** Places are shares of the plot: x from the left, y from the bottom. */
export interface ChartLayout {
  ticks: { y: number; value: number }[];
  tickDecimals: number;
  labels: { x: number; text: string }[];
  /** Names that would not stand side by side. */
  slanted: boolean;
  lines: ChartLine[];
  bars: ChartBar[];
  limits: { y: number; label: string }[];
}

interface ChartLine {
  series: number;
  points: [x: number, y: number][];
}

interface ChartBar {
  series: number;
  x: number;
  width: number;
  y: number;
  height: number;
}

/** Points, at the size of chart labels. */
const labelSize = 7;
const labelGap = 8;
const barShare = 0.72;
/** Points: the bar of a single category would fill the chart. */
const widestBar = 44;
/** With more days than these, labels are at the first days of months. */
const mostDays = 62;
const longestName = 18;

export function layoutChart(chart: ReportChart, plotWidth: number): ChartLayout {
  const axis = makeAxis([...listExtremes(chart), ...chart.limits.map(({ value }) => value)]);
  const scale = (value: number) => (value - axis.from) / (axis.to - axis.from);
  return {
    ticks: axis.ticks.map((value) => ({ y: scale(value), value })),
    tickDecimals: axis.decimals,
    ...placeLabels(chart, plotWidth),
    lines: chart.kind === 'line' ? placeLines(chart, scale) : [],
    bars: chart.kind === 'line' ? [] : placeBars(chart, plotWidth, scale),
    limits: chart.limits.map(({ value, label }) => ({ y: scale(value), label })),
  };
}

/** Stacked values count together; what is below zero is not stacked. */
function listExtremes({ kind, series, categories }: ReportChart): number[] {
  const values = series.flatMap((line) => line.values.filter((value) => value !== null));
  if (kind !== 'stack') return values;
  return categories.map((_, i) =>
    series.reduce((total, { values: column }) => total + Math.max(0, column[i] ?? 0), 0),
  );
}

const placeCategory = (index: number, count: number) => (index + 0.5) / Math.max(1, count);

function placeLines({ series, categories }: ReportChart, scale: (value: number) => number): ChartLine[] {
  return series.flatMap(({ values }, index) => {
    const lines: ChartLine[] = [];
    let points: ChartLine['points'] = [];
    for (const [i, value] of values.slice(0, categories.length).entries()) {
      if (value === null) points = [];
      else {
        if (points.length === 0) lines.push({ series: index, points });
        points.push([placeCategory(i, categories.length), scale(value)]);
      }
    }
    return lines;
  });
}

function placeBars(
  { kind, series, categories }: ReportChart,
  plotWidth: number,
  scale: (value: number) => number,
): ChartBar[] {
  const slot = Math.min(barShare / Math.max(1, categories.length), widestBar / plotWidth);
  const width = kind === 'stack' ? slot : slot / Math.max(1, series.length);
  return categories.flatMap((_, i) => {
    const left = placeCategory(i, categories.length) - slot / 2;
    let base = 0;
    return series.flatMap(({ values }, index) => {
      const value = values[i] ?? null;
      if (value === null || value === 0 || (kind === 'stack' && value < 0)) return [];
      const from = kind === 'stack' ? base : 0;
      if (kind === 'stack') base += value;
      const [low, high] = [scale(Math.min(from, from + value)), scale(Math.max(from, from + value))];
      const x = kind === 'stack' ? left : left + index * width;
      return [{ series: index, x, width, y: low, height: high - low }];
    });
  });
}

/** Dates and hours follow each other, so some of them may be left out; names may not. */
function placeLabels(
  { categories, kind }: ReportChart,
  plotWidth: number,
): Pick<ChartLayout, 'labels' | 'slanted'> {
  const candidates = listMonths(categories) ?? categories.map((text, index) => ({ index, text }));
  const count = categories.length;
  const widest = Math.max(0, ...candidates.map(({ text }) => estimateEms(text))) * labelSize + labelGap;
  const room = plotWidth / Math.max(1, candidates.length);
  const isSequence = kind === 'line' || categories.every((text) => /\d/.test(text));
  const slanted = widest > room && !isSequence;
  const every = roundInterval(Math.ceil((slanted ? labelSize * 1.4 : widest) / room));
  const labels = candidates
    .filter((_, i) => i % every === 0)
    .map(({ index, text }) => ({ x: placeCategory(index, count), text: slanted ? shorten(text) : text }));
  return { labels, slanted };
}

/** The first days of months, if the categories are many days. */
function listMonths(categories: readonly string[]): { index: number; text: string }[] | undefined {
  if (categories.length <= mostDays || !categories.every((text) => /^\d{4}-\d{2}-\d{2}$/.test(text)))
    return undefined;
  return categories.flatMap((text, index) =>
    text.endsWith('-01') ? [{ index, text: text.slice(0, 7) }] : [],
  );
}

/** Every second, fifth, seventh … label: intervals that a reader can count. */
function roundInterval(least: number): number {
  return [1, 2, 3, 5, 7, 10, 12, 24].find((interval) => interval >= least) ?? Math.ceil(least / 24) * 24;
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= longestName ? text : `${characters.slice(0, longestName - 1).join('')}…`;
}
