import { useTranslation } from 'react-i18next';
import { useIndexPreference } from '../../api/use-index-preference.ts';
import { useIndexScale } from '../../api/use-index-scale.ts';
import styles from './reference.module.css';

/** A level of the Chinese index: its name beside its colour, in the preferred palette. */
export function LevelTag({ level }: { level: unknown }) {
  const { t } = useTranslation();
  const [{ colourBlindSafe }] = useIndexPreference();
  const { steps } = useIndexScale({ index: 'china', colourBlindSafe });
  if (typeof level !== 'string') return '—';
  const fill = steps[Number(level) - 1]?.fill;
  return (
    <span className={styles.level}>
      <i aria-hidden className={styles.dot} style={{ background: fill }} />
      {t(`analysis.nationalControl.fields.level_${level}`)}
    </span>
  );
}
