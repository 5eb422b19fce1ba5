import { useTranslation } from 'react-i18next';
import { MessagePage } from './MessagePage.tsx';
import { WayBack } from './WayBack.tsx';

export function NotFoundPage() {
  const { t } = useTranslation();
  return (
    <MessagePage code="404" title={t('shell.notFound.title')} text={t('shell.notFound.text')}>
      <WayBack />
    </MessagePage>
  );
}
