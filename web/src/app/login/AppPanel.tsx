import { MobileOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { fetchOnDemand } from '../fetch-on-demand.tsx';
import { useBranding } from '../use-branding.ts';
import styles from './login-ways.module.css';

// Loaded on demand to keep the login page small.
const AppCode = fetchOnDemand(async () => (await import('./AppCode.tsx')).AppCode, null);

/** The download address of the mobile app as a QR code. */
export function AppPanel() {
  const { t } = useTranslation();
  const { appDownload } = useBranding().info;
  if (!appDownload) {
    return (
      <div className={styles.app}>
        <MobileOutlined className={styles.appNone} aria-hidden />
        <p>{t('shell.login.appNone')}</p>
      </div>
    );
  }
  return (
    <div className={styles.app}>
      <div className={styles.appCode}>
        <AppCode address={appDownload} name={t('shell.login.appCode')} />
      </div>
      <p>{t('shell.login.appHint')}</p>
      <a href={appDownload} target="_blank" rel="noreferrer">
        {t('shell.login.appOpen')}
      </a>
    </div>
  );
}
