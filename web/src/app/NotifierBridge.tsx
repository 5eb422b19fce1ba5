import { App } from 'antd';
import { useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { setNotifier } from '../api/notifier.ts';
import { logoutAndReload } from './session/logout.ts';

/** Shows messages of the request layer in the theme and language of the page. */
export function NotifierBridge() {
  const { t } = useTranslation();
  const { message, notification, modal } = App.useApp();
  useLayoutEffect(() => {
    setNotifier({
      error: (text, seconds = 3) => void message.error(text, seconds),
      warning: (text) => void message.warning(text),
      success: (text) => void message.success(text),
      notify: (title) => notification.error({ title }),
      askLogin: async () => {
        const confirmed = await modal.confirm({
          title: t('shell.expired.title'),
          content: t('shell.expired.text'),
          okText: t('shell.expired.login'),
          cancelText: t('shell.cancel'),
        });
        if (confirmed) await logoutAndReload();
      },
    });
  }, [t, message, notification, modal]);
  return null;
}
