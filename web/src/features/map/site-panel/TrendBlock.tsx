import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { channelColour } from '../../../air/channel-colour.ts';
import { formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { pollutantSign } from '../../../air/pollutants.ts';
import { Chart } from '../../../charts/Chart.tsx';
import { type TrendFacts, trendOption } from '../../../charts/trend-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { toRem } from '../../../ui/scale.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import { DayFigures, TrendWords } from './DayFigures.tsx';
import styles from './site-panel.module.css';
import { type Trend, useTrend } from './use-trend.ts';

interface TrendBlockProps {
  site: MapSite;
  channel: Channel;
  colourBlindSafe: boolean;
  zone: string;
}

const height = 184;
const compass = { min: 0, max: 360, step: 90 };

/** One channel over the last 24 hours, and its figures of today. */
export function TrendBlock({ site, channel, colourBlindSafe, zone }: TrendBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useTrend(site.siteId, channel.code, site.interval, zone);
  const name = pollutantSign(channel.code, language) ?? channel.name;
  return (
    <section className={parts.block}>
      <h3>
        {t('map.panel.trend')}
        <span className={styles.soft}>{name}</span>
      </h3>
      {data && <TrendChart trend={data} {...{ channel, colourBlindSafe, zone, name }} />}
      {!data && !error && <div aria-busy className={parts.bone} style={{ height: toRem(height) }} />}
      {!data && error && (
        <div role="alert" className={parts.failed} style={{ height: toRem(height) }}>
          {t('map.panel.trendFailed', { detail: error.message })}
          <Button onClick={() => void refetch()}>{t('map.retry')}</Button>
        </div>
      )}
      {data?.limit && (
        <p className={styles.note}>
          {t('map.panel.trendLimit', {
            value: formatWithUnit(data.limit.value, channel, language),
            hours: data.limit.hoursAbove,
          })}
        </p>
      )}
      {data && data.outOfRange.values.length > 0 && (
        <p className={styles.note}>
          {t('map.panel.trendOutOfRange', {
            value: formatWithUnit(Math.max(...data.outOfRange.values), channel, language),
          })}
        </p>
      )}
      <DayFigures trend={data} channel={channel} zone={zone} />
    </section>
  );
}

interface TrendChartProps extends Omit<TrendBlockProps, 'site'> {
  trend: Trend;
  name: string;
}

function TrendChart({ trend, channel, colourBlindSafe, zone, name }: TrendChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const option = useMemo(() => {
    const facts: TrendFacts = {
      ...trend,
      zone,
      language,
      lines: [
        { ...trend, name, colour: channelColour(channel.code, look.isDark), marks: trend.outOfRange.ts },
      ],
      insufficientText: t('map.panel.few'),
      bands: channel.steps,
      limit: trend.limit?.value ?? null,
      colourBlindSafe,
      unit: channel.dataType === 'direction' ? '' : channel.unit,
      decimals: channel.decimals,
      format: (value) => formatValue(value, channel, language),
      formatWithUnit: (value) => formatWithUnit(value, channel, language),
      ...(channel.dataType === 'direction' && { circle: compass }),
    };
    return trendOption(facts, look);
  }, [trend, channel, zone, language, name, colourBlindSafe, look, t]);
  const isEmpty = trend.outOfRange.ts.length === 0 && trend.values.every((value) => value === null);
  return (
    <Chart
      option={option}
      height={height}
      label={t('map.panel.trendOf', { name: channel.name })}
      empty={isEmpty ? t('map.panel.trendEmpty', { name }) : undefined}
    >
      <TrendWords trend={trend} channel={channel} zone={zone} />
    </Chart>
  );
}
