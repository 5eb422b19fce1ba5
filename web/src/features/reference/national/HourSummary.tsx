import { HOUR_MS } from '@limpid/contract/durations';
import type { National } from '@limpid/contract/reference/national';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './national.module.css';
import type { ShownStation } from './national-places.ts';
import type { RankedCity } from './rank-cities.ts';

interface HourSummaryProps {
  national: National;
  ranked: readonly RankedCity[];
  stations: readonly ShownStation[];
}

/** Which hour is shown, when it was released, and how much of it has values. */
export function HourSummary({ national: { hour, zone }, ranked, stations }: HourSummaryProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (hour === null) return null;
  const clock = makeZoneClock(zone, language);
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, dateStyle: 'long' }).format(hour);
  const [from, to] = [clock.time(hour), clock.time(hour + HOUR_MS)];
  const count = (number: number) => formatCount(number, language);
  return (
    <output className={styles.summary}>
      <span>{t('analysis.national.released', { from, to, day, zone })}</span>
      <span>
        {t('analysis.national.counts', {
          ranked: count(ranked.filter(({ value }) => value !== null).length),
          cities: count(ranked.length),
        })}
      </span>
      <span>
        {t('analysis.national.stationCounts', {
          valid: count(stations.filter(({ values }) => values.some((value) => value !== null)).length),
          stations: count(stations.length),
        })}
      </span>
    </output>
  );
}
