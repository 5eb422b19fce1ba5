import { polarSteps } from '@limpid/aqi/statistics/polar-plot';
import type { SiteRoses } from '@limpid/contract/analysis/rose';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { formatWithUnit } from '../../../air/describe-value.ts';
import { colourSequence, findBand } from '../../../air/level.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { ClassLegend } from '../../../charts/rose/ClassLegend.tsx';
import { PolarChart } from '../../../charts/rose/PolarChart.tsx';
import { formatDecimal } from '../../../lib/format.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useCompass } from './rose-classes.ts';

interface PolarCardProps {
  plot: NonNullable<SiteRoses['polar']>;
  channel: Channel;
}

const shades = 6;

/** The bivariate polar plot with its legend and its counts. */
export function PolarCard({ plot, channel }: PolarCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { compass, nameDirection } = useCompass();
  const means = plot.cells.map(({ mean }) => mean);
  const [lowest, highest] = [Math.min(...means), Math.max(...means)];
  // Levels would hide the differences that show a source: equal steps between the lowest and the highest mean.
  const steps = colourSequence(shades).map((fill, n) => ({
    upTo: n === shades - 1 ? null : lowest + ((highest - lowest) * (n + 1)) / shades,
    fill,
  }));
  const formatSpeed = (speed: number) => `${formatDecimal(speed, 1, language)} m/s`;
  const title = t('analysis.rose.polar', { channel: channel.name });
  const value = (mean: number) => formatWithUnit(mean, channel, language);
  return (
    <ChartCard
      title={title}
      note={t('analysis.rose.polarNote')}
      facts={[
        t('analysis.rose.hours', { count: plot.count }),
        ...(plot.calm.mean === null
          ? []
          : [`${t('analysis.rose.calm', { share: value(plot.calm.mean) })} (${plot.calm.count})`]),
        ...(plot.beyond > 0
          ? [t('analysis.rose.beyond', { speed: formatSpeed(plot.maxSpeed), count: plot.beyond })]
          : []),
      ]}
    >
      <PolarChart
        label={title}
        cells={plot.cells}
        directionStep={360 / polarSteps.direction}
        speedStep={plot.maxSpeed / polarSteps.speed}
        maxSpeed={plot.maxSpeed}
        compass={compass}
        colourOf={(mean) => findBand(steps, mean)?.fill ?? ''}
        formatSpeed={formatSpeed}
        describe={({ direction, speed, mean, count }) =>
          t('analysis.rose.cell', {
            direction: nameDirection(direction),
            speed: formatSpeed(speed),
            mean: value(mean),
            count,
          })
        }
      />
      <ClassLegend
        entries={steps.map(({ upTo, fill }, n) => ({
          colour: fill,
          text:
            upTo === null
              ? t('analysis.rose.classAbove', { from: value(steps[n - 1]?.upTo ?? lowest) })
              : t('analysis.rose.classBelow', { to: value(upTo) }),
        }))}
      />
    </ChartCard>
  );
}
