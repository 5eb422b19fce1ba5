import type { MapSnapshot } from '@limpid/contract/map/sites';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Chart } from '../../../charts/Chart.tsx';
import { channelColour } from '../../../charts/channel-colour.ts';
import { type TrendFacts, trendOption } from '../../../charts/trend-option.ts';
import { useChartLook } from '../../../charts/use-chart-look.ts';
import { pollutantSign } from '../../../resource/air/pollutants.ts';
import type { Taste } from '../../../resource/air/use-taste.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { rem } from '../../../ui/scale.ts';
import type { MapSite } from '../map-site.ts';
import parts from '../panel-parts.module.css';
import type { MapChannel } from '../shade.ts';
import { useMapScale } from '../use-map-scale.ts';
import { DayFigures, TrendWords } from './DayFigures.tsx';
import { writeNumber, writeWhole } from './read-channel.ts';
import styles from './site-panel.module.css';
import { type Trend, useTrend } from './use-trend.ts';

interface TrendBlockProps {
  site: MapSite;
  channel: MapChannel;
  snapshot: MapSnapshot;
  taste: Taste;
  zone: string;
}

const height = 184;
const compass = { min: 0, max: 360, step: 90 };

/** One channel over the last 24 hours, and what today was like so far. */
export function TrendBlock({ site, channel, snapshot, taste, zone }: TrendBlockProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data, error, refetch } = useTrend(site.siteId, channel.code, site.interval, zone);
  const name = pollutantSign(channel.code, language) ?? channel.name;
  return (
    <section className={parts['block']}>
      <h3>
        {t('map.panel.trend')}
        <span className={styles['soft']}>{name}</span>
      </h3>
      {data && <TrendChart trend={data} {...{ channel, snapshot, taste, zone, name }} />}
      {!data && !error && <div aria-busy className={parts['bone']} style={{ height: rem(height) }} />}
      {!data && error && (
        <div role="alert" className={parts['failed']} style={{ height: rem(height) }}>
          {t('map.panel.trendFailed', { detail: error.message })}
          <Button onClick={() => void refetch()}>{t('map.retry')}</Button>
        </div>
      )}
      {data?.limit && (
        <p className={styles['note']}>
          {t('map.panel.trendLimit', {
            value: writeWhole(data.limit.value, channel, language),
            hours: data.limit.hoursAbove,
          })}
        </p>
      )}
      {data && data.outOfRange.values.length > 0 && (
        <p className={styles['note']}>
          {t('map.panel.trendOutOfRange', {
            value: writeWhole(Math.max(...data.outOfRange.values), channel, language),
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

function TrendChart({ trend, channel, snapshot, taste, zone, name }: TrendChartProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const look = useChartLook();
  const { steps: bands } = useMapScale(snapshot, channel.code, taste);
  const option = useMemo(() => {
    const facts: TrendFacts = {
      ...trend,
      zone,
      language,
      lines: [
        { ...trend, name, colour: channelColour(channel.code, look.isDark), marks: trend.outOfRange.ts },
      ],
      fewText: t('map.panel.few'),
      bands,
      limit: trend.limit?.value ?? null,
      palette: taste.isSafe ? 'safe' : 'official',
      unit: channel.dataType === 'direction' ? '' : (channel.unit ?? ''),
      decimals: channel.decimals,
      write: (value) => writeNumber(value, channel, language),
      writeWhole: (value) => writeWhole(value, channel, language),
      ...(channel.dataType === 'direction' && { circle: compass }),
    };
    return trendOption(facts, look);
  }, [trend, channel, zone, language, name, bands, taste.isSafe, look, t]);
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
