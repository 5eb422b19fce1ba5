import { frameChart } from '../chart-frame.ts';
import type { ChartOption } from '../chart-option.ts';
import { drawTip, type TipRow } from '../draw-tip.ts';
import { tooltipLook } from '../tip-look.ts';
import type { ChartLook } from '../use-chart-look.ts';
import { roundRange } from '../value-range.ts';
import { valueAxis } from './value-axes.ts';

interface Box {
  name: string;
  colour: string;
  lowerWhisker: number;
  lowerQuartile: number;
  median: number;
  upperQuartile: number;
  upperWhisker: number;
  mean: number | null;
  outliers: readonly number[];
  tip: readonly TipRow[];
}

export interface BoxFacts {
  /** The first is drawn on top. */
  boxes: readonly Box[];
  unit: string;
  decimals: number;
  isFromZero: boolean;
  format: (value: number) => string;
}

/** Lying box plots, one for each site, with their means and most distant values. */
export function boxOption(
  { boxes, unit, decimals, isFromZero, format }: BoxFacts,
  look: ChartLook,
): ChartOption {
  const values = boxes.flatMap(({ lowerWhisker, upperWhisker, outliers }) => [
    lowerWhisker,
    upperWhisker,
    ...outliers,
  ]);
  const axis = valueAxis(roundRange(values, decimals, isFromZero), { format }, look);
  return {
    ...frameChart(look, { top: 8, bottom: 20 }),
    xAxis: {
      ...axis,
      name: unit,
      nameLocation: 'middle',
      nameGap: 24 * look.scale,
      nameTextStyle: { ...axis.nameTextStyle, align: 'center' },
    },
    yAxis: {
      type: 'category',
      inverse: true,
      data: boxes.map(({ name }) => name),
      axisLine: { show: false },
      axisTick: { show: false },
      axisLabel: {
        color: look.ink,
        fontSize: 12 * look.scale,
        fontFamily: look.font,
        width: 110 * look.scale,
        overflow: 'truncate',
      },
    },
    tooltip: {
      ...tooltipLook(look),
      trigger: 'item',
      formatter: (shown) => {
        const { dataIndex = -1, seriesType, value } = [shown].flat()[0] ?? {};
        const place = seriesType === 'boxplot' ? dataIndex : Number([value].flat()[1]);
        const box = boxes[place];
        return box ? drawTip(box.name, box.tip) : '';
      },
    },
    series: [
      {
        type: 'boxplot' as const,
        boxWidth: [6, 28 * look.scale],
        data: boxes.map((box) => ({
          value: [box.lowerWhisker, box.lowerQuartile, box.median, box.upperQuartile, box.upperWhisker],
          itemStyle: { color: `${box.colour}33`, borderColor: box.colour, borderWidth: 1.5 * look.scale },
        })),
      },
      {
        type: 'scatter' as const,
        symbol: 'circle',
        symbolSize: 4 * look.scale,
        data: boxes.flatMap(({ outliers, colour }, place) =>
          outliers.map((value) => ({ value: [value, place], itemStyle: { color: colour, opacity: 0.5 } })),
        ),
      },
      {
        type: 'scatter' as const,
        symbol: 'diamond',
        symbolSize: 9 * look.scale,
        data: boxes.flatMap(({ mean }, place) =>
          mean === null ? [] : [{ value: [mean, place], itemStyle: { color: look.ink } }],
        ),
      },
    ],
  };
}
