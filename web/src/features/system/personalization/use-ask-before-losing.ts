import { App } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Asks before unsaved changes are discarded; the browser asks when the page is closed. */
export function useAskBeforeLosing(isChanged: boolean) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  useEffect(() => {
    if (!isChanged) return;
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', hold);
    return () => removeEventListener('beforeunload', hold);
  }, [isChanged]);
  return (onAgreed: () => void) =>
    modal.confirm({
      title: t('kit.form.discardTitle'),
      content: t('system.personalization.discardQuestion'),
      okText: t('kit.form.discard'),
      cancelText: t('kit.form.keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onAgreed,
    });
}
