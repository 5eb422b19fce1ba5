import type { FieldName, RowOf } from '@limpid/contract/kit/row';
import { reportPlan } from '@limpid/contract/report/report-plan';
import { useTranslation } from 'react-i18next';
import { orderColumns } from '../../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { useLanguage } from '../../../resource/use-language.ts';
import { useReportChanges } from '../use-report-changes.ts';
import { planCells } from './plan-cells.tsx';
import { planInputs } from './plan-form.tsx';
import styles from './plans.module.css';

type Row = RowOf<typeof reportPlan>;
type Name = FieldName<typeof reportPlan>;

/** Shown together with others. */
const hidden = ['subject', 'lastFirst', 'problem'];
const onDemand = ['notifyChannelNames', 'ownerName'];
const columns = {
  fields: orderColumns(reportPlan, [
    'planName',
    'subjectName',
    'period',
    'templateId',
    'lastState',
    'notifyChannelNames',
    'ownerName',
    'status',
  ])
    .filter(({ name }) => !hidden.includes(name))
    .map((column) =>
      onDemand.includes(column.name) ? { ...column, field: { ...column.field, onDemand: true } } : column,
    ),
  widths: {
    planName: 'rest',
    subjectName: 'rest',
    period: 96,
    templateId: 'rest',
    lastState: 168,
    status: 104,
  },
} as const;

/** Fields that only some subjects have; the city input writes the province too. */
const uses: { [K in Name]?: readonly string[] } = {
  siteId: ['site'],
  entityId: ['entity', 'entitySites'],
  city: ['city'],
  province: [],
  deptId: ['city'],
};
const isFieldShown = (name: Name, { subject }: Partial<Row>) =>
  uses[name]?.includes(subject ?? 'site') ?? true;

/** Schedules: the reports of every period, and the channels that are notified. */
export function PlanTab() {
  const { t } = useTranslation();
  const language = useLanguage();
  useReportChanges();
  return (
    <ResourceScreen
      resource={reportPlan}
      heading={<p className={styles.note}>{t('report.plan.note')}</p>}
      columns={columns}
      cells={planCells}
      inputs={planInputs}
      isFieldShown={isFieldShown}
      initialValues={() => ({ period: 'month' as const, languages: [{ language }] })}
    />
  );
}
