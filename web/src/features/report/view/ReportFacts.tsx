import { listReportEditions } from '@limpid/contract/report/report-making';
import { useQuery } from '@tanstack/react-query';
import { Descriptions, Select, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { formatDateTime } from '../../../lib/dates.ts';
import { DateTimeText } from '../../../resource/row/DateTimeText.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { type ReportRow, signOffLooks, stateLooks } from '../report-row.ts';
import styles from './view.module.css';

interface ReportFactsProps {
  row: ReportRow;
  onOpen: (reportId: number) => void;
}

/** State, editions, signatures, and how a published PDF is checked. */
export function ReportFacts({ row, onOpen }: ReportFactsProps) {
  const { t } = useTranslation();
  const { state, signOff, reviewer, reviewedAt, publisher, publishedAt, asOf, checkCode, files } = row;
  const label = (name: string) => t(`report.report.fields.${name}`);
  const signed = (name: string | null, at: string | null) =>
    name && (
      <span>
        {`${name} `}
        {at && (
          <span className={styles.soft}>
            <DateTimeText value={at} />
          </span>
        )}
      </span>
    );
  const pdf = files?.find(({ format }) => format === 'pdf');
  const facts: Record<string, ReactNode> = {
    state: state && <StatusDot look={stateLooks[state]} text={label(`state_${state}`)} />,
    signOff:
      state === 'done' && signOff ? (
        <StatusDot look={signOffLooks[signOff]} text={label(`signOff_${signOff}`)} />
      ) : null,
    edition: <EditionChoice row={row} onOpen={onOpen} />,
    asOf: asOf && <DateTimeText value={asOf} />,
    reviewer: signed(reviewer, reviewedAt),
    publisher: signed(publisher, publishedAt),
    checkCode: checkCode && (
      <span>
        <Typography.Text copyable={{ text: checkCode }} className={styles.code ?? ''}>
          {checkCode}
        </Typography.Text>{' '}
        <a href={`/report/check/${checkCode}`} target="_blank" rel="noreferrer">
          {t('report.view.checkPage')}
        </a>
      </span>
    ),
    sha256: checkCode && pdf && (
      <Typography.Text copyable={{ text: pdf.sha256 }} className={styles.code ?? ''}>
        {pdf.sha256}
      </Typography.Text>
    ),
  };
  return (
    <Descriptions
      size="small"
      column={{ xs: 1, sm: 2 }}
      items={Object.entries(facts)
        .filter(([, children]) => Boolean(children))
        .map(([key, children]) => ({
          key,
          label: key === 'sha256' ? t('report.view.sha256') : label(key),
          children,
          ...((key === 'checkCode' || key === 'sha256') && { span: { xs: 1, sm: 2 } }),
        }))}
    />
  );
}

/** The edition, and the others of this report. */
function EditionChoice({ row: { reportId, edition }, onOpen }: ReportFactsProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: [listReportEditions.path, reportId],
    queryFn: ({ signal }) => call(listReportEditions, { params: { id: reportId }, signal, quiet: true }),
  });
  if (!data || data.length < 2) return edition;
  return (
    <Select
      size="small"
      aria-label={t('report.report.fields.edition')}
      value={reportId}
      popupMatchSelectWidth={false}
      options={data.map((one) => ({
        value: one.reportId,
        label: one.asOf
          ? t('report.view.edition', { edition: one.edition, asOf: formatDateTime(one.asOf, language) })
          : `${one.edition} · ${t(`report.report.fields.state_${one.state}`)}`,
      }))}
      onChange={onOpen}
    />
  );
}
