import { maxSigned } from '@limpid/contract/report/report-sign-off';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { useRetryReports } from '../actions/use-report-writes.ts';
import { canSign, type SignStep, signPermission, useSignReports } from '../actions/use-sign-reports.ts';
import type { ReportRow } from '../report-row.ts';

/** Signs or retries the selected reports; a button is shown while it would do something. */
export function SelectedReports({ rows }: { rows: readonly ReportRow[] }) {
  const { t } = useTranslation();
  const sign = useSignReports();
  const retry = useRetryReports();
  const failed = rows.filter(({ state }) => state === 'failed');
  const button = (step: SignStep) => {
    const ready = rows.filter((row) => canSign(step, row)).slice(0, maxSigned);
    if (ready.length === 0 || !hasAnyPermission(signPermission[step])) return null;
    return (
      <Button onClick={() => sign.ask(step, ready)} loading={sign.isPending}>
        {t(`report.signOff.${step}.some`, { count: ready.length })}
      </Button>
    );
  };
  return (
    <>
      {button('review')}
      {button('publish')}
      {failed.length > 0 && hasAnyPermission('analysis:report:edit') && (
        <Button onClick={() => retry.mutate(failed.map(({ reportId }) => reportId))}>
          {t('report.list.retrySome', { count: failed.length })}
        </Button>
      )}
    </>
  );
}
