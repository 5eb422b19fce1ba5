import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './notify.module.css';

/** Whether this browser may show notifications, and the button that asks for it. */
export function BrowserPermission() {
  const { t } = useTranslation();
  const isSupported = 'Notification' in window;
  const [permission, setPermission] = useState(isSupported ? Notification.permission : 'denied');
  if (permission === 'granted') return null;
  const ask = () => void Notification.requestPermission().then(setPermission);
  return (
    <Alert
      type="warning"
      showIcon
      className={styles.wide}
      title={
        permission === 'denied' ? t('notify.subscription.browserDenied') : t('notify.subscription.browserAsk')
      }
      action={
        permission === 'default' && (
          <Button size="small" onClick={ask}>
            {t('notify.subscription.browserAllow')}
          </Button>
        )
      }
    />
  );
}
