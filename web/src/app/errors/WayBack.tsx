import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

/** Home always; back only where there is something to go back to. */
export function WayBack() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <>
      <Button type="primary" onClick={() => void navigate('/')}>
        {t('shell.goHome')}
      </Button>
      {history.length > 1 && <Button onClick={() => void navigate(-1)}>{t('shell.goBack')}</Button>}
    </>
  );
}
