import type { Language } from '@limpid/contract/language';
import type { ReportChart as Facts } from '@limpid/contract/report/document';
import { channelColour } from '../../../air/channel-colour.ts';
import { dash } from '../../../air/describe-value.ts';
import { frameCategories } from '../../../charts/category/category-frame.ts';
import type { ChartOption } from '../../../charts/chart-option.ts';
import { drawLimits } from '../../../charts/time-frame.ts';
import type { ChartLook } from '../../../charts/use-chart-look.ts';
import { roundRange } from '../../../charts/value-range.ts';
import { formatReportNumber } from './format-cell.ts';

type Series = Facts['series'][number];

/** A chart of a report in the current theme; the document has the colours of paper. */
export function reportChartOption(chart: Facts, language: Language, look: ChartLook): ChartOption {
  const { kind, series, categories, decimals, unit, limits } = chart;
  const write = (value: number) => formatReportNumber(value, decimals, language);
  const range = roundRange([...listExtremes(chart), ...limits.map(({ value }) => value)], decimals, true);
  const tickDecimals = Number.isInteger(range.step) ? 0 : Math.max(decimals, 1);
  const drawn = drawLimits(
    limits.map(({ value }) => ({ value, isMain: true })),
    (value) => limits.find((limit) => limit.value === value)?.label ?? write(value),
    look,
  );
  // Labels stay readable on bars.
  const halo = { textBorderColor: look.surface, textBorderWidth: 3 * look.scale };
  const marks = { ...drawn, label: { ...drawn.label, ...halo } };
  return {
    ...frameCategories(
      {
        categories,
        isLying: isNamedByAxis(chart),
        wrapsLabels: true,
        unit: unit ?? '',
        range,
        formatTick: (value) => formatReportNumber(value, tickDecimals, language),
        describe: (at) => ({
          title: categories[at] ?? '',
          rows: series
            // A stack names only what it is made of.
            .filter(({ values }) => kind !== 'stack' || (values[at] ?? 0) !== 0)
            .map((one) => ({
              name: one.name,
              colour: seriesColour(one, look.isDark),
              text: describeValue(one.values[at], write, unit),
            })),
        }),
      },
      look,
    ),
    series: series.map((one, place) => ({
      ...drawSeries(one, kind, look),
      ...(place === 0 && limits.length > 0 && { markLine: marks }),
    })),
  };
}

/** Bars that each have a series of their own are named on their axis, for which they lie. */
export function isNamedByAxis({
  kind,
  series,
  categories,
}: Pick<Facts, 'kind' | 'series' | 'categories'>): boolean {
  return kind === 'stack' && series.length > 1 && series.every(({ name }) => categories.includes(name));
}

function describeValue(
  value: number | null | undefined,
  write: (value: number) => string,
  unit: string | null,
): string {
  if (value === null || value === undefined) return dash;
  return unit === null ? write(value) : `${write(value)} ${unit}`;
}

/** Channels have their colour of every screen, levels that of the standard; others are lighter in the dark. */
export function seriesColour({ channel, level, colour }: Series, isDark: boolean): string {
  if (channel !== null) return channelColour(channel, isDark);
  return level === null && isDark ? lighten(colour) : colour;
}

const paper = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

function lighten(colour: string): string {
  const parts = paper.exec(colour)?.slice(1) ?? [];
  if (parts.length === 0) return colour;
  const mixed = parts.map((part) => Math.round((Number.parseInt(part, 16) + 255) / 2));
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function drawSeries(one: Series, kind: Facts['kind'], look: ChartLook) {
  const color = seriesColour(one, look.isDark);
  const shared = { name: one.name, data: [...one.values], silent: true };
  if (kind === 'line') {
    return {
      ...shared,
      type: 'line' as const,
      color,
      connectNulls: false,
      lineStyle: { width: 1.5 * look.scale },
      // A value between two gaps has no line.
      symbol: 'circle',
      symbolSize: (_: unknown, { dataIndex }: { dataIndex: number }) =>
        isAlone(one.values, dataIndex) ? 5 * look.scale : 0,
    };
  }
  return {
    ...shared,
    type: 'bar' as const,
    // A bar of no height would be a line.
    ...(kind === 'stack' && { stack: 'all', data: one.values.map((value) => value || null) }),
    barCategoryGap: '34%',
    barMaxWidth: 32 * look.scale,
    itemStyle: { color, borderColor: look.line, borderWidth: one.level === null ? 0 : 0.5 },
  };
}

function isAlone(values: Series['values'], at: number): boolean {
  return (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null;
}

/** Values that stand on each other count together. */
function listExtremes({ kind, series, categories }: Facts): number[] {
  if (kind !== 'stack') return series.flatMap(({ values }) => values.filter((value) => value !== null));
  return categories.map((_, at) => series.reduce((sum, { values }) => sum + Math.max(0, values[at] ?? 0), 0));
}
