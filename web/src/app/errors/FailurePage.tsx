import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { MessagePage } from './MessagePage.tsx';

/** Also shown when a chunk cannot be loaded, after an update or without a network. */
export function FailurePage() {
  const { t } = useTranslation();
  return (
    <MessagePage title={t('shell.failure.title')} text={t('shell.failure.text')}>
      <Button type="primary" onClick={() => location.reload()}>
        {t('shell.failure.reload')}
      </Button>
    </MessagePage>
  );
}
