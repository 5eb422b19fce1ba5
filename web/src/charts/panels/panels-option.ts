import type { LevelStep } from '../../air/level.ts';
import type { Span } from '../../air/missing-spans.ts';
import { makeZoneClock, type ZoneClock } from '../../lib/zone-clock.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip } from '../draw-tip.ts';
import { drawLevelBands } from '../level-bands.ts';
import { listTicks } from '../time-axis.ts';
import { drawLimits } from '../time-frame.ts';
import { tipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange, type ValueRange } from '../value-range.ts';
import { describeMoment } from './describe-moment.ts';

export interface PanelLine {
  name: string;
  colour: string;
  ts: readonly number[];
  /** A null breaks the line. */
  values: readonly (number | null)[];
  /** Writes a value in the tooltip. */
  format: (value: number) => string;
  /** Periods with a mark at their beginning and a note in the tooltip. */
  flags?: readonly FlaggedSpan[];
}

interface FlaggedSpan {
  from: number;
  to: number;
  text: string;
}

/** Lines of one unit, which share an axis. */
export interface ChartPanel {
  unit: string;
  decimals: number;
  lines: readonly PanelLine[];
  /** The levels behind a single line. */
  bands: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  /** Drawn as a dashed line. */
  limit: number | null;
  /** For directions: separate points on a fixed axis. */
  circle?: ValueRange | undefined;
  /** Writes a number on the axis. */
  format: (value: number) => string;
}

/** One coloured piece of the strip below the panels. */
export interface StripCell {
  from: number;
  to: number;
  fill: string;
  /** Its number and level. */
  text: string;
}

export interface PanelsFacts {
  from: number;
  to: number;
  zone: string;
  language: string;
  /** The time that one value stands for. */
  stepMs: number;
  panels: readonly ChartPanel[];
  strip: { name: string; colour: string; cells: readonly StripCell[] } | undefined;
  /** Times without any value, shaded. */
  missing: readonly Span[];
  missingText: string;
  colourBlindSafe: boolean;
}

const [panelHeight, firstPanelHeight, headHeight, stripHeight, footHeight] = [92, 150, 30, 14, 24];
const [leftWidth, rightWidth] = [46, 12];

/** The height of the chart in pixels of a desk screen. */
export function measurePanels({ panels, strip }: Pick<PanelsFacts, 'panels' | 'strip'>): number {
  const heights = panels.map((_, place) => headHeight + (place === 0 ? firstPanelHeight : panelHeight));
  const sum = heights.reduce((total, height) => total + height, 0);
  return sum + (strip ? stripHeight + 10 : 0) + footHeight;
}

/** Panels of lines one below the other, one for each unit, with a strip of coloured hours; all on one axis of time. */
export function panelsOption(facts: PanelsFacts, look: ChartLook): ChartOption {
  const { from, to, panels, strip } = facts;
  const clock = makeZoneClock(facts.zone, facts.language);
  const ticks = listTicks(from, to, chooseTickHours(to - from), clock);
  const ranges = panels.map(chooseRange);
  const tops = panels.map(
    (_, place) =>
      headHeight +
      place * headHeight +
      (place > 0 ? firstPanelHeight : 0) +
      Math.max(0, place - 1) * panelHeight,
  );
  const stripTop = (tops.at(-1) ?? 0) + (panels.length > 1 ? panelHeight : firstPanelHeight) + 10;
  const side = {
    left: leftWidth * look.scale,
    right: rightWidth * look.scale,
    outerBoundsMode: 'none' as const,
  };
  const last = panels.length - (strip ? 0 : 1);
  const grids = [
    ...tops.map((top, place) => ({
      ...side,
      top: top * look.scale,
      height: (place === 0 ? firstPanelHeight : panelHeight) * look.scale,
    })),
    ...(strip ? [{ ...side, top: stripTop * look.scale, height: stripHeight * look.scale }] : []),
  ];
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    axisPointer: { link: [{ xAxisIndex: 'all' }] },
    grid: grids,
    xAxis: grids.map((_, place) => timeAxis(facts, { place, isLast: place === last, ticks, clock }, look)),
    yAxis: [
      ...panels.map((panel, place) => panelAxis(panel, ranges[place], place, look)),
      ...(strip ? [stripAxis(strip.name, panels.length, look)] : []),
    ],
    tooltip: tooltip(facts, look, clock),
    series: [
      ...panels.flatMap((panel, place) => drawPanel(facts, panel, ranges[place], place, look)),
      ...(strip ? [drawStrip(strip.cells, panels.length, look)] : []),
    ],
  };
}

function chooseRange({ lines, limit, circle, decimals, bands }: ChartPanel): ValueRange {
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  return circle ?? roundRange(limit === null ? values : [...values, limit], decimals, bands.length > 0);
}

/** About six labels, at round hours of the day. */
function chooseTickHours(ms: number): number {
  const hours = ms / 3_600_000;
  if (hours <= 6) return 1;
  if (hours <= 12) return 2;
  return hours <= 26 ? 6 : 24;
}

interface AxisPlace {
  place: number;
  isLast: boolean;
  ticks: readonly number[];
  clock: ZoneClock;
}

function timeAxis({ from, to }: PanelsFacts, { place, isLast, ticks, clock }: AxisPlace, look: ChartLook) {
  const lineStyle = { color: look.line };
  const write = (moment: number) => (clock.time(moment) === '00:00' ? clock.day(moment) : clock.time(moment));
  return {
    type: 'value' as const,
    gridIndex: place,
    min: from,
    max: to,
    axisLine: { show: true, onZero: false, lineStyle },
    axisTick: { show: isLast, customValues: [...ticks], lineStyle },
    axisLabel: {
      show: isLast,
      color: look.inkSoft,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
      customValues: [...ticks],
      formatter: write,
      hideOverlap: true,
    },
    splitLine: { show: false },
    axisPointer: { label: { show: false } },
  };
}

function panelAxis(
  { unit, format }: ChartPanel,
  range: ValueRange | undefined,
  place: number,
  look: ChartLook,
) {
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  return {
    type: 'value' as const,
    gridIndex: place,
    min: range?.min ?? 0,
    max: range?.max ?? 1,
    interval: range?.step ?? 1,
    name: unit,
    nameGap: 8 * look.scale,
    nameTextStyle: { ...textStyle, align: 'left' as const, padding: [0, 0, 0, (4 - leftWidth) * look.scale] },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...textStyle, formatter: format, hideOverlap: true },
    splitLine: { lineStyle: { color: look.line, width: 1 } },
  };
}

function stripAxis(name: string, place: number, look: ChartLook) {
  return {
    type: 'value' as const,
    gridIndex: place,
    min: 0,
    max: 1,
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: {
      customValues: [0.5],
      formatter: () => name,
      color: look.inkSoft,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
    },
    splitLine: { show: false },
  };
}

function drawPanel(
  facts: PanelsFacts,
  panel: ChartPanel,
  range: ValueRange | undefined,
  place: number,
  look: ChartLook,
) {
  const axis = { xAxisIndex: place, yAxisIndex: place };
  const [min, max] = [range?.min ?? 0, range?.max ?? 1];
  const levels =
    panel.lines.length === 1 ? drawLevelBands({ ...facts, bands: panel.bands }, { min, max }).data : [];
  const gaps = facts.missing.map(([from, to]): [object, object] => [
    { coord: [from, min], itemStyle: { color: look.inkSoft, opacity: 0.14 } },
    { coord: [to, max] },
  ]);
  const flagged = panel.lines.map(findFlagged);
  return panel.lines.map(({ name, colour, ts, values }, n) => ({
    type: 'line' as const,
    ...axis,
    name,
    color: colour,
    data: ts.map((moment, at) => [moment, values[at] ?? null]),
    connectNulls: false,
    lineStyle: { width: panel.circle ? 0 : 1.5 * look.scale },
    symbol: (_: unknown, { dataIndex }: { dataIndex: number }) =>
      flagged[n]?.has(dataIndex) ? 'diamond' : 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => {
      if (flagged[n]?.has(dataIndex)) return 8 * look.scale;
      return panel.circle || isAlone(values, dataIndex) ? 3 * look.scale : 0;
    },
    showAllSymbol: true,
    silent: true,
    ...(n === 0 && { markArea: { silent: true, data: [...levels, ...gaps] } }),
    ...(n === 0 &&
      panel.limit !== null && {
        markLine: drawLimits([{ value: panel.limit, isMain: true }], panel.format, look),
      }),
  }));
}

/** The first value of each flagged period. */
function findFlagged({ flags = [], ts, values }: PanelLine): Set<number> {
  const isWithin = ({ from, to }: FlaggedSpan, moment: number) => from <= moment && moment < to;
  return new Set(
    flags.map((flag) =>
      ts.findIndex((moment, at) => isWithin(flag, moment) && (values[at] ?? null) !== null),
    ),
  );
}

/** A value between two gaps has no line, so it needs a symbol. */
function isAlone(values: readonly (number | null)[], at: number): boolean {
  return (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
}

function drawStrip(cells: readonly StripCell[], place: number, look: ChartLook) {
  return {
    type: 'custom' as const,
    xAxisIndex: place,
    yAxisIndex: place,
    silent: true,
    data: cells.map(({ from, to }) => [from, to]),
    renderItem: ({ dataIndex }: { dataIndex: number }, api: { coord: (point: number[]) => number[] }) => {
      const { from, to, fill } = cells[dataIndex] ?? { from: 0, to: 0, fill: look.line };
      const [[left = 0, top = 0], [right = 0, bottom = 0]] = [api.coord([from, 1]), api.coord([to, 0])];
      return {
        type: 'rect' as const,
        shape: { x: left, y: top, width: Math.max(1, right - left), height: bottom - top },
        style: { fill },
      };
    },
  };
}

function tooltip(facts: PanelsFacts, look: ChartLook, clock: ZoneClock): ChartOption['tooltip'] {
  return {
    ...tipLook(look),
    formatter: (shown) => {
      const [first] = [shown].flat();
      const [moment] = [first?.value ?? []].flat();
      const { time, rows, notes } = describeMoment(facts, Number(moment));
      return drawTip(`${clock.day(time)} ${clock.time(time)}`, rows, notes);
    },
  };
}
