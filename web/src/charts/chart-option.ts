import type { LineSeriesOption } from 'echarts/charts';
import type { GridComponentOption, TooltipComponentOption } from 'echarts/components';
import type { ComposeOption } from 'echarts/core';

/** Types alone: what draws is fetched when there is something to draw. */
export type ChartOption = ComposeOption<LineSeriesOption | GridComponentOption | TooltipComponentOption>;
