import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './inner-link-page.module.css';

/** An external page inside a tab. */
export function InnerLinkPage({ title, link }: { title: string; link: string }) {
  const { t } = useTranslation();
  const [isLoaded, setLoaded] = useState(false);
  return (
    <div className={styles.frame} aria-busy={!isLoaded}>
      {!isLoaded && <output>{t('shell.loading')}</output>}
      <iframe src={link} title={title} referrerPolicy="no-referrer" onLoad={() => setLoaded(true)} />
    </div>
  );
}
