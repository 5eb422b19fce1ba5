import { ExclamationCircleFilled } from '@ant-design/icons';
import { readLinkAddress } from '@limpid/contract/system/personalization';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EntryName } from '../../ui/entry/EntryName.tsx';
import { EntryPicture } from '../../ui/entry/EntryPicture.tsx';
import entry from '../../ui/entry/entry.module.css';
import { useBranding } from '../use-branding.ts';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import styles from './login.module.css';

interface Props {
  /** The title of the page; shown as a heading unless `heading` is false. */
  title: string;
  heading?: boolean;
  children: ReactNode;
}

/** The frame of pages before the login: background, branding and one card. */
export function EntryPage({ title, heading = true, children }: Props) {
  const { t } = useTranslation();
  const { title: brandTitle, isPersonalised, logo, info } = useBranding();
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
        <EntryName
          logo={logo}
          title={brandTitle}
          tagline={isPersonalised ? undefined : t('shell.tagline')}
          address={readLinkAddress(info.loginUrl)}
        />
        {/* Browsers treat only https and localhost as secure. */}
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
