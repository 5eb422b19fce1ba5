import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/dates.ts';
import { useLanguage } from '../../../resource/use-language.ts';
import { useReportActions } from '../actions/use-report-actions.tsx';
import type { ReportRow } from '../report-row.ts';
import styles from './view.module.css';

/** What can be done with the report now, and what speaks for a revised edition. */
export function ReportTools({ row }: { row: ReportRow }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { listActions, dialogs } = useReportActions();
  const actions = listActions(row);
  return (
    <>
      {row.state === 'failed' && (
        <Alert type="error" showIcon title={t('report.view.failed')} description={row.problem} />
      )}
      {row.changedAt && row.newest !== false && (
        <Alert
          type="warning"
          showIcon
          title={t('report.view.changed', { time: formatDateTime(row.changedAt, language) })}
          description={t('report.view.changedNote')}
        />
      )}
      {actions.length > 0 && (
        <div role="toolbar" aria-label={t('kit.list.actions')} className={styles.tools}>
          {actions.map(({ key, text, run }) => (
            <Button key={key} onClick={run}>
              {text}
            </Button>
          ))}
        </div>
      )}
      {dialogs}
    </>
  );
}
