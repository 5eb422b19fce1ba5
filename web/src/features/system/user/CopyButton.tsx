import { CopyOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { getNotifier } from '../../../api/notifier.ts';
import { IconButton } from '../../../ui/IconButton.tsx';

/** Disabled without a secure context, where browsers have no clipboard. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <IconButton
      name={t('system.user.password.copy')}
      icon={<CopyOutlined aria-hidden />}
      disabled={text === '' || !('clipboard' in navigator)}
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        getNotifier().success(t('system.user.password.copied'));
      }}
    />
  );
}
