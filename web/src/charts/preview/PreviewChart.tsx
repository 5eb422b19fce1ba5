import { type ReactNode, useMemo } from 'react';
import { channelColour } from '../../air/channel-colour.ts';
import { formatDecimal } from '../../lib/format.ts';
import { Chart } from '../Chart.tsx';
import { useChartLook } from '../use-chart-look.ts';
import { type PeriodKind, type PreviewedPeriods, previewOption } from './preview-option.ts';

interface PreviewChartProps {
  preview: PreviewedPeriods;
  kind: PeriodKind;
  language: string;
  unit: string;
  decimals: number;
  /** The channel whose colour the line has; undefined for the colour of text. */
  channelCode: string | undefined;
  /** The name of the chart, and the words for the values of a step and for a period. */
  label: string;
  range: string;
  period: string;
  /** The periods in words. */
  children: ReactNode;
}

/** The values of 30 days with the limits of a rule and the periods that it would have made. */
export function PreviewChart(props: PreviewChartProps) {
  const { preview, kind, language, unit, decimals, channelCode, label, range, period, children } = props;
  const look = useChartLook();
  const option = useMemo(() => {
    const format = (value: number) => formatDecimal(value, decimals, language);
    const formatWithUnit = (value: number) => (unit ? `${format(value)} ${unit}` : format(value));
    const colour = channelCode === undefined ? look.ink : channelColour(channelCode, look.isDark);
    const texts = { language, unit, format, formatWithUnit, colour, decimals, range, period };
    return previewOption(preview, kind, texts, look);
  }, [preview, kind, language, unit, decimals, channelCode, range, period, look]);
  return (
    <Chart option={option} label={label} height={preview.line.at.length > 0 ? 220 : 90}>
      {children}
    </Chart>
  );
}
