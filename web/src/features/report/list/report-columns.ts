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
const onDemand = ['language', 'edition', 'createBy', 'createTime'];
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
    firstDay: 190,
    state: 164,
    signOff: 132,
    formats: 108,
    asOf: 190,
    createTime: 196,
    language: 96,
    edition: 128,
    actions: 120,
  },
} as const;
