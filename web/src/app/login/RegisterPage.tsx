import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBranding } from '../use-branding.ts';
import { EntryMessage } from './EntryMessage.tsx';
import { EntryPage } from './EntryPage.tsx';
import { EntryWait } from './EntryWait.tsx';
import styles from './login.module.css';
import { RegisterForm } from './RegisterForm.tsx';

export function RegisterPage() {
  const { t } = useTranslation();
  const { state, canRegister } = useBranding().info;
  const [name, setName] = useState<string>();
  const title = t('shell.register.title');
  if (name) {
    const text = t('shell.register.doneText', { name });
    return <EntryMessage title={title} heading={t('shell.register.done')} text={text} />;
  }
  if (state === 'loading') return <EntryWait title={title} />;
  // If the branding could not be loaded, the server decides on submit.
  if (state === 'ready' && !canRegister) {
    return (
      <EntryMessage
        title={title}
        heading={t('shell.register.closed')}
        text={t('shell.register.closedText')}
      />
    );
  }
  return (
    <EntryPage title={title}>
      <p className={styles.hint}>{t('shell.register.hint')}</p>
      <RegisterForm onDone={setName} />
      <p className={styles.aside}>
        <Link to="/login">{t('shell.login.back')}</Link>
      </p>
    </EntryPage>
  );
}
