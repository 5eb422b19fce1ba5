import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/** Appears after a delay, so that fast pages show no flash. */
export function LoadingPage() {
  const { t } = useTranslation();
  return (
    <output className={styles.page}>
      <img src="/logo.svg" alt="" width={40} height={40} />
      <span className="visually-hidden">{t('shell.loading')}</span>
    </output>
  );
}
