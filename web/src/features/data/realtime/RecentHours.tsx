import { useTranslation } from 'react-i18next';
import type { MeasureScale } from '../../../air/measure-scale.ts';
import styles from './recent-hours.module.css';
import { drawSpark } from './spark-path.ts';

interface RecentHoursProps {
  /** Of the last day, oldest first; undefined until they are loaded. */
  values: readonly (number | null)[] | undefined;
  scale: Pick<MeasureScale, 'format' | 'findStep' | 'title'>;
}

const box = { width: 64, height: 22, margin: 3 };

/** The last hours of a site as a small line; its newest hour in the colour of its level. */
export function RecentHours({ values, scale }: RecentHoursProps) {
  const { t } = useTranslation();
  const spark = values && drawSpark(values, box);
  if (!spark) return <span className={styles.empty} />;
  const { path, end, low, high } = spark;
  const last = values.at(-1) ?? null;
  const label = t('data.realtime.hoursOf', {
    name: scale.title,
    low: scale.format(low),
    high: scale.format(high),
  });
  return (
    <span className={styles.hours} title={label}>
      <svg className={styles.spark} viewBox={`0 0 ${box.width} ${box.height}`} aria-hidden focusable="false">
        <path d={path} />
        {end && last !== null && (
          <circle cx={end.x} cy={end.y} r={2.5} style={{ fill: scale.findStep(last)?.fill }} />
        )}
      </svg>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}
