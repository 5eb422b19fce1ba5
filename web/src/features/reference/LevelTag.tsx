import { useTranslation } from 'react-i18next';
import { useIndexScale } from '../../resource/air/use-index-scale.ts';
import { useTaste } from '../../resource/air/use-taste.ts';
import styles from './reference.module.css';

/** A level of China's index: its word beside its colour, in the colours this person goes by. */
export function LevelTag({ level }: { level: unknown }) {
  const { t } = useTranslation();
  const [{ isSafe }] = useTaste();
  const scale = useIndexScale({ index: 'china', isSafe });
  if (typeof level !== 'string') return '—';
  const fill = scale?.steps[Number(level) - 1]?.fill;
  return (
    <span className={styles['level']}>
      <i aria-hidden className={styles['dot']} style={{ background: fill }} />
      {t(`analysis.nationalControl.fields.level_${level}`)}
    </span>
  );
}
