import { useTranslation } from 'react-i18next';
import styles from './value-chip.module.css';

/** Marks the index of a site that does not measure every pollutant of the standard. */
export function ReferenceMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles.mark} title={t('data.realtime.reference')}>
      {t('data.realtime.referenceMark')}
    </abbr>
  );
}
