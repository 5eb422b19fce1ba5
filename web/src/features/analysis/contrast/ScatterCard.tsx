import type { SiteContrast } from '@limpid/contract/analysis/contrast';
import { formatLocalDate } from '@limpid/contract/local-time';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash, formatWithUnit } from '../../../air/describe-value.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { scatterOption } from '../../../charts/contrast/scatter-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { formatDay, formatMoment } from '../../../lib/dates.ts';
import { formatCount, formatDecimal } from '../../../lib/format.ts';
import { Choice } from '../../../query/bar/Choice.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './contrast.module.css';
import { pairPoints, type ShownMember } from './members.ts';
import { TimeTable } from './TimeTable.tsx';

interface ScatterCardProps {
  contrast: SiteContrast;
  members: readonly ShownMember[];
  x: ShownMember;
  y: ShownMember;
  channel: Channel;
  zone: string;
  granularity: 'hour' | 'day';
  onPair: (pair: { x: string; y: string }) => void;
}

const maxPoints = 2000;

/** The common values of two members, point by point, with their line of least squares. */
export function ScatterCard(props: ScatterCardProps) {
  const { contrast, members, x, y, channel, zone, granularity, onPair } = props;
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const { ts, lines } = contrast;
  const line = lines[x.position]?.[y.position] ?? null;
  const { points, step } = useMemo(() => pairPoints(ts, x, y, maxPoints), [ts, x, y]);
  const option = useMemo(
    () =>
      scatterOption(
        {
          points: points.map((point) => ({
            ...point,
            title:
              granularity === 'day'
                ? formatDay(formatLocalDate(point.ts, zone), language)
                : formatMoment(point.ts, zone, language),
          })),
          line,
          xName: x.name,
          yName: y.name,
          colour: y.colour,
          decimals: channel.decimals,
          isFromZero: channel.steps.length > 0,
          format: (value) => formatDecimal(value, channel.decimals, language),
          formatWithUnit: (value) => formatWithUnit(value, channel, language),
        },
        look,
      ),
    [points, line, x, y, channel, zone, granularity, language, look],
  );
  const number = (value: number, decimals: number) => formatDecimal(value, decimals, language);
  const facts = line
    ? [
        t('analysis.contrast.equation', {
          slope: number(line.slope, 3),
          sign: line.intercept < 0 ? '−' : '+',
          intercept: number(Math.abs(line.intercept), channel.decimals + 1),
        }),
        t('analysis.contrast.rSquared', { value: line.rSquared === null ? dash : number(line.rSquared, 3) }),
        t('analysis.contrast.pairs', { count: formatCount(line.count, language) }),
        ...(step > 1 ? [t('analysis.contrast.thinned', { step })] : []),
      ]
    : [t('analysis.contrast.noLine')];
  const options = members.map(({ key, name }) => ({ value: key, label: name }));
  const title = t('analysis.contrast.scatter', { x: x.name, y: y.name });
  return (
    <ChartCard title={title} note={t('analysis.contrast.scatterNote')}>
      <div className={styles.pair}>
        <Choice
          label={t('analysis.contrast.x')}
          value={x.key}
          options={options.filter(({ value }) => value !== y.key)}
          onChange={(key) => onPair({ x: key, y: y.key })}
        />
        <Choice
          label={t('analysis.contrast.y')}
          value={y.key}
          options={options.filter(({ value }) => value !== x.key)}
          onChange={(key) => onPair({ x: x.key, y: key })}
        />
      </div>
      <p className={styles.equation}>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      <Chart
        option={option}
        label={title}
        height={400}
        empty={points.length === 0 ? t('analysis.contrast.noCommonHint') : undefined}
      >
        {facts.join('; ')}
      </Chart>
      <TimeTable
        ts={points.map((point) => point.ts)}
        zone={zone}
        granularity={granularity}
        channel={channel}
        members={[
          { name: x.name, flagged: x.flagged, values: points.map((point) => point.x) },
          { name: y.name, flagged: y.flagged, values: points.map((point) => point.y) },
        ]}
      />
    </ChartCard>
  );
}
