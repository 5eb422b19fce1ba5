import type { PeriodVariation } from '@limpid/contract/analysis/pollution-trend';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import { dash, formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { bandOption } from '../../../charts/category/band-option.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDay } from '../../../lib/dates.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { type MeasuredQuantity, tickDecimals } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { listVariationGroups, type VariationPart } from './groups.ts';

interface VariationCardProps {
  part: VariationPart;
  /** The period, and the one that it is compared with. */
  periods: readonly PeriodVariation[];
  channel: MeasuredQuantity;
}

const units = { byHour: 'hour', byWeekHour: 'hour', byWeekday: 'weekday', byMonth: 'month' } as const;
/** A line divides the days of a week. */
const midnights = [24, 48, 72, 96, 120, 144];

/** Means by hour of day, weekday or month, with their confidence bands. */
export function VariationCard({ part, periods, channel }: VariationCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const groups = useMemo(() => listVariationGroups(part, language), [part, language]);
  const lines = useMemo(
    () =>
      periods.map(({ from, to, [part]: means, flags, flagged }, n) => {
        const found = groups.map(({ group }) => means.find((one) => one.group === group));
        return {
          name: t('analysis.trend.period', {
            from: formatDay(from, language),
            to: formatDay(to, language),
          }),
          colour: n === 0 ? channelColour(channel.code, look.isDark) : look.inkSoft,
          isDashed: n > 0,
          found,
          flags,
          flagged: groups.map(({ group }) => flagged[part].find((one) => one.group === group)?.flags ?? null),
          values: found.map((one) => one?.mean ?? null),
          band: {
            low: found.map((one) => clipAtZero(one?.lower ?? null, channel)),
            high: found.map((one) => one?.upper ?? null),
          },
        };
      }),
    [periods, part, groups, channel, look, t, language],
  );
  const option = useMemo(() => {
    const number = (value: number) => formatDecimal(value, channel.decimals, language);
    return bandOption(
      {
        lines,
        categories: groups.map(({ short }) => short),
        ...(part === 'byWeekHour' && { hasAllLabels: true, dividers: midnights }),
        unit: channel.unit,
        decimals: channel.decimals,
        isFromZero: channel.steps.length > 0,
        formatTick: (value) => formatDecimal(value, tickDecimals(value, channel), language),
        describe: (at) => ({
          title: groups[at]?.name ?? '',
          rows: lines.map(({ name, colour, found, flagged }) => {
            const one = found[at];
            const mark = flagged[at] ? ` · ${flagSign} ${flagged[at].hours}` : '';
            if (!one) return { name, colour, text: `${dash}${mark}` };
            const interval =
              one.lower === null || one.upper === null
                ? ''
                : ` (${number(one.lower)} – ${number(one.upper)})`;
            const text = `${formatWithUnit(one.mean, channel, language)}${interval}${mark}`;
            return { name, colour, text };
          }),
        }),
      },
      look,
    );
  }, [lines, groups, part, channel, language, look]);
  const title = t(`analysis.trend.${part}`);
  const isByHour = part === 'byHour' || part === 'byWeekHour';
  return (
    <ChartCard
      title={title}
      note={t(`analysis.trend.${isByHour ? 'hourNote' : 'dayNote'}`)}
      facts={periods.flatMap(({ hours, validDays, dropped, running }, n) => {
        const counts = isByHour
          ? [
              t('analysis.trend.hours', { count: hours }),
              ...(dropped > 0
                ? [t(channel.index ? 'analysis.index.dropped' : 'analysis.trend.dropped', { count: dropped })]
                : []),
              ...(running > 0 ? [t('analysis.running.hour', { count: running })] : []),
            ]
          : [t('analysis.trend.days', { count: validDays })];
        const [first, ...others] = counts;
        return periods.length > 1 ? [`${lines[n]?.name}, ${first}`, ...others] : counts;
      })}
      flags={lines.map(({ name, flags }) => (
        <FlagCount key={name} flags={flags} subject={name} isWordy {...(lines.length > 1 && { name })} />
      ))}
    >
      <Chart option={option} label={title} height={220}>
        {title}
      </Chart>
      {lines.length > 1 && (
        <ClassLegend entries={lines.map(({ colour, name }) => ({ colour, text: name }))} />
      )}
      <ChartTable
        head={[
          t(`analysis.trend.${units[part]}`),
          ...lines.flatMap(({ name }) => {
            const suffix = lines.length > 1 ? `, ${name}` : '';
            const heads = ['mean', 'interval', 'count'].map((key) => t(`analysis.trend.${key}`));
            return [...heads, t('quality.flagged.title')].map((head) => `${head}${suffix}`);
          }),
        ]}
        rows={groups.map(({ name }, at) => [
          name,
          ...lines.flatMap(({ found, flagged }) => {
            const flags = flagged[at];
            const { mean, lower = null, upper = null, count = 0 } = found[at] ?? {};
            const number = (value: number) => formatDecimal(value, channel.decimals, language);
            return [
              mean === undefined ? dash : number(mean),
              lower === null || upper === null ? dash : `${number(lower)} – ${number(upper)}`,
              count,
              flags ? <FlagCount key="flags" flags={flags} subject={name} /> : 0,
            ];
          }),
        ])}
      />
    </ChartCard>
  );
}

/** A concentration is never negative, so its band ends at zero; the table has the whole interval. */
function clipAtZero(lower: number | null, { steps }: Channel): number | null {
  return lower !== null && steps.length > 0 ? Math.max(0, lower) : lower;
}
