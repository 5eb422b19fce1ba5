import type { LevelStep } from '../../air/level.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip } from '../draw-tip.ts';
import { drawEndLabel, type EndLabels } from '../end-label.ts';
import { drawLevelBands } from '../level-bands.ts';
import { tooltipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';
import { drawRing } from './scatter-option.ts';
import { valueAxis } from './value-axes.ts';

interface TimeLine {
  name: string;
  colour: string;
  /** By the positions of `ts`. */
  values: readonly (number | null)[];
}

export interface TimeLinesFacts {
  /** Ascending. */
  ts: readonly number[];
  /** Milliseconds from one value to the next; a line breaks where two are further apart than 1.5 steps. */
  step: number;
  zone: string;
  /** How far the clock of the zone is ahead of UTC at the first moment, in milliseconds. */
  offset: number;
  language: string;
  lines: readonly TimeLine[];
  /** Above the axis of values. */
  axisName: string;
  decimals: number;
  isFromZero: boolean;
  /** The levels behind the lines; none for differences. */
  bands: readonly Pick<LevelStep, 'upTo' | 'fill'>[];
  colourBlindSafe: boolean;
  /** Labels at the ends of the lines, in place of a legend. */
  labels?: EndLabels | undefined;
  /** By the positions of `ts`: below the values in the tooltip; values that have some are rings. */
  notes?: readonly (readonly string[])[];
  /** Draws a stronger line at zero, for differences. */
  hasZeroLine?: boolean;
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
}

/** Lines of several sites over the same times. */
export function timeLinesOption(facts: TimeLinesFacts, look: ChartLook): ChartOption {
  const { ts, lines, zone, language, axisName, decimals, labels } = facts;
  const values = lines.flatMap((line) => line.values.filter((value) => value !== null));
  const range = roundRange(facts.hasZeroLine ? [...values, 0] : values, decimals, facts.isFromZero);
  // The axis counts in UTC, so moments are shifted to the clock of the zone as it is at the start.
  const shift = facts.offset;
  const clock = makeClock(zone, language, facts.step);
  const ends = { from: (ts[0] ?? 0) + shift, to: (ts.at(-1) ?? 0) + shift };
  const positions = new Map(ts.map((moment, position) => [moment + shift, position]));
  return {
    animation: false,
    useUTC: true,
    textStyle: { fontFamily: look.font },
    grid: makeGrid(facts, look),
    xAxis: {
      type: 'time',
      axisLine: { show: true, onZero: false, lineStyle: { color: look.line } },
      axisTick: { show: true, lineStyle: { color: look.line } },
      axisLabel: {
        color: look.inkSoft,
        fontSize: 12 * look.scale,
        fontFamily: look.font,
        hideOverlap: true,
        formatter: (moment: number) => clock.tick(moment - shift),
      },
      splitLine: { show: false },
    },
    yAxis: { ...valueAxis(range, facts, look), name: axisName },
    tooltip: {
      ...tooltipLook(look),
      trigger: 'axis',
      axisPointer: { type: 'line', lineStyle: { color: look.inkSoft, width: 1, type: 'solid' } },
      formatter: (shown) => {
        const [moment] = [[shown].flat()[0]?.value ?? []].flat();
        const position = positions.get(Number(moment)) ?? -1;
        const rows = lines.map(({ name, colour, values: own }) => {
          const value = own[position] ?? null;
          return { name, colour, text: value === null ? '—' : facts.formatWithUnit(value) };
        });
        return drawTip(clock.moment(ts[position] ?? 0), rows, facts.notes?.[position]);
      },
    },
    series: [
      ...lines.map((line, place) => ({
        type: 'line' as const,
        name: line.name,
        data: joinPoints(ts, line.values, facts.step, shift),
        color: line.colour,
        connectNulls: false,
        // Keeps the highest and the lowest of the values that share a pixel.
        sampling: 'minmax' as const,
        lineStyle: { width: 1.5 * look.scale },
        showSymbol: false,
        silent: true,
        ...(labels && drawEndLabel(line, labels, look)),
        ...(place === 0 && facts.hasZeroLine && { markLine: zeroLine(look) }),
        ...(place === 0 && { markArea: drawLevelBands({ ...facts, ...ends }, range) }),
      })),
      ...lines.map((line) => drawNoted(line, facts, look)).filter(({ data }) => data.length > 0),
    ],
  };
}

/** Rings around the values of a line that have notes. */
function drawNoted(line: TimeLine, { ts, offset, notes = [] }: TimeLinesFacts, look: ChartLook) {
  const isNoted = (position: number) => (notes[position]?.length ?? 0) > 0;
  return {
    type: 'scatter' as const,
    data: ts.flatMap((moment, position) =>
      isNoted(position) ? [[moment + offset, line.values[position] ?? null]] : [],
    ),
    silent: true,
    ...drawRing(line.colour, look),
  };
}

function makeGrid({ axisName, labels }: TimeLinesFacts, look: ChartLook) {
  return {
    left: 0,
    right: 16 * look.scale + (labels?.width ?? 0),
    top: (axisName ? 26 : 8) * look.scale,
    bottom: 0,
    outerBoundsMode: 'same' as const,
    outerBoundsContain: 'axisLabel' as const,
  };
}

const zeroLine = (look: ChartLook) => ({
  silent: true,
  symbol: 'none',
  data: [{ yAxis: 0 }],
  label: { show: false },
  lineStyle: { color: look.inkSoft, type: 'solid' as const, width: look.scale },
});

/** Points of a line; an empty one between two that are further apart than 1.5 steps breaks it. */
export function joinPoints(
  ts: readonly number[],
  values: readonly (number | null)[],
  step: number,
  shift = 0,
): [number, number | null][] {
  const points: [number, number | null][] = [];
  for (const [position, moment] of ts.entries()) {
    const before = ts[position - 1];
    if (before !== undefined && moment - before > 1.5 * step) points.push([before + step + shift, null]);
    points.push([moment + shift, values[position] ?? null]);
  }
  return points;
}

/** Ticks show a time, or the date at midnight; days have no time. */
function makeClock(zone: string, language: string, step: number) {
  const form = (options: Intl.DateTimeFormatOptions, locale = language) =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const time = form({ hour: '2-digit', minute: '2-digit' }, 'en-GB');
  const day = form({ month: 'short', day: 'numeric' });
  const date = form({ year: 'numeric', month: 'short', day: 'numeric' });
  const isDay = step >= 24 * 3_600_000;
  return {
    tick: (moment: number) => {
      const text = time.format(moment);
      return isDay || text === '00:00' ? day.format(moment) : text;
    },
    moment: (moment: number) =>
      isDay ? date.format(moment) : `${date.format(moment)} ${time.format(moment)}`,
  };
}
