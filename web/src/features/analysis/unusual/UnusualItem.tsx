import { LineChartOutlined } from '@ant-design/icons';
import type { UnusualSite } from '@limpid/contract/analysis/unusual';
import { HOUR_MS } from '@limpid/contract/durations';
import { localised } from '@limpid/contract/kit/resource';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Channel } from '../../../air/channel.ts';
import { describeFlag } from '../../../air/describe-flag.ts';
import { describeValue, formatValue, formatWithUnit } from '../../../air/describe-value.ts';
import { FlagButton } from '../../../air/FlagButton.tsx';
import { flagSign } from '../../../air/flag-summary.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { DaySparkline } from './DaySparkline.tsx';
import styles from './unusual.module.css';

interface UnusualItemProps {
  row: UnusualSite;
  channel: Channel;
}

/** A site with its value, the sentence that says why it is listed, and the same hour of the last days. */
export function UnusualItem({ row, channel }: UnusualItemProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = (value: number) => formatValue(value, channel, language);
  const withUnit = (value: number) => formatWithUnit(value, channel, language);
  const clock = makeZoneClock(row.zone, language);
  const { text, unit, step } = describeValue(
    channel,
    { ts: row.hour, value: row.value, flag: 'N' },
    language,
  );
  const days = row.days.map((day) => (day === null ? t('analysis.unusual.gap') : number(day))).join(', ');
  const address = `/data/trend?sites=${row.siteId}&channels=${encodeURIComponent(row.channel)}&period=last30Days&step=hour`;
  return (
    <li className={styles.item}>
      <div className={styles.value}>
        <span
          className={styles.figure}
          style={step && { background: step.fill, color: step.ink }}
          title={step?.name}
        >
          {text}
        </span>
        <span className={styles.unit}>{unit}</span>
        {row.flags.length > 0 && (
          <FlagButton
            text={flagSign}
            lines={row.flags.map((flag) => describeFlag(flag, channel, { t, language }))}
            subject={`${row.siteName}, ${channel.name}`}
          />
        )}
      </div>
      <div className={styles.words}>
        <h3 className={styles.site}>
          {row.siteName}
          <span className={styles.entity}>{localised(row, 'entityName', language)}</span>
        </h3>
        <p className={styles.sentence}>
          {t(`analysis.unusual.sentences.${row.kind}`, {
            channel: channel.name,
            value: withUnit(row.value),
            usual: withUnit(row.usual),
            lower: number(row.lower ?? 0),
            upper: withUnit(row.upper),
            count: row.count,
            from: clock.time(row.hour),
            to: clock.time(row.hour + HOUR_MS),
          })}
        </p>
        <p className={styles.facts}>
          {t(`analysis.unusual.kinds.${row.kind}`)} ·{' '}
          {t('analysis.unusual.strength', { times: formatDecimal(row.strength, 1, language) })}
        </p>
      </div>
      <DaySparkline {...row} label={t('analysis.unusual.sparkline', { days, value: withUnit(row.value) })} />
      <Link
        to={address}
        className={styles.link}
        aria-label={t('analysis.unusual.trendOf', { site: row.siteName, channel: channel.name })}
      >
        <LineChartOutlined aria-hidden /> {t('analysis.unusual.trend')}
      </Link>
    </li>
  );
}
