import { makeZoneClock } from '../../lib/zone-clock.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip } from '../draw-tip.ts';
import { listTicks } from '../time-axis.ts';
import { drawLimits, frameTimeChart } from '../time-frame.ts';
import { tipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';

/** What a rule would have done: the values that it was tried on, and the periods that it would have made. */
export interface PreviewedPeriods {
  zone: string;
  from: number;
  to: number;
  /** The lowest and highest value of each step; null in a gap. */
  line: { at: readonly number[]; low: readonly (number | null)[]; high: readonly (number | null)[] };
  /** Where a period begins and where it ends; null if there is no such limit. */
  limit: number | null;
  endLimit: number | null;
  /** Without an end a period still lasts. */
  periods: readonly { from: number; to: number | null }[];
}

export interface PreviewTexts {
  language: string;
  unit: string;
  format: (value: number) => string;
  formatWithUnit: (value: number) => string;
  colour: string;
  decimals: number;
  /** The words for the values of a step and for a period. */
  range: string;
  period: string;
}

/** What the periods are: alarms are red, runs are blue as water. */
export type PeriodKind = 'alarm' | 'run';

const daysBetweenTicks = 5;
/** Up to this length, hours are written as well. */
const shortMs = 4 * 86_400_000;
const hoursBetweenTicks = 6;
const fills: Record<PeriodKind, { light: string; dark: string }> = {
  alarm: { light: 'rgba(207, 19, 34, 0.14)', dark: 'rgba(255, 120, 117, 0.22)' },
  run: { light: 'rgba(22, 119, 255, 0.22)', dark: 'rgba(105, 177, 255, 0.32)' },
};
/** A period of minutes would be thinner than a pixel in 30 days. */
const leastShare = 1 / 300;

/** The band between the lowest and highest values of each step, the limits, and the periods as shaded areas. */
export function previewOption(
  preview: PreviewedPeriods,
  kind: PeriodKind,
  texts: PreviewTexts,
  look: ChartLook,
): ChartOption {
  const { from, to, line, limit, endLimit, periods } = preview;
  const values = [...line.low, ...line.high, limit].filter((value) => value !== null);
  const range = roundRange(values, texts.decimals, true);
  const clock = makeZoneClock(preview.zone, texts.language);
  const isShort = to - from <= shortMs;
  const ticks = isShort
    ? listTicks(from, to, hoursBetweenTicks, clock)
    : listTicks(from, to, 24, clock).filter((_, index) => index % daysBetweenTicks === 0);
  const writeTick = (moment: number) => {
    const time = clock.time(moment);
    return isShort && time !== '00:00' ? time : clock.day(moment);
  };
  const least = (to - from) * leastShare;
  const drawn = (values: readonly (number | null)[]) =>
    line.at.map((at, index) => [at, values[index] ?? null]);
  const hasValues = line.at.length > 0;
  const limits = [
    ...(limit === null ? [] : [{ value: limit, isMain: true }]),
    ...(endLimit === null ? [] : [{ value: endLimit, isMain: false }]),
  ];
  const stroke = { width: 1.2 * look.scale };
  const base = {
    type: 'line' as const,
    color: texts.colour,
    symbol: 'none',
    connectNulls: false,
    silent: true,
  };
  return {
    // Without numbers, as for silence, only the periods matter.
    ...frameTimeChart({ ...texts, from, to, ticks, writeTick, range, hasValues }, look),
    tooltip: {
      ...tipLook(look),
      formatter: (shown) => {
        const index = Number([shown].flat()[0]?.dataIndex ?? -1);
        return drawStep(preview, index, texts, clock);
      },
    },
    series: [
      {
        ...base,
        data: drawn(line.high),
        lineStyle: stroke,
        markArea: {
          silent: true,
          itemStyle: { color: fills[kind][look.isDark ? 'dark' : 'light'] },
          data: joinPeriods(periods, least, to).map(([start, end]) => [{ xAxis: start }, { xAxis: end }]),
        },
        markLine: drawLimits(limits, texts.format, look),
      },
      { ...base, data: drawn(line.low), lineStyle: { ...stroke, opacity: 0.5 } },
    ],
  };
}

/** The areas of periods in the order of time, none narrower than `least`; those that touch are one, and not drawn twice. */
export function joinPeriods(
  periods: PreviewedPeriods['periods'],
  least: number,
  until: number,
): [start: number, end: number][] {
  const joined: [start: number, end: number][] = [];
  for (const { from, to } of periods) {
    const end = Math.min(Math.max(to ?? until, from + least), until);
    const last = joined.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], end);
    else joined.push([from, end]);
  }
  return joined;
}

function drawStep(
  { line, periods, to }: PreviewedPeriods,
  index: number,
  texts: PreviewTexts,
  clock: ReturnType<typeof makeZoneClock>,
): HTMLElement {
  const at = line.at[index];
  if (at === undefined) return drawTip('', []);
  const [low, high] = [line.low[index] ?? null, line.high[index] ?? null];
  const next = line.at[index + 1] ?? to;
  const isWithin = periods.some((one) => one.from < next && (one.to ?? to) > at);
  const text =
    low === null || high === null
      ? '—'
      : low === high
        ? texts.formatWithUnit(high)
        : `${texts.format(low)} – ${texts.formatWithUnit(high)}`;
  return drawTip(
    `${clock.day(at)} ${clock.time(at)}`,
    [{ name: texts.range, colour: texts.colour, text }],
    isWithin ? [texts.period] : [],
  );
}
