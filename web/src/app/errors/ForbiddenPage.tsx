import { useTranslation } from 'react-i18next';
import { MessagePage } from './MessagePage.tsx';
import { WayBack } from './WayBack.tsx';

export function ForbiddenPage() {
  const { t } = useTranslation();
  return (
    <MessagePage code="401" title={t('shell.forbidden.title')} text={t('shell.forbidden.text')}>
      <WayBack />
    </MessagePage>
  );
}
