import type { ChartLook } from './use-chart-look.ts';
import type { ValueRange } from './value-range.ts';

interface TimeFrame {
  from: number;
  to: number;
  ticks: readonly number[];
  writeTick(moment: number): string;
  range: ValueRange;
  unit: string;
  /** Writes a number on the axis. */
  format(value: number): string;
  /** Without numbers there is no scale. */
  hasValues?: boolean;
}

/** What charts of values over time have in common: font, grid, and axes with light lines. */
export function frameTimeChart(
  { from, to, ticks, writeTick, range, unit, format, hasValues = true }: TimeFrame,
  look: ChartLook,
) {
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  const lineStyle = { color: look.line };
  return {
    animation: false,
    textStyle: { fontFamily: look.font },
    grid: {
      left: 0,
      right: 12 * look.scale,
      top: (unit ? 26 : 8) * look.scale,
      bottom: 0,
      outerBoundsMode: 'same' as const,
      outerBoundsContain: 'axisLabel' as const,
    },
    xAxis: {
      type: 'value' as const,
      min: from,
      max: to,
      axisLine: { show: true, lineStyle },
      axisTick: { show: true, customValues: [...ticks], lineStyle },
      axisLabel: { ...textStyle, customValues: [...ticks], formatter: writeTick, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: {
      type: 'value' as const,
      show: hasValues,
      min: range.min,
      max: range.max,
      interval: range.step,
      name: unit,
      nameGap: 10 * look.scale,
      axisLine: { show: false },
      axisTick: { show: false },
      nameTextStyle: { ...textStyle, align: 'left' as const, padding: 0 },
      axisLabel: { ...textStyle, formatter: format },
      splitLine: { lineStyle: { color: look.line, width: 1 } },
    },
  };
}

/** Limits as dashed lines, with their number at the end: the unit stands above the start. */
export function drawLimits(
  limits: readonly { value: number; isMain: boolean }[],
  format: (value: number) => string,
  look: ChartLook,
) {
  return {
    silent: true,
    symbol: 'none',
    data: limits.map(({ value, isMain }) =>
      isMain
        ? { yAxis: value, lineStyle: { color: look.ink, type: 'dashed' as const, width: look.scale } }
        : {
            yAxis: value,
            label: { show: false },
            // Dots of one pixel would run together.
            lineStyle: { color: look.inkSoft, type: [2 * look.scale, 3 * look.scale], width: look.scale },
          },
    ),
    label: {
      formatter: ({ value }: { value?: unknown }) => format(Number(value)),
      position: 'insideEndTop' as const,
      color: look.ink,
      fontSize: 12 * look.scale,
      fontFamily: look.font,
    },
  };
}
