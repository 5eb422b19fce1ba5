import { linkageRule } from '@limpid/contract/fogcannon/linkage-rule';
import { useCannonChanges } from '../../query/cannons/use-cannon-changes.ts';
import { type NamedField, orderColumns } from '../../resource/fields/resource-fields.ts';
import { ResourceScreen } from '../../resource/ResourceScreen.tsx';
import { linkageCells } from './linkage/linkage-cells.tsx';
import { linkageInputs } from './linkage/linkage-form.tsx';

/** The condition is one column, made from several fields. */
const condition: NamedField = {
  name: 'condition',
  field: { kind: 'longText', max: 300, readOnly: true, notIn: ['form', 'sheet'] },
  label: 'fogcannon.linkage.sections.condition',
};
const columns = {
  fields: orderColumns(
    linkageRule,
    ['priority', 'ruleName', 'entityId', 'cannonIds', 'condition', 'lastDecisionAt', 'status'],
    [condition],
  ),
  widths: { priority: 88, condition: 232, status: 80 },
};

/** The rules that start and stop fog cannons by measured values. */
export default function LinkageScreen() {
  useCannonChanges();
  return (
    <ResourceScreen resource={linkageRule} columns={columns} cells={linkageCells} inputs={linkageInputs} />
  );
}
