import type { Distribution } from '@limpid/contract/analysis/distribution';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { channelColour } from '../../../air/channel-colour.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { useIndexPreference } from '../../../api/use-index-preference.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { histogramOption } from '../../../charts/category/histogram-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { averageMeasured, type MeasuredQuantity } from '../../../query/channel/measured.ts';
import { useLanguage } from '../../../resource/use-language.ts';

interface HistogramCardProps {
  distribution: Distribution;
  measured: MeasuredQuantity;
}

/** The percentiles that are drawn; the table has all of them. */
const drawn = new Set([5, 50, 90, 98]);
const noBins = { start: 0, width: 1, counts: [] };

/** Hours by concentration, with percentiles. */
export function HistogramCard({ distribution, measured: channel }: HistogramCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { histogram, percentiles, mean, hours, dropped, running } = distribution;
  const { index } = channel;
  const bins = useMemo(() => {
    const { start, width, counts } = histogram ?? noBins;
    // Bins may be narrower than the last decimal.
    const decimals = Math.max(channel.decimals, -Math.floor(Math.log10(width) + 1e-9));
    const number = (value: number) => formatDecimal(value, decimals, language);
    return counts.map((count, n) => ({
      count,
      name: t('analysis.distribution.bin', {
        from: number(start + n * width),
        to: number(start + (n + 1) * width),
      }),
    }));
  }, [histogram, channel.decimals, language, t]);
  const option = useMemo(
    () =>
      histogramOption(
        {
          ...(histogram ?? noBins),
          colour: channelColour(channel.code, look.isDark),
          marks: percentiles.flatMap(({ percent, value }) =>
            value !== null && drawn.has(percent)
              ? [{ value, text: t('analysis.distribution.percentile', { percent }) }]
              : [],
          ),
          bands: channel.steps,
          bandOpacity: colourBlindSafe ? 0.34 : 0.08,
          unit: t('analysis.distribution.hourCount'),
          valueUnit: channel.unit,
          formatTick: (value) =>
            formatDecimal(value, Number.isInteger(value) ? 0 : channel.decimals, language),
          describe: (at) => {
            const { name = '', count = 0 } = bins[Math.min(at, bins.length - 1)] ?? {};
            const colour = channelColour(channel.code, look.isDark);
            return {
              title: `${name} ${channel.unit}`,
              rows: [{ name: t('analysis.distribution.hourCount'), colour, text: String(count) }],
            };
          },
        },
        look,
      ),
    [histogram, percentiles, bins, channel, colourBlindSafe, language, look, t],
  );
  const title = t('analysis.distribution.histogram', { channel: channel.name });
  return (
    <ChartCard
      title={title}
      flags={<FlagCount flags={distribution.flags} subject={title} isWordy />}
      note={t(`analysis.distribution.${index ? 'histogramIndexNote' : 'histogramNote'}`, {
        hours: index?.hours,
      })}
      facts={[
        ...percentiles.flatMap(({ percent, value }) =>
          value === null ? [] : [`P${percent} ${formatWithUnit(value, channel, language)}`],
        ),
        ...(mean === null
          ? []
          : [
              t('analysis.distribution.mean', {
                value: formatWithUnit(mean, averageMeasured(channel), language),
              }),
            ]),
        t('analysis.distribution.hours', { count: hours }),
        ...(dropped > 0
          ? [t(index ? 'analysis.index.dropped' : 'analysis.distribution.droppedHours', { count: dropped })]
          : []),
        ...(running > 0 ? [t('analysis.running.hour', { count: running })] : []),
      ]}
    >
      <Chart
        option={option}
        label={title}
        height={260}
        empty={histogram ? undefined : t('analysis.distribution.none')}
      >
        {title}
      </Chart>
      <ChartTable
        head={[
          channel.unit ? `${channel.name} (${channel.unit})` : channel.name,
          t('analysis.distribution.hourCount'),
        ]}
        rows={bins.map(({ name, count }) => [name, count])}
      />
    </ChartCard>
  );
}
