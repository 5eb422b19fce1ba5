import { ExclamationCircleFilled } from '@ant-design/icons';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryPicture } from '../../ui/entry/EntryPicture.tsx';
import entry from '../../ui/entry/entry.module.css';
import { useBranding } from '../use-branding.ts';
import { EntryBrand } from './EntryBrand.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import styles from './login.module.css';

interface Props {
  /** What the page is for; a heading too, where `children` do not say it themselves. */
  title: string;
  heading?: boolean;
  children: ReactNode;
}

/** What everybody sees who is not logged in: the scenery, the name of the installation and one card. */
export function EntryPage({ title, heading = true, children }: Props) {
  const { t } = useTranslation();
  const { title: brandTitle, info } = useBranding();
  useEffect(() => {
    document.title = `${title} · ${brandTitle}`;
  }, [title, brandTitle]);
  return (
    <div className={entry.page}>
      <EntryPicture src={info.loginBackground} />
      <header className={styles.top}>
        <LanguageSwitch />
      </header>
      <main className={entry.card}>
        <EntryBrand />
        {/* Browsers call https and the machine itself secure, and nothing else. */}
        {!window.isSecureContext && (
          <p className={styles.unprotected}>
            <ExclamationCircleFilled aria-hidden />
            <span>{t('shell.login.unprotected')}</span>
          </p>
        )}
        {heading && <h2 className={styles.heading}>{title}</h2>}
        {children}
      </main>
    </div>
  );
}
