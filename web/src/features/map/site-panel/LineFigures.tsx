import { useTranslation } from 'react-i18next';
import type { Channel } from '../../../air/channel.ts';
import { dash, formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import type { ChartPeriod } from './chart-choice.ts';
import { labelChannel } from './chart-panels.ts';
import { summariseLine } from './line-summary.ts';
import blocks from './site-blocks.module.css';
import styles from './site-panel.module.css';
import type { SiteSeries } from './use-site-series.ts';

interface LinesProps {
  series: SiteSeries;
  channels: readonly Channel[];
  zone: string;
}

const noLine = { ts: [], values: [] };

/** The lowest, highest and mean value of each line of the chart. */
export function LineFigures({ series, channels, zone, period }: LinesProps & { period: ChartPeriod }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(zone, language);
  const when = (ts: number) => (period === 'day' ? clock.time(ts) : `${clock.day(ts)} ${clock.time(ts)}`);
  return (
    <>
      <table className={blocks.figures}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{t('map.chart.line')}</span>
            </th>
            {(['lowest', 'highest', 'mean'] as const).map((key) => (
              <th key={key} scope="col">
                {t(`map.panel.figures.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => {
            const found = summariseLine(series.lines.get(channel.code) ?? noLine, channel.dataType);
            const write = (value: number | null | undefined) =>
              value === null || value === undefined ? dash : formatValue(value, channel, language);
            return (
              <tr key={channel.code}>
                <th scope="row">
                  {labelChannel(channel, language)}
                  {channel.dataType !== 'direction' && <span className={styles.unit}> {channel.unit}</span>}
                </th>
                {[found?.lowest, found?.highest].map((extreme, at) => (
                  <td key={['lowest', 'highest'][at]}>
                    {write(extreme?.value)}
                    {extreme && <span className={blocks.when}>{when(extreme.ts)}</span>}
                  </td>
                ))}
                <td>{write(found?.mean)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className={styles.note}>{t(`map.panel.basis.${series.granularity}`, { zone })}</p>
    </>
  );
}

/** The lines in words, for screen readers. */
export function LineWords({ series, channels, zone }: LinesProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const clock = makeZoneClock(zone, language);
  const sentences = channels.map((channel) => {
    const { lowest, highest } =
      summariseLine(series.lines.get(channel.code) ?? noLine, channel.dataType) ?? {};
    const { name } = channel;
    if (!lowest || !highest) return t('map.panel.trendWordless', { name });
    const value = (number: number) => formatWithUnit(number, channel, language);
    const time = (ts: number) => `${clock.day(ts)} ${clock.time(ts)}`;
    return t('map.panel.trendWords', {
      name,
      low: value(lowest.value),
      lowTime: time(lowest.ts),
      high: value(highest.value),
      highTime: time(highest.ts),
    });
  });
  return sentences.join(' ');
}
