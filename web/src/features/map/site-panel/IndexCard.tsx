import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DescribedIndex } from '../../../air/describe-index.ts';
import type { LevelStep } from '../../../air/level.ts';
import styles from './site-panel.module.css';

interface IndexCardProps extends Pick<DescribedIndex, 'text' | 'primary' | 'isStale'> {
  title: string;
  step: Pick<LevelStep, 'fill' | 'ink' | 'name'> | undefined;
  /** Replaces the name of the level where there is no index. */
  none: string;
  /** The change in the last hour. */
  change?: ReactNode;
  /** What the index is computed from. */
  children: ReactNode;
}

/** An index: its number on the colour of its level, its primary pollutants and its origin. */
export function IndexCard({ title, text, step, primary, isStale, none, change, children }: IndexCardProps) {
  const { t } = useTranslation();
  const isHollow = isStale || !step;
  return (
    <section aria-label={title} className={styles.index}>
      <div
        className={isHollow ? `${styles.indexValue} ${styles.hollow}` : styles.indexValue}
        style={isHollow ? undefined : { background: step?.fill, color: step?.ink }}
      >
        {text}
      </div>
      <div className={styles.indexWords}>
        <div className={styles.soft}>{title}</div>
        <div className={styles.levelName}>
          {step?.name ?? none} {change}
        </div>
        {primary && <div>{t('map.panel.primary', { names: primary })}</div>}
      </div>
      {children && <div className={styles.made}>{children}</div>}
    </section>
  );
}
