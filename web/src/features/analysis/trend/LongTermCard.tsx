import { type LongTermTrend, type TrendYears, trendYears } from '@limpid/contract/analysis/pollution-trend';
import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelColour } from '../../../air/channel-colour.ts';
import { dash } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { joinFlags } from '../../../air/flag-summary.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { type BandLine, bandOption } from '../../../charts/category/band-option.ts';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { type MeasuredQuantity, tickDecimals } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { nameMonth } from './groups.ts';
import styles from './trend.module.css';
import { useTrendSentence } from './use-trend-sentence.ts';

interface LongTermCardProps {
  longTerm: LongTermTrend;
  channel: MeasuredQuantity;
  years: TrendYears;
  onYears: (years: TrendYears) => void;
}

/** Monthly means with the Theil–Sen line, its confidence wedge and a sentence about it. */
export function LongTermCard({ longTerm, channel, years, onYears }: LongTermCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const { months, trend } = longTerm;
  const sentence = useTrendSentence(longTerm, channel);
  const names = useMemo(() => months.map(({ month }) => nameMonth(month, language)), [months, language]);
  const number = (value: number | null) =>
    value === null ? dash : formatDecimal(value, channel.decimals, language);
  const lines = useMemo(
    (): BandLine[] => [
      {
        name: t('analysis.trend.monthlyMean'),
        colour: trend ? look.inkSoft : channelColour(channel.code, look.isDark),
        values: months.map(({ mean }) => mean),
        hollow: months.flatMap(({ valid, mean }, n) => (mean !== null && !valid ? [n] : [])),
        isDashed: trend !== null,
      },
      ...(trend
        ? [
            {
              name: t('analysis.trend.adjusted'),
              colour: channelColour(channel.code, look.isDark),
              values: trend.adjusted,
            },
            {
              name: t('analysis.trend.line'),
              colour: look.ink,
              values: trend.line,
              band: { low: trend.wedgeLow, high: trend.wedgeHigh },
            },
          ]
        : []),
    ],
    [months, trend, channel.code, look, t],
  );
  const option = useMemo(() => {
    const format = (value: number) => formatDecimal(value, channel.decimals, language);
    return bandOption(
      {
        lines,
        categories: names,
        unit: channel.unit,
        decimals: channel.decimals,
        isFromZero: channel.steps.length > 0,
        formatTick: (value) => formatDecimal(value, tickDecimals(value, channel), language),
        describe: (at) => ({
          title: names[at] ?? '',
          rows: lines.map(({ name, colour, values, hollow }) => {
            const value = values[at] ?? null;
            const text = value === null ? dash : `${format(value)} ${channel.unit}`;
            return {
              name,
              colour,
              text: hollow?.includes(at) ? `${text} · ${t('analysis.trend.invalidMonth')}` : text,
            };
          }),
        }),
      },
      look,
    );
  }, [lines, names, channel, language, look, t]);
  const title = t('analysis.trend.longTerm', { channel: channel.name });
  const valid = months.filter((month) => month.valid).length;
  const hollow = months.filter((month) => month.mean !== null && !month.valid).length;
  return (
    <ChartCard
      title={title}
      note={t('analysis.trend.longTermNote')}
      facts={[
        t('analysis.trend.validMonths', { count: valid }),
        ...(hollow > 0 ? [t('analysis.trend.invalidMonths', { count: hollow })] : []),
        ...sentence.facts,
      ]}
      flags={<FlagCount flags={joinFlags(months.map(({ flags }) => flags))} subject={title} isWordy />}
    >
      <div className={styles.head}>
        <p className={styles.sentence}>{sentence.text}</p>
        <Segmented
          aria-label={t('analysis.trend.years')}
          size="small"
          value={years}
          options={trendYears.map((value) => ({
            value,
            label: t('analysis.trend.yearCount', { count: value }),
          }))}
          onChange={onYears}
        />
      </div>
      <Chart
        option={option}
        label={title}
        height={260}
        empty={months.length === 0 ? t('analysis.trend.noMonths') : undefined}
      >
        {sentence.text}
      </Chart>
      <ClassLegend entries={lines.map(({ colour, name }) => ({ colour, text: name }))} />
      <ChartTable
        head={[
          t('analysis.trend.month'),
          ...lines.map(({ name }) => (channel.unit ? `${name} (${channel.unit})` : name)),
          t('analysis.trend.validDays'),
          t('quality.flagged.title'),
        ]}
        rows={months.map(({ validDays, flags }, n) => [
          names[n] ?? '',
          ...lines.map(({ values }) => number(values[n] ?? null)),
          validDays,
          flags ? <FlagCount key="flags" flags={flags} subject={names[n] ?? ''} /> : 0,
        ])}
      />
    </ChartCard>
  );
}
