import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useBranding } from '../use-branding.ts';
import { BindForm } from './BindForm.tsx';
import { EntryMessage } from './EntryMessage.tsx';
import { EntryPage } from './EntryPage.tsx';
import { EntryWait } from './EntryWait.tsx';
import styles from './login.module.css';

/** Opened by the mobile app with a code that identifies its user. */
export function BindPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const { state, canBind } = useBranding().info;
  const [name, setName] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const code = search.get('code');
  const title = t('shell.bind.title');
  if (name) {
    const text = t('shell.bind.doneText', { name });
    return <EntryMessage title={title} heading={t('shell.bind.done')} text={text} />;
  }
  if (state === 'loading') return <EntryWait title={title} />;
  const hasNone = state === 'ready' && !canBind;
  const obstacle = hasNone ? t('shell.bind.noProvider') : code ? refusal : t('shell.bind.noCode');
  if (obstacle || !code) {
    return <EntryMessage title={title} heading={t('shell.bind.failed')} text={obstacle ?? ''} />;
  }
  return (
    <EntryPage title={title}>
      <p className={styles.hint}>{t('shell.bind.hint')}</p>
      <BindForm code={code} onDone={setName} onRefused={setRefusal} />
    </EntryPage>
  );
}
