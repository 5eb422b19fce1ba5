import { App } from 'antd';
import { useTranslation } from 'react-i18next';

/** Asks before what was typed into a dialog is lost. */
export function useDiscardConfirmation() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  return (onAgreed: () => void) =>
    modal.confirm({
      title: t('kit.form.discardTitle'),
      content: t('kit.form.discardQuestion'),
      okText: t('kit.form.discard'),
      cancelText: t('kit.form.keepEditing'),
      focusable: { autoFocusButton: 'cancel' },
      onOk: onAgreed,
    });
}
