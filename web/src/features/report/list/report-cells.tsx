import type { report } from '@limpid/contract/report/report';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatDateTime } from '../../../lib/dates.ts';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { FileButtons } from '../actions/FileButtons.tsx';
import { describeWholePeriod } from '../make/describe-whole-period.ts';
import { type ReportRow, reportParameter, signOffLooks, stateLooks } from '../report-row.ts';

interface RowProps {
  row: ReportRow;
}

function NameCell({ row }: RowProps) {
  const { t } = useTranslation();
  const { reportId, reportName, subject, subjectName, state, edition, newest } = row;
  const name = reportName ?? '';
  const facts = [
    subjectName,
    subject && t(`report.report.fields.subject_${subject}`),
    (edition ?? 1) > 1 && t('report.list.edition', { edition }),
    newest === false && t('report.list.superseded'),
  ];
  return (
    <TwoLines
      first={
        state === 'done' ? (
          <Link to={`?${reportParameter}=${reportId}`}>
            <EllipsisText text={name} />
          </Link>
        ) : (
          name
        )
      }
      second={facts.filter(Boolean).join(' · ')}
    />
  );
}

function PeriodCell({ row: { period, firstDay, lastDay } }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (!period || !firstDay || !lastDay) return null;
  return (
    <TwoLines
      first={describeWholePeriod({ kind: period, first: firstDay, last: lastDay }, t, language)}
      second={t(`report.report.fields.period_${period}`)}
    />
  );
}

/** How far it is; why it has failed, or how old its data are and whether they differ by now. */
function StateCell({ row: { state, problem, changedAt, asOf } }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const age = asOf && t('report.list.asOf', { time: formatDateTime(asOf, language).slice(0, -3) });
  return (
    <TwoLines
      first={state && <StatusDot look={stateLooks[state]} text={t(`report.report.fields.state_${state}`)} />}
      second={
        changedAt ? (
          <Tooltip title={age}>
            <StatusDot look="warning" text={t('report.list.changed')} />
          </Tooltip>
        ) : state === 'failed' ? (
          problem
        ) : (
          age
        )
      }
    />
  );
}

/** The state of the sign-off and who has signed last. */
function SignOffCell({ row: { state, signOff, reviewer, publisher } }: RowProps) {
  const { t } = useTranslation();
  if (state !== 'done' || !signOff) return null;
  return (
    <TwoLines
      first={<StatusDot look={signOffLooks[signOff]} text={t(`report.report.fields.signOff_${signOff}`)} />}
      second={publisher ?? reviewer}
    />
  );
}

export const reportCells: Cells<typeof report> = {
  reportName: (row) => <NameCell row={row} />,
  firstDay: (row) => <PeriodCell row={row} />,
  state: (row) => <StateCell row={row} />,
  signOff: (row) => <SignOffCell row={row} />,
  formats: (row) => <FileButtons row={row} />,
};
