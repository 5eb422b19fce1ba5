import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash, formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { type DaySummary, summariseDay } from './day-summary.ts';
import styles from './site-panel.module.css';
import type { Trend } from './use-trend.ts';

interface DayFiguresProps {
  trend: Trend | undefined;
  channel: Channel;
  zone: string;
}

/** Lowest, highest and mean of the site's day so far, from the values of the line above. */
export function DayFigures({ trend, channel, zone }: DayFiguresProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(zone, language);
  const today = trend && summariseDay(trend, trend.dayStart, channel.dataType);
  const write = (value: number | null | undefined) =>
    value === null || value === undefined ? dash : formatValue(value, channel, language);
  const entries: [keyof DaySummary, number | null | undefined, number | undefined][] = [
    ['lowest', today?.lowest?.value, today?.lowest?.ts],
    ['highest', today?.highest?.value, today?.highest?.ts],
    ['mean', today?.mean, undefined],
  ];
  const shown = channel.dataType === 'direction' ? entries.slice(2) : entries;
  const { granularity = 'five' } = trend ?? {};
  return (
    <>
      <dl className={styles.figures}>
        {shown.map(([key, value, at]) => (
          <div key={key}>
            <dt>{t(`map.panel.figures.${key}`)}</dt>
            <dd>
              {write(value)}
              {at !== undefined && <span className={styles.soft}>{clock.time(at)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t(`map.panel.basis.${granularity}`, { zone })}</p>
      {trend && trend.insufficient.length > 0 && <p className={styles.note}>{t('map.panel.fewNote')}</p>}
    </>
  );
}

/** The trend in words, for screen readers. */
export function TrendWords({ trend, channel, zone }: DayFiguresProps & { trend: Trend }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(zone, language);
  const { lowest, highest } = summariseDay(trend, trend.from, channel.dataType) ?? {};
  if (!lowest || !highest) return t('map.panel.trendWordless', { name: channel.name });
  const describe = ({ value, ts }: { value: number; ts: number }) => ({
    value: formatWithUnit(value, channel, language),
    time: `${clock.day(ts)} ${clock.time(ts)}`,
  });
  const [low, high] = [describe(lowest), describe(highest)];
  return t('map.panel.trendWords', {
    name: channel.name,
    low: low.value,
    lowTime: low.time,
    high: high.value,
    highTime: high.time,
  });
}
