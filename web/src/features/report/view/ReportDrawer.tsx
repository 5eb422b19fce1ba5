import { resourceEndpoints } from '@limpid/contract/kit/resource-endpoints';
import { report } from '@limpid/contract/report/report';
import { readReportDocument } from '@limpid/contract/report/report-making';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { RowState } from '../../../resource/row/RowState.tsx';
import { useRow } from '../../../resource/row/use-row.ts';
import { toRem } from '../../../ui/scale.ts';
import { FileButtons } from '../actions/FileButtons.tsx';
import { ReportDocumentView } from '../document/ReportDocumentView.tsx';
import type { ReportRow } from '../report-row.ts';
import { ReportFacts } from './ReportFacts.tsx';
import { ReportTools } from './ReportTools.tsx';
import styles from './view.module.css';

interface ReportDrawerProps {
  reportId: number | undefined;
  onOpen: (reportId: number | undefined) => void;
}

const endpoints = resourceEndpoints(report);

/** A report as it was made, with its files, who has signed it, and its other editions. */
export function ReportDrawer({ reportId, onOpen }: ReportDrawerProps) {
  const { t } = useTranslation();
  const row = useRow<ReportRow>(endpoints, reportId);
  const { data } = row;
  return (
    <Drawer
      open={reportId !== undefined}
      onClose={() => onOpen(undefined)}
      title={data?.reportName ?? t('report.view.title')}
      size={toRem(936)}
      destroyOnHidden
      extra={data && <FileButtons row={data} isLarge />}
    >
      {data ? (
        <div className={styles.view}>
          <ReportFacts row={data} onOpen={onOpen} />
          <ReportTools row={data} />
          {data.state === 'done' && <StoredDocument key={data.reportId} reportId={data.reportId} />}
        </div>
      ) : (
        <RowState row={row} lines={10} />
      )}
    </Drawer>
  );
}

function StoredDocument({ reportId }: { reportId: number }) {
  const read = useQuery({
    queryKey: [readReportDocument.path, reportId],
    queryFn: ({ signal }) => call(readReportDocument, { params: { id: reportId }, signal, quiet: true }),
    // A report stays as it was made.
    staleTime: 'static',
  });
  if (!read.data) return <RowState row={read} lines={16} />;
  return <ReportDocumentView document={read.data} />;
}
