import { nameWindPoint } from '@limpid/aqi/wind';
import type { TrendMarker } from '@limpid/contract/data/trend';
import type { Language } from '@limpid/contract/language';
import { indexCode } from '@limpid/contract/map/indices';
import type { LineSeriesOption } from 'echarts/charts';
import type { ChartOption } from '../../../charts/chart-option.ts';
import { type EndLabels, planEndLabels } from '../../../charts/end-label.ts';
import { drawLevelBands } from '../../../charts/level-bands.ts';
import { tipLook } from '../../../charts/tip-look.ts';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { drawAlarms } from './alarms/draw-alarms.ts';
import { pickAlarms, type TrendAlarm } from './alarms/trend-alarm.ts';
import { makeTimeAxis } from './time-axis-option.ts';
import type { TrendAxis, TrendPanel } from './trend-panels.ts';
import { drawFlags, drawLines, makePointerTrack, type ShapeAxes } from './trend-shapes.ts';
import { makeTrendTip, type TipFacts } from './trend-tip.ts';

export interface HistoryTrendFacts extends Omit<TipFacts, 'lines' | 'reachMs'> {
  panels: readonly TrendPanel[];
  from: number;
  to: number;
  markers: readonly TrendMarker[];
  alarms: readonly TrendAlarm[];
  language: Language;
  colourBlindSafe: boolean;
  /** Pixels of the chart. */
  width: number;
  /** Pixels of a saved picture for each pixel of the page. */
  density?: number;
}

const sizes = { single: 380, double: 230, multiple: 150, top: 28, gap: 30, bottom: 28, axis: 52, label: 184 };
/** Pixels around the cross-hair. */
const markerReach = 6;

/** The height of the chart in pixels of a desk. */
export function measureTrend(panels: number): number {
  const count = Math.max(1, panels);
  return count * (heightOf(count) + sizes.gap) + sizes.top - sizes.gap + sizes.bottom;
}

function heightOf(panels: number): number {
  if (panels <= 1) return sizes.single;
  return panels === 2 ? sizes.double : sizes.multiple;
}

/** Plots below each other with one axis of time, bands, lines, points and flags. */
export function historyTrendOption(facts: HistoryTrendFacts, look: ChartLook): ChartOption {
  const { panels, from, to } = facts;
  const lines = panels.flatMap(({ axes }) => axes.flatMap((axis) => axis.lines));
  const labels = planLabels(facts, look);
  const edges = planEdges(facts, look);
  const height = heightOf(panels.length) * look.scale;
  const reachMs = (markerReach * (to - from)) / edges.width;
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    grid: panels.map((_, place) => ({
      left: edges.left,
      right: edges.right,
      // All plots have the same width, whatever their labels.
      outerBoundsMode: 'none' as const,
      top: sizes.top * look.scale + place * (height + sizes.gap * look.scale),
      height,
    })),
    ...makeTimeAxes(facts, { from, to }, look),
    yAxis: panels.flatMap((panel, gridIndex) =>
      panel.axes.map((axis, place) => makeValueAxis(panel, axis, { gridIndex, place }, facts.language, look)),
    ),
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    tooltip: {
      ...tipLook(look),
      formatter: (shown) => {
        // The library's type of the parameters lacks the value of the axis.
        const [first] = [shown].flat() as { axisValue?: number | string }[];
        return makeTrendTip({ ...facts, lines, reachMs }, Number(first?.axisValue));
      },
    },
    series: drawPanels(facts, look, labels),
  };
}

/** The axes of time for a range, also while it is zoomed. */
export function makeTimeAxes(
  facts: HistoryTrendFacts,
  range: { from: number; to: number },
  look: ChartLook,
): Pick<ChartOption, 'xAxis'> {
  const { zone, language, panels } = facts;
  const { width } = planEdges(facts, look);
  const last = panels.length - 1;
  return {
    xAxis: panels.map((_, gridIndex) =>
      makeTimeAxis({ ...range, zone, language, width, gridIndex, isLast: gridIndex === last }, look),
    ),
  };
}

/** The space beside the plots, and their width, in pixels. */
export function planEdges(facts: HistoryTrendFacts, look: ChartLook) {
  const { panels, width } = facts;
  const hasSecond = panels.some(({ axes }) => axes.length > 1);
  const left = sizes.axis * look.scale;
  const right = (24 + (hasSecond ? sizes.axis : 0)) * look.scale + (planLabels(facts, look)?.width ?? 0);
  return { left, right, width: Math.max(1, width - left - right) };
}

/** Few lines are labelled directly, if there is room. */
function planLabels({ panels, width }: HistoryTrendFacts, look: ChartLook): EndLabels | undefined {
  const lines = panels.flatMap(({ axes }) => axes.flatMap((axis) => axis.lines));
  const named = lines.filter(({ isCompared }) => !isCompared);
  const labels = planEndLabels(named.length, width, look);
  if (!labels) return undefined;
  const hasSecond = panels.some(({ axes }) => axes.length > 1);
  const longest = Math.max(...named.map(({ label }) => estimateWidth(label)));
  return {
    distance: labels.distance + (hasSecond ? sizes.axis * look.scale : 0),
    width: Math.min(sizes.label, longest) * look.scale,
  };
}

/** Pixels of a label at a size of 12: Chinese characters are as wide as high. */
function estimateWidth(label: string): number {
  let width = 0;
  for (const letter of label) width += letter >= '\u2e80' ? 12 : 7;
  return width;
}

function makeValueAxis(
  { title }: TrendPanel,
  { unit, range, lines }: TrendAxis,
  { gridIndex, place }: { gridIndex: number; place: number },
  language: Language,
  look: ChartLook,
) {
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  const channel = lines[0]?.channel;
  const isDirection = channel?.dataType === 'direction';
  const decimals = Math.min(channel?.decimals ?? 0, countDecimals(range));
  const name = [title, unit && (title ? `(${unit})` : unit)].filter(Boolean).join(' ');
  return {
    type: 'value' as const,
    gridIndex,
    position: place === 0 ? ('left' as const) : ('right' as const),
    min: range.min,
    max: range.max,
    interval: range.step,
    name,
    nameGap: 10 * look.scale,
    axisLine: { show: false },
    axisTick: { show: false },
    nameTextStyle: { ...textStyle, align: place === 0 ? ('left' as const) : ('right' as const), padding: 0 },
    axisLabel: {
      ...textStyle,
      // Without values the range of the axis means nothing.
      show: hasValues(lines),
      formatter: (value: number) =>
        (isDirection && nameWindPoint(value, language)) || formatDecimal(value, decimals, language),
    },
    // The lines of a second axis would cross those of the first.
    splitLine: { show: place === 0, lineStyle: { color: look.line, width: 1 } },
  };
}

function hasValues(lines: TrendAxis['lines']): boolean {
  return lines.some(({ summary }) => summary.extent !== undefined);
}

/** The decimals that the numbers of an axis need. */
function countDecimals({ min, step }: TrendAxis['range']): number {
  return Math.max(...[min, step].map((value) => String(value).split('.')[1]?.length ?? 0));
}

function drawPanels(
  facts: HistoryTrendFacts,
  look: ChartLook,
  labels: EndLabels | undefined,
): ChartOption['series'] {
  let yAxisIndex = -1;
  const { from, to } = facts;
  const { width } = planEdges(facts, look);
  return facts.panels.flatMap(({ axes: panelAxes }, xAxisIndex) => {
    const codes = new Set(panelAxes.flatMap((axis) => axis.lines.map(({ channel }) => channel.code)));
    return panelAxes.flatMap((axis, place) => {
      yAxisIndex++;
      const axes = { xAxisIndex, yAxisIndex };
      const own = new Set(axis.lines.map(({ channel }) => channel.code));
      const markers = pickMarkers(facts.markers, own);
      return [
        ...(place === 0 ? drawBackground(facts, axis, axes, codes.size === 1) : []),
        drawLines(axis, place === 0 ? panelAxes : [], { ...facts, labels }, axes, look),
        ...(place === 0 ? [makePointerTrack(facts, axis, axes)] : []),
        ...drawFlags(markers, axes, axis.range.max, look),
        ...drawAlarms(findAlarms(facts, axis), axes, { from, to, width }, look),
        ...drawLimit(axis, axes, look),
      ];
    });
  });
}

/** The markers of channels; the index has those of its pollutants. */
export function pickMarkers(markers: readonly TrendMarker[], codes: ReadonlySet<string>): TrendMarker[] {
  return markers.filter(({ channel, ofIndex }) => codes.has(channel) || (ofIndex && codes.has(indexCode)));
}

/** The alarms of the lines of an axis; an earlier period has none. */
function findAlarms({ alarms }: HistoryTrendFacts, { lines }: TrendAxis): TrendAlarm[] {
  const shown = lines.filter(({ isCompared }) => !isCompared);
  return pickAlarms(
    alarms,
    shown.map(({ data, channel: { code } }) => ({
      siteId: 'siteId' in data ? data.siteId : undefined,
      code,
    })),
  );
}

/** Levels are drawn behind one channel only: those of another would be misread. */
function drawBackground(
  { from, to, colourBlindSafe }: HistoryTrendFacts,
  { lines, range }: TrendAxis,
  axes: ShapeAxes,
  isOne: boolean,
): LineSeriesOption[] {
  const bands = lines[0]?.channel.steps ?? [];
  if (!isOne || bands.length === 0 || !hasValues(lines)) return [];
  const markArea = drawLevelBands({ bands, colourBlindSafe, from, to }, range);
  return [{ type: 'line', ...axes, data: [], markArea }];
}

/** The limit of a site, if its line is the only one. */
function drawLimit({ lines }: TrendAxis, axes: ShapeAxes, look: ChartLook) {
  const own = lines.filter(({ isCompared }) => !isCompared);
  const data = own[0]?.data;
  if (own.length !== 1 || !data || !('limit' in data) || !data.limit) return [];
  const { value } = data.limit;
  return [
    {
      type: 'line' as const,
      ...axes,
      data: [],
      markLine: {
        silent: true,
        symbol: 'none',
        data: [{ yAxis: value }],
        lineStyle: { color: look.ink, type: 'dashed' as const, width: look.scale },
        label: { position: 'insideStartTop' as const, color: look.ink, fontSize: 12 * look.scale },
      },
    },
  ];
}
