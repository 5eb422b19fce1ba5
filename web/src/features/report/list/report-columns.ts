import { report } from '@limpid/contract/report/report';
import { type NamedField, orderColumns } from '../../../resource/fields/resource-fields.ts';

/** Shown in the cells of other fields. */
const merged = [
  'subject',
  'subjectName',
  'period',
  'lastDay',
  'problem',
  'changedAt',
  'reviewer',
  'publisher',
];
const onDemand = ['asOf', 'language', 'edition', 'createBy', 'createTime'];
const order = ['reportName', 'firstDay', 'state', 'signOff', 'formats', 'asOf', 'language', 'edition'];

function layOut(column: NamedField): NamedField {
  const { name, field } = column;
  if (name === 'firstDay') return { ...column, label: 'report.report.fields.period' };
  return onDemand.includes(name) ? { ...column, field: { ...field, onDemand: true } } : column;
}

export const reportColumns = {
  fields: orderColumns(report, order)
    .filter(({ name }) => !merged.includes(name))
    .map(layOut),
  widths: {
    reportName: 'rest',
    firstDay: 150,
    state: 224,
    signOff: 124,
    formats: 104,
    language: 96,
    actions: 176,
  },
} as const;
