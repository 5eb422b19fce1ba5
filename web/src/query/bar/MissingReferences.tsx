import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';

/** Says how many official stations of the query are gone. */
export function MissingReferences({ count }: { count: number }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return <Alert type="warning" showIcon title={t('data.query.missingReferences', { count })} />;
}
