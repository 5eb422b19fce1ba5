import { useTranslation } from 'react-i18next';
import { EntryPage } from './EntryPage.tsx';

/** Until it is known what the page has to say. */
export function EntryWait({ title, text }: { title: string; text?: string }) {
  const { t } = useTranslation();
  return (
    <EntryPage title={title}>
      <p className="login-hint" aria-live="polite">
        {text ?? t('shell.loading')}
      </p>
    </EntryPage>
  );
}
