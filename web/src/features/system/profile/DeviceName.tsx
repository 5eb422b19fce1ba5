import { DesktopOutlined, MobileOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './sessions.module.css';
import { type OwnSession, useDeviceName } from './use-sessions.ts';

const handheld = new Set(['Android', 'iOS', 'HarmonyOS']);

export function DeviceName({ session }: { session: OwnSession }) {
  const { t } = useTranslation();
  const nameOf = useDeviceName();
  const Icon = handheld.has(session.os) ? MobileOutlined : DesktopOutlined;
  return (
    <span className={styles.device}>
      <Icon aria-hidden className={styles.deviceIcon} />
      <span>{nameOf(session)}</span>
      {session.isCurrent && <span className={styles.current}>{t('system.profile.sessions.current')}</span>}
    </span>
  );
}

interface EndButtonProps {
  session: OwnSession;
  onEnd(session: OwnSession): void;
}

/** Hidden for the current session, which ends by logging out. */
export function EndButton({ session, onEnd }: EndButtonProps) {
  const { t } = useTranslation();
  const nameOf = useDeviceName();
  if (session.isCurrent) return null;
  return (
    <Button
      type="link"
      size="small"
      className={styles.end}
      aria-label={t('system.profile.sessions.endOf', { device: nameOf(session) })}
      onClick={() => onEnd(session)}
    >
      {t('system.profile.sessions.end')}
    </Button>
  );
}
