import type { RowOf } from '@limpid/contract/kit/row';
import { reportSections } from '@limpid/contract/report/report-request';
import { reportTemplate } from '@limpid/contract/report/report-template';
import { departmentChoices } from '@limpid/contract/system/department';
import { useTranslation } from 'react-i18next';
import { type NamedField, orderColumns } from '../../../resource/fields/resource-fields.ts';
import { FieldHint } from '../../../resource/form/FieldNote.tsx';
import { type FormInputs, noteOf } from '../../../resource/form/FormFields.tsx';
import { TreePicker } from '../../../resource/form/TreePicker.tsx';
import { StatusSwitch } from '../../../resource/list/StatusSwitch.tsx';
import type { Cells } from '../../../resource/list/use-table-columns.tsx';
import { ResourceScreen } from '../../../resource/ResourceScreen.tsx';
import { EllipsisText } from '../../../ui/EllipsisText.tsx';
import { ReportEntityPicker } from '../make/SubjectPickers.tsx';
import { ContentInput } from './ContentInput.tsx';

type Row = RowOf<typeof reportTemplate>;

/** Shown together with others. */
const hidden = ['forEntity', 'forCity'];
function layOut(column: NamedField): NamedField {
  if (column.name === 'forSite') return { ...column, label: 'report.template.sections.subjects' };
  return column.name === 'approver' ? { ...column, field: { ...column.field, onDemand: true } } : column;
}

const columns = {
  fields: orderColumns(reportTemplate, [
    'templateName',
    'forSite',
    'sectionCount',
    'entityId',
    'deptId',
    'approver',
    'status',
  ])
    .filter(({ name }) => !hidden.includes(name))
    .map(layOut),
  widths: {
    templateName: 'rest',
    forSite: 190,
    sectionCount: 112,
    entityId: 'rest',
    deptId: 'rest',
    status: 104,
  },
} as const;

/** The kinds of subjects that a template is for. */
function SubjectsCell({ row: { forSite, forEntity, forCity } }: { row: Row }) {
  const { t } = useTranslation();
  const kinds = Object.entries({ site: forSite, entity: forEntity, city: forCity });
  const names = kinds.filter(([, isUsed]) => isUsed).map(([kind]) => t(`report.template.kinds.${kind}`));
  return <EllipsisText text={names.join(t('kit.remove.comma'))} />;
}

const cells: Cells<typeof reportTemplate> = {
  forSite: (row) => <SubjectsCell row={row} />,
  status: (row) => <StatusSwitch resource={reportTemplate} row={row} />,
};

const inputs: FormInputs = {
  deptId: <TreePicker endpoint={departmentChoices} />,
  [noteOf('deptId')]: <FieldHint text="report.template.notes.deptId" />,
  entityId: <ReportEntityPicker allowClear />,
  content: <ContentInput />,
  [noteOf('title')]: <FieldHint text="report.template.notes.title" />,
};

/** A template for one entity is not for cities. */
const isFieldShown = (name: string, { entityId }: Partial<Row>) => name !== 'forCity' || !entityId;

const usualContent = () => ({ content: reportSections.map((section) => ({ section })) });

/** What reports contain and how their covers read. */
export function TemplateTab() {
  return (
    <ResourceScreen
      resource={reportTemplate}
      columns={columns}
      cells={cells}
      inputs={inputs}
      isFieldShown={isFieldShown}
      initialValues={usualContent}
    />
  );
}
