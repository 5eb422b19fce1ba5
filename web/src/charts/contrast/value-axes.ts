import type { ChartLook } from '../use-chart-look.ts';
import type { ValueRange } from '../value-range.ts';

interface AxisText {
  format: (value: number) => string;
}

/** An axis of values with round steps. */
export function valueAxis(range: ValueRange, { format }: AxisText, look: ChartLook) {
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  return {
    type: 'value' as const,
    min: range.min,
    max: range.max,
    interval: range.step,
    nameGap: 10 * look.scale,
    nameTextStyle: { ...textStyle, align: 'left' as const, padding: 0 },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...textStyle, hideOverlap: true, formatter: format },
    splitLine: { lineStyle: { color: look.line, width: 1 } },
  };
}
