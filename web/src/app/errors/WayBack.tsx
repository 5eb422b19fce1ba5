import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';

/** A button to the home page, and one back if there is a history. */
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
