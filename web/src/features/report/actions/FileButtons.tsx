import { DownloadOutlined } from '@ant-design/icons';
import { type ReportFormat, reportFormats } from '@limpid/contract/report/report';
import { downloadReport } from '@limpid/contract/report/report-making';
import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { download } from '../../../api/call.ts';
import { hasAnyPermission } from '../../../api/session.ts';
import type { ReportRow } from '../report-row.ts';
import styles from './files.module.css';

/** Downloads the files of a report. */
export function FileButtons({ row, isLarge = false }: { row: ReportRow; isLarge?: boolean }) {
  const { t } = useTranslation();
  const fetchFile = useMutation({
    mutationFn: (format: ReportFormat) => download(downloadReport, { params: { id: row.reportId, format } }),
  });
  const formats = reportFormats.filter((format) => row.formats?.split(',').includes(format));
  if (row.state !== 'done' || !hasAnyPermission('analysis:report:query')) return null;
  return (
    <span className={styles.files}>
      {formats.map((format) => (
        <Button
          key={format}
          type={isLarge ? 'default' : 'link'}
          size={isLarge ? 'middle' : 'small'}
          icon={isLarge && <DownloadOutlined aria-hidden />}
          aria-label={t('report.list.download', {
            format: t(`report.list.formats.${format}`),
            name: row.reportName,
          })}
          loading={fetchFile.isPending && fetchFile.variables === format && { delay: 200 }}
          onClick={() => fetchFile.mutate(format)}
        >
          {t(`report.list.formats.${format}`)}
        </Button>
      ))}
    </span>
  );
}
