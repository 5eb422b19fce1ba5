import type { LevelStep } from '../air/level.ts';
import { makeZoneClock, type ZoneClock } from '../lib/zone-clock.ts';
import type { ChartOption } from './chart-option.ts';
import { drawTip, type TipRow } from './draw-tip.ts';
import { drawLevelBands } from './level-bands.ts';
import { listTicks } from './time-axis.ts';
import { drawLimits, frameTimeChart } from './time-frame.ts';
import { tipLook } from './tip-look.ts';
import type { ChartLook } from './use-chart-look.ts';
import { roundRange, type ValueRange } from './value-range.ts';

interface TrendLine {
  name: string;
  colour: string;
  ts: readonly number[];
  /** A null breaks the line. */
  values: readonly (number | null)[];
  /** Moments with a value outside the range of the channel: marked at the upper edge, so that the line keeps its scale. */
  marks?: readonly number[];
  /** The moments in `ts` whose value does not count, and why: drawn hollow, with a note in the tooltip. */
  hollow?: ReadonlyMap<number, string>;
}

export interface TrendFacts {
  from: number;
  to: number;
  /** The time zone of the site. */
  zone: string;
  language: string;
  lines: readonly TrendLine[];
  bands: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  colourBlindSafe: boolean;
  /** Drawn as a dashed line with its number; null if there is none. */
  limit?: number | null;
  unit: string;
  decimals: number;
  /** Writes a number on the axis. */
  format: (value: number) => string;
  /** Writes a value in the tooltip. */
  formatWithUnit: (value: number) => string;
  /** For circular values such as a direction: separate points on a fixed axis. */
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
  const clock = makeZoneClock(facts.zone, facts.language);
  const ticks = listTicks(from, to, hoursBetweenTicks, clock);
  const writeTick = (moment: number) => writeHour(moment, clock);
  return {
    ...frameTimeChart({ from, to, ticks, writeTick, range, unit, format: facts.format }, look),
    tooltip: tooltip(facts, look, clock),
    series: [
      ...lines.map((line, index) => ({
        ...drawLine(line, look, circle !== undefined),
        ...(index === 0 && { markArea: drawLevelBands(facts, range) }),
        ...(index === 0 &&
          limit !== null && { markLine: drawLimits([{ value: limit, isMain: true }], facts.format, look) }),
      })),
      ...lines.flatMap((line) => (line.marks?.length ? [drawMarks(line, range.max, look)] : [])),
    ],
  };
}

/** Midnight shows the date. */
function writeHour(moment: number, { time, day }: ZoneClock): string {
  const text = time(moment);
  return text === '00:00' ? day(moment) : text;
}

function drawLine({ name, colour, ts, values, hollow }: TrendLine, look: ChartLook, isDotted: boolean) {
  const isHollow = (at: number) => hollow?.has(ts[at] ?? Number.NaN) === true;
  const isAlone = (at: number) => (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
  return {
    type: 'line' as const,
    name,
    data: ts.map((moment, at) => [moment, values[at] ?? null]),
    connectNulls: false,
    color: colour,
    lineStyle: { width: isDotted ? 0 : 1.5 * look.scale },
    symbol: (_: unknown, { dataIndex }: { dataIndex: number }) =>
      isHollow(dataIndex) ? 'emptyCircle' : 'circle',
    symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) => {
      if (isHollow(dataIndex)) return 6 * look.scale;
      // A value between two gaps has no line, so it needs a symbol.
      return isDotted || isAlone(dataIndex) ? 3 * look.scale : 0;
    },
    showAllSymbol: true,
    silent: true,
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

function tooltip(facts: TrendFacts, look: ChartLook, clock: ZoneClock): ChartOption['tooltip'] {
  return {
    ...tipLook(look),
    formatter: (shown) => {
      // The series of marks at the edge follow the lines and are not listed.
      const first = [shown].flat().find(({ seriesIndex = 0 }) => seriesIndex === 0);
      const { moment, values } = listValues(facts, Number(first?.dataIndex ?? -1));
      const when = moment === undefined ? '' : `${clock.day(moment)} ${clock.time(moment)}`;
      return drawTip(when, values);
    },
  };
}

interface TooltipRows {
  moment: number | undefined;
  values: TipRow[];
}

/** The rows of the tooltip: the value of each line at the moment of the first one. */
export function listValues({ lines, formatWithUnit }: TrendFacts, at: number): TooltipRows {
  const moment = lines[0]?.ts[at];
  const values = lines.map(({ name, colour, ts, values: lineValues, hollow }) => {
    const value = lineValues[ts.indexOf(moment ?? Number.NaN)] ?? null;
    const parts = [value === null ? '—' : formatWithUnit(value), moment !== undefined && hollow?.get(moment)];
    return { name, colour, text: parts.filter(Boolean).join(' · ') };
  });
  return { moment, values };
}
