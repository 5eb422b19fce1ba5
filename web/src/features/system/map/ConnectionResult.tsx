import { CheckCircleFilled, CloseCircleFilled, LoadingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import styles from './map-settings.module.css';
import type { ConnectionTest } from './use-connection-test.ts';

/** The result of a connection test as one sentence. */
export function ConnectionResult({ test: { isRunning, outcome } }: { test: ConnectionTest }) {
  const { t } = useTranslation();
  const icon = isRunning ? (
    <LoadingOutlined aria-hidden />
  ) : outcome?.isGood ? (
    <CheckCircleFilled aria-hidden className={styles.good} />
  ) : (
    <CloseCircleFilled aria-hidden className={styles.bad} />
  );
  return (
    <output className={styles.result}>
      {(isRunning || outcome) && (
        <>
          {icon}
          <span>
            {isRunning || !outcome ? t('system.mapSettings.testing') : t(outcome.text, outcome.values)}
          </span>
        </>
      )}
    </output>
  );
}
