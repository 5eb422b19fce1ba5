import type { WorkRow } from '@limpid/contract/work';
import { Button, Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../resource.module.css';

/** How far an import has come, and a button to stop it. */
export function ImportProgress({ row, onStop }: { row: WorkRow | undefined; onStop: () => void }) {
  const { t } = useTranslation();
  const percent = row?.total ? Math.floor((row.done / row.total) * 100) : 0;
  return (
    <div>
      <div className={styles.importProgress}>
        <Progress percent={percent} aria-label={t('kit.import.start')} />
        <Button size="small" disabled={!row} onClick={onStop}>
          {t('kit.import.stop')}
        </Button>
      </div>
      <div className={styles.hint}>{t('kit.import.background')}</div>
    </div>
  );
}
