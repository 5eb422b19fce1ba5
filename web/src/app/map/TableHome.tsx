import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import RealtimeScreen from '../../features/data/RealtimeScreen.tsx';
import styles from './table-home.module.css';

/** The home page where the map is not loaded: the same sites as a table, with the reason. */
export function TableHome() {
  const { t } = useTranslation();
  return (
    <>
      <Alert
        className={styles.hint}
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
