import { useTranslation } from 'react-i18next';
import { EntryPage } from './EntryPage.tsx';
import styles from './login.module.css';

/** Until it is known what the page has to say. */
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
