import type {
  BarSeriesOption,
  BoxplotSeriesOption,
  CustomSeriesOption,
  HeatmapSeriesOption,
  LineSeriesOption,
  ScatterSeriesOption,
} from 'echarts/charts';
import type {
  AxisPointerComponentOption,
  GridComponentOption,
  TooltipComponentOption,
  VisualMapComponentOption,
} from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

/** Types only: the chart library is loaded on demand. */
export type ChartOption = ComposeOption<
  | BarSeriesOption
  | BoxplotSeriesOption
  | CustomSeriesOption
  | HeatmapSeriesOption
  | LineSeriesOption
  | ScatterSeriesOption
  | AxisPointerComponentOption
  | GridComponentOption
  | TooltipComponentOption
  | VisualMapComponentOption
>;
