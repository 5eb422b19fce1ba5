import { localised } from '@limpid/contract/kit/resource';
import type { RowOf } from '@limpid/contract/kit/row';
import { reportPlan } from '@limpid/contract/report/report-plan';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/dates.ts';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { StatusDot } from '../../../ui/StatusDot.tsx';
import { TwoLines } from '../../../ui/TwoLines.tsx';
import { stateLooks } from '../report-row.ts';

interface RowProps {
  row: RowOf<typeof reportPlan>;
}

function SubjectCell({ row: { subject, subjectName } }: RowProps) {
  const { t } = useTranslation();
  return (
    <TwoLines first={subjectName ?? ''} second={subject && t(`report.plan.fields.subject_${subject}`)} />
  );
}

/** The template and the languages of the reports. */
function TemplateCell({ row }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = row.languages.map((one) => t(`report.report.fields.language_${one.language}`));
  return (
    <TwoLines first={localised(row, 'templateName', language)} second={names.join(t('kit.remove.comma'))} />
  );
}

/** The last report, or why none was asked for. */
function LastCell({ row: { lastState, lastFirst, problem } }: RowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (problem)
    return <TwoLines first={<StatusDot look="danger" text={t('report.plan.stopped')} />} second={problem} />;
  if (!lastState) return t('report.plan.never');
  return (
    <TwoLines
      first={<StatusDot look={stateLooks[lastState]} text={t(`report.plan.fields.lastState_${lastState}`)} />}
      second={lastFirst && t('report.plan.from', { day: formatDay(lastFirst, language) })}
    />
  );
}

export const planCells: Cells<typeof reportPlan> = {
  subjectName: (row) => <SubjectCell row={row} />,
  templateId: (row) => <TemplateCell row={row} />,
  lastState: (row) => <LastCell row={row} />,
  status: (row) => <StatusSwitch resource={reportPlan} row={row} />,
};
