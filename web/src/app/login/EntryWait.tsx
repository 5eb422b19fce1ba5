import { useTranslation } from 'react-i18next';
import { EntryPage } from './EntryPage.tsx';
import styles from './login.module.css';

/** Shown while the page is loading. */
export function EntryWait({ title, text }: { title: string; text?: string }) {
  const { t } = useTranslation();
  return (
    <EntryPage title={title}>
      <p className={styles.hint} aria-live="polite">
        {text ?? t('shell.loading')}
      </p>
    </EntryPage>
  );
}
