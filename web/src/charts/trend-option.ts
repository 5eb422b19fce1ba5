import type { ChartOption } from './chart-option.ts';
import styles from './charts.module.css';
import { listTicks, makeClock, type ZoneClock } from './time-axis.ts';
import type { ChartLook } from './use-chart-look.ts';
import { roundRange, type ValueRange } from './value-range.ts';

interface TrendLine {
  name: string;
  colour: string;
  ts: readonly number[];
  /** A null breaks the line. */
  values: readonly (number | null)[];
  /** Moments with a number outside the range of the channel: marked at the upper edge, so that the line keeps its scale. */
  marks?: readonly number[];
  /** Of `ts`, those whose value was made of too little data: drawn hollow. */
  few?: readonly number[];
}

interface TrendBand {
  upTo: number | null;
  fill: string;
}

/** How much of a band's colour is seen behind the lines; the colours for all eyes are pale themselves. */
const tints = { official: 0.06, safe: 0.34 };

export interface TrendFacts {
  from: number;
  to: number;
  /** The clock that people at the place go by. */
  zone: string;
  language: string;
  lines: readonly TrendLine[];
  bands: readonly TrendBand[];
  palette: keyof typeof tints;
  /** Drawn as a dashed line with its number; null where there is none. */
  limit?: number | null;
  unit: string;
  decimals: number;
  /** A number as the axis says it. */
  write: (value: number) => string;
  /** The same beside the cross-hair, with its unit. */
  writeWhole: (value: number) => string;
  /** What the cross-hair adds to a value that was made of too little data. */
  fewText?: string;
  /** For what goes round, like a direction: points that are not joined, on a fixed axis. */
  circle?: ValueRange;
}

const hoursBetweenTicks = 6;

/** Lines over time, with the bands of their levels behind them. */
export function trendOption(facts: TrendFacts, look: ChartLook): ChartOption {
  const { from, to, lines, bands, circle, unit, decimals } = facts;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const limit = facts.limit ?? null;
  const shown = limit === null ? values : [...values, limit];
  const range = circle ?? roundRange(shown, decimals, bands.length > 0);
  const clock = makeClock(facts.zone, facts.language);
  const words = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  const ticks = listTicks(from, to, hoursBetweenTicks, clock);
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    grid: {
      left: 0,
      right: 12 * look.scale,
      top: (unit ? 26 : 8) * look.scale,
      bottom: 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: {
      type: 'value',
      min: from,
      max: to,
      axisLine: { show: true, lineStyle: { color: look.line } },
      axisTick: { show: true, customValues: ticks, lineStyle: { color: look.line } },
      axisLabel: { ...words, customValues: ticks, formatter: (moment: number) => writeTick(moment, clock) },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value',
      min: range.min,
      max: range.max,
      interval: range.step,
      name: unit,
      nameGap: 10 * look.scale,
      axisLine: { show: false },
      axisTick: { show: false },
      nameTextStyle: { ...words, align: 'left', padding: 0 },
      axisLabel: { ...words, formatter: facts.write },
      splitLine: { lineStyle: { color: look.line, width: 1 } },
    },
    tooltip: tooltip(facts, look, clock),
    series: [
      ...lines.map((line, place) => ({
        ...drawLine(line, look, circle !== undefined),
        ...(place === 0 && { markArea: drawBands(facts, range) }),
        ...(place === 0 && limit !== null && { markLine: drawLimit(limit, facts, look) }),
      })),
      ...lines.flatMap((line) => (line.marks?.length ? [drawMarks(line, range.max, look)] : [])),
    ],
  };
}

/** A new day is named by its date. */
function writeTick(moment: number, { time, day }: ZoneClock): string {
  const text = time(moment);
  return text === '00:00' ? day(moment) : text;
}

function drawLine({ name, colour, ts, values, few = [] }: TrendLine, look: ChartLook, isDotted: boolean) {
  const marked = new Set(few);
  const isFew = (at: number) => marked.has(ts[at] ?? Number.NaN);
  const isAlone = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  return {
    type: 'line' as const,
    name,
    data: ts.map((moment, at) => [moment, values[at] ?? null]),
    connectNulls: false,
    color: colour,
    lineStyle: { width: isDotted ? 0 : 1.5 * look.scale },
    symbol: (_: unknown, { dataIndex }: { dataIndex: number }) =>
      isFew(dataIndex) ? 'emptyCircle' : 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => {
      if (isFew(dataIndex)) return 6 * look.scale;
      // A value between two gaps has no line to be seen by.
      return isDotted || isAlone(dataIndex) ? 3 * look.scale : 0;
    },
    showAllSymbol: true,
    silent: true,
  };
}

function drawLimit(limit: number, { write }: TrendFacts, look: ChartLook) {
  return {
    silent: true,
    symbol: 'none',
    data: [{ yAxis: limit }],
    lineStyle: { color: look.ink, type: 'dashed' as const, width: look.scale },
    label: {
      formatter: () => write(limit),
      position: 'insideStartTop' as const,
      color: look.ink,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
    },
  };
}

function drawMarks({ name, colour, marks = [] }: TrendLine, edge: number, look: ChartLook) {
  return {
    type: 'line' as const,
    name,
    data: marks.map((moment) => [moment, edge]),
    color: colour,
    lineStyle: { width: 0 },
    symbol: 'triangle',
    symbolSize: 8 * look.scale,
    silent: true,
  };
}

function drawBands({ bands, palette, from, to }: TrendFacts, { min, max }: ValueRange) {
  const areas = bands.map(({ upTo, fill }, place) => {
    const lower = Math.max(min, bands[place - 1]?.upTo ?? min);
    return { lower, upper: Math.min(max, upTo ?? max), fill };
  });
  return {
    silent: true,
    data: areas
      .filter(({ lower, upper }) => lower < upper)
      .map(({ lower, upper, fill }): [object, object] => [
        { coord: [from, lower], itemStyle: { color: fill, opacity: tints[palette] } },
        { coord: [to, upper] },
      ]),
  };
}

function tooltip(facts: TrendFacts, look: ChartLook, clock: ZoneClock): ChartOption['tooltip'] {
  return {
    trigger: 'axis',
    // The panel around it cuts off what stands out.
    confine: true,
    transitionDuration: 0,
    padding: [6 * look.scale, 10 * look.scale],
    backgroundColor: look.surface,
    borderColor: look.line,
    textStyle: { color: look.ink, fontSize: 12 * look.scale, fontFamily: look.font },
    axisPointer: { type: 'line', lineStyle: { color: look.inkSoft, width: 1, type: 'solid' } },
    formatter: (shown) => {
      // Marks at the edge follow the lines; the cross-hair tells of lines alone.
      const first = [shown].flat().find(({ seriesIndex = 0 }) => seriesIndex === 0);
      return drawTip(listValues(facts, Number(first?.dataIndex ?? -1)), clock);
    },
  };
}

interface Told {
  moment: number | undefined;
  values: { name: string; colour: string; text: string }[];
}

/** What the cross-hair tells: each line at the moment of the first one. */
export function listValues({ lines, writeWhole, fewText }: TrendFacts, at: number): Told {
  const moment = lines[0]?.ts[at];
  const values = lines.map(({ name, colour, ts, values: own, few }) => {
    const value = own[ts.indexOf(moment ?? Number.NaN)] ?? null;
    const isFew = moment !== undefined && few?.includes(moment);
    const words = [value === null ? '—' : writeWhole(value), isFew && fewText];
    return { name, colour, text: words.filter(Boolean).join(' · ') };
  });
  return { moment, values };
}

/** As elements: names come from people, and are never read as markup. */
function drawTip({ moment, values }: Told, clock: ZoneClock): HTMLElement {
  const tip = make('div', styles['tip'], '');
  const when = moment === undefined ? '' : `${clock.day(moment)} ${clock.time(moment)}`;
  tip.append(make('span', styles['tipTime'], when));
  for (const { name, colour, text } of values) {
    const key = make('span', styles['tipKey'], '');
    key.style.background = colour;
    tip.append(key, make('span', undefined, name), make('span', styles['tipValue'], text));
  }
  return tip;
}

function make(tag: string, className: string | undefined, text: string): HTMLElement {
  const element = document.createElement(tag);
  element.className = className ?? '';
  element.textContent = text;
  return element;
}
