import { roundHalfEven } from '@limpid/aqi/decimal';
import { polarSteps } from '@limpid/aqi/statistics/polar-plot';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import type { FlagSummary } from '@limpid/contract/quality/flag-mark';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { FlagCount } from '../../../air/FlagCount.tsx';
import { findBand } from '../../../air/level.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ChartTable } from '../../../charts/ChartTable.tsx';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { PolarChart } from '../../../charts/rose/PolarChart.tsx';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useClassEntries } from '../distribution/use-class-entries.ts';
import { divideEvenly } from '../distribution/value-classes.ts';
import { useCompass } from './rose-classes.ts';

interface PolarCardProps {
  plot: NonNullable<SiteRoses['polar']>;
  channel: Channel;
  flags: FlagSummary | null;
}

/** The bivariate polar plot with its legend and its counts. */
export function PolarCard({ plot, channel, flags }: PolarCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { isDark } = useChartLook();
  const { compass, nameDegrees } = useCompass();
  const means = plot.cells.map(({ mean }) => mean);
  // Levels would hide the differences that show a source.
  const steps = divideEvenly(means, channel.decimals, isDark);
  const speedStep = plot.maxSpeed / polarSteps.speed;
  const formatSpeed = (speed: number) => `${formatDecimal(speed, 0, language)} m/s`;
  const nameSpeeds = (speed: number) => {
    const [from, to] = [speed - speedStep / 2, speed + speedStep / 2];
    return `${formatDecimal(from, 2, language)} – ${formatDecimal(to, 2, language)} m/s`;
  };
  const title = t('analysis.rose.polar', { channel: channel.name });
  const value = (mean: number) => formatWithUnit(mean, channel, language);
  const number = (mean: number) => formatDecimal(mean, channel.decimals, language);
  const entries = useClassEntries(steps, number, channel.unit);
  return (
    <ChartCard
      title={title}
      note={t('analysis.rose.polarNote')}
      facts={[
        t('analysis.rose.hours', { count: plot.count }),
        ...(plot.calm.mean === null
          ? []
          : [t('analysis.rose.calmMean', { mean: value(plot.calm.mean), count: plot.calm.count })]),
        ...(plot.missing > 0 ? [t('analysis.rose.missing', { count: plot.missing })] : []),
        ...(plot.beyond > 0
          ? [t('analysis.rose.beyond', { speed: formatSpeed(plot.maxSpeed), count: plot.beyond })]
          : []),
      ]}
      flags={<FlagCount flags={flags} subject={title} isWordy />}
    >
      <PolarChart
        label={title}
        cells={plot.cells}
        directionStep={360 / polarSteps.direction}
        speedStep={speedStep}
        maxSpeed={plot.maxSpeed}
        compass={compass}
        colourOf={(mean) => findBand(steps, roundHalfEven(mean, channel.decimals))?.fill ?? ''}
        formatSpeed={formatSpeed}
        describe={({ direction, speed, mean, count }) =>
          t('analysis.rose.cell', {
            direction: nameDegrees(direction),
            speed: nameSpeeds(speed),
            mean: value(mean),
            count,
          })
        }
      />
      <ClassLegend
        entries={entries.map(({ colour, text }) => ({ colour, text: text || value(means[0] ?? 0) }))}
      />
      <ChartTable
        head={[
          t('analysis.rose.directionAndSpeed'),
          t('analysis.rose.meanOf', {
            channel: channel.unit ? `${channel.name} (${channel.unit})` : channel.name,
          }),
          t('analysis.rose.allHours'),
        ]}
        rows={() =>
          plot.cells.map(({ direction, speed, mean, count }) => [
            `${nameDegrees(direction)}, ${nameSpeeds(speed)}`,
            number(mean),
            count,
          ])
        }
      />
    </ChartCard>
  );
}
