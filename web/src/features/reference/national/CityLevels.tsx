import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import { ChartCard } from '../../../charts/ChartCard.tsx';
import { formatCount } from '../../../lib/format.ts';
import { sharePercent } from '../../../lib/share-percent.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import styles from './national.module.css';
import { type NationalCity, type NationalMeasure, readMeasure } from './national-places.ts';

interface CityLevelsProps {
  cities: readonly NationalCity[];
  measure: NationalMeasure;
  scale: MeasureScale;
}

/** The number and share of cities at each level, and how many have no value. */
export function CityLevels({ cities, measure, scale }: CityLevelsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const values = cities.map((city) => readMeasure(city, measure));
  const levels = scale.steps.map((step) => ({
    ...step,
    count: values.filter((value) => value !== null && scale.findStep(value) === step).length,
  }));
  const percents = sharePercent(levels.map(({ count }) => count));
  const percentText = new Intl.NumberFormat(language, { style: 'percent' });
  const unknown = values.filter((value) => value === null).length;
  return (
    <ChartCard
      title={t('analysis.national.levels')}
      {...(unknown > 0 && {
        facts: [t('analysis.national.noValue', { count: formatCount(unknown, language) })],
      })}
    >
      {levels.length === 0 ? (
        <p className={styles.soft}>{t('analysis.national.noLevels')}</p>
      ) : (
        <>
          <div aria-hidden className={styles.stack}>
            {levels.map(({ name, fill, count }) =>
              count > 0 ? <span key={name} style={{ flexGrow: count, background: fill }} /> : null,
            )}
          </div>
          <ul className={styles.shares}>
            {levels.map(({ name, fill, count }, place) => (
              <li key={name}>
                <i aria-hidden className={styles.swatch} style={{ background: fill }} />
                <span>{name}</span>
                <span className={styles.number}>{formatCount(count, language)}</span>
                <span className={styles.number}>{percentText.format((percents[place] ?? 0) / 100)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </ChartCard>
  );
}
