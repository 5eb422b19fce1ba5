import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import RealtimeScreen from '../../features/data/RealtimeScreen.tsx';
import './table-home.css';

/** The home page of those whom the map is not loaded for: the same sites as a table, and why. */
export function TableHome() {
  const { t } = useTranslation();
  return (
    <>
      <Alert
        className="table-home-hint"
        role="note"
        type="info"
        showIcon
        closable
        title={t('map.page.notLoaded')}
      />
      <RealtimeScreen />
    </>
  );
}
