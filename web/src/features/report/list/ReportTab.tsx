import { FileAddOutlined } from '@ant-design/icons';
import { report } from '@limpid/contract/report/report';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { hasAnyPermission } from '../../../api/session.ts';
import { useAddressNumber } from '../../../query/state/use-address-part.ts';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { useDialog } from '../../../resource/row/use-dialog.ts';
import { useReportActions } from '../actions/use-report-actions.tsx';
import { MakeReportDialog } from '../make/MakeReportDialog.tsx';
import { type ReportRow, reportParameter } from '../report-row.ts';
import { useReportChanges } from '../use-report-changes.ts';
import { ReportDrawer } from '../view/ReportDrawer.tsx';
import { reportCells } from './report-cells.tsx';
import { reportColumns } from './report-columns.ts';
import { SelectedReports } from './SelectedReports.tsx';

/** Reports that were asked for: how far they are, who has signed them, and their files. */
export function ReportTab() {
  const { t } = useTranslation();
  useReportChanges();
  const [reportId, open] = useAddressNumber(reportParameter);
  const making = useDialog();
  const { listActions, dialogs } = useReportActions();
  const mayMake = hasAnyPermission('analysis:report:add');
  const mayOpen = hasAnyPermission('analysis:report:query');
  return (
    <>
      <ResourceScreen
        resource={report}
        columns={reportColumns}
        cells={reportCells}
        isKept={({ signOff }: ReportRow) => signOff === 'published'}
        isSelectable={hasAnyPermission('analysis:report:review', 'analysis:report:publish')}
        emptyHint={t(mayMake ? 'report.list.emptyHint' : 'report.list.emptyReadHint')}
        rowActions={(row) => [
          ...(mayOpen && row.state === 'done'
            ? [{ key: 'open', text: t('report.list.open'), run: () => open(row.reportId) }]
            : []),
          ...listActions(row),
        ]}
        tools={(selected) => (
          <>
            {mayMake && (
              <Button type="primary" icon={<FileAddOutlined aria-hidden />} onClick={() => making.show()}>
                {t('report.make.title')}
              </Button>
            )}
            <SelectedReports rows={selected} />
          </>
        )}
      />
      {making.turn > 0 && <MakeReportDialog key={making.turn} open={making.open} onClose={making.hide} />}
      <ReportDrawer reportId={mayOpen ? reportId : undefined} onOpen={open} />
      {dialogs}
    </>
  );
}
