import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SiteLook } from '../shade.ts';
import styles from './site-panel.module.css';

interface IndexCardProps {
  title: string;
  look: SiteLook;
  /** What stands in place of a number where there is none; a dash unless given. */
  sign?: string | undefined;
  /** What is said in place of a level where there is no number. */
  none: string;
  /** The pollutants that the number rests on, as people read them. */
  primary: string;
  /** What it is made of. */
  children: ReactNode;
}

/** An index: its number on the colour of its level, what it means, and where it comes from. */
export function IndexCard({ title, look, sign = '—', none, primary, children }: IndexCardProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={title} className={styles['index']}>
      <div
        className={look.isFaded ? `${styles['indexValue']} ${styles['hollow']}` : styles['indexValue']}
        style={look.isFaded ? undefined : { background: look.fill, color: look.ink }}
      >
        {look.value ?? sign}
      </div>
      <div className={styles['indexWords']}>
        <div className={styles['soft']}>{title}</div>
        <div className={styles['levelName']}>{look.value === undefined ? none : look.name}</div>
        {primary && <div>{t('map.panel.primary', { names: primary })}</div>}
      </div>
      {children && <div className={styles['made']}>{children}</div>}
    </section>
  );
}
