import { frameChart } from '../chart-frame.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip, type TipRow } from '../draw-tip.ts';
import { tipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import type { ValueRange } from '../value-range.ts';

/** The content of a tooltip over one category. */
export interface CategoryTip {
  title: string;
  rows: readonly TipRow[];
}

export interface CategoryFrame {
  categories: readonly string[];
  /** Above the axis of values. */
  unit: string;
  range: ValueRange;
  formatTick: (value: number) => string;
  describe: (position: number) => CategoryTip;
  /** Bars lie, the first category on top. */
  isLying?: boolean;
  /** The most pixels that a label beside a lying bar takes. */
  labelWidth?: number;
  /** The labels of lying bars may have two lines, where one would cut them off. */
  wrapsLabels?: boolean;
  /** Every label is drawn, even if they are crowded; otherwise as many as there is room for. */
  hasAllLabels?: boolean;
  /** Positions of the categories before which a line is drawn. */
  dividers?: readonly number[];
}

/** Cuts off what does not fit beside a lying bar. */
function fitLabel({ labelWidth = 120, wrapsLabels }: CategoryFrame, { scale }: ChartLook) {
  const width = labelWidth * scale;
  if (!wrapsLabels) return { width, overflow: 'truncate' as const };
  const lineHeight = 14 * scale;
  const lines = { lineHeight, height: 2 * lineHeight, lineOverflow: 'truncate' as const };
  return { width, overflow: 'break' as const, ...lines };
}

/** Axes, grid and tooltip of a chart whose values belong to categories such as weekdays, months or sites. */
export function frameCategories(frame: CategoryFrame, look: ChartLook): ChartOption {
  const { categories, unit, range, isLying = false, dividers = [] } = frame;
  const textStyle = { color: look.inkSoft, fontSize: 12 * look.scale, fontFamily: look.font };
  const categoryAxis = {
    type: 'category' as const,
    data: [...categories],
    inverse: isLying,
    axisLine: { show: true, lineStyle: { color: look.line } },
    axisTick: { show: false },
    axisLabel: {
      ...textStyle,
      hideOverlap: true,
      ...(frame.hasAllLabels && { interval: 0 }),
      ...(isLying && fitLabel(frame, look)),
    },
    ...(dividers.length > 0 && {
      splitLine: {
        show: true,
        interval: (position: number) => dividers.includes(position),
        lineStyle: { color: look.line, width: 1 },
      },
    }),
  };
  const valueAxis = {
    type: 'value' as const,
    min: range.min,
    max: range.max,
    interval: range.step,
    name: unit,
    nameGap: 10 * look.scale,
    nameTextStyle: { ...textStyle, align: isLying ? ('right' as const) : ('left' as const), padding: 0 },
    axisLine: { show: false },
    axisTick: { show: false },
    axisLabel: { ...textStyle, hideOverlap: true, formatter: frame.formatTick },
    splitLine: { lineStyle: { color: look.line, width: 1 } },
  };
  return {
    ...frameChart(look, { top: unit && !isLying ? 26 : 8, bottom: 0 }),
    ...(isLying
      ? { yAxis: categoryAxis, xAxis: { ...valueAxis, name: '' } }
      : { xAxis: categoryAxis, yAxis: valueAxis }),
    tooltip: tipOf(({ dataIndex }) => frame.describe(dataIndex), look),
  };
}

function tipOf(
  describe: (at: { dataIndex: number }) => CategoryTip,
  look: ChartLook,
): ChartOption['tooltip'] {
  return {
    ...tipLook(look),
    formatter: (shown) => {
      const { dataIndex = -1 } = [shown].flat()[0] ?? {};
      const { title, rows } = describe({ dataIndex });
      return drawTip(title, rows);
    },
  };
}
