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
    ['priority', 'ruleName', 'entityId', 'cannonNames', 'condition', 'lastDecisionAt', 'status'],
    [condition],
  ),
  // Together they fit beside the menu of a screen of 1440 pixels.
  widths: { priority: 88, entityId: 112, cannonNames: 116, condition: 182, lastDecisionAt: 196, status: 84 },
};

/** The rules that start and stop fog cannons by measured values. */
export default function LinkageScreen() {
  useCannonChanges();
  return (
    <ResourceScreen resource={linkageRule} columns={columns} cells={linkageCells} inputs={linkageInputs} />
  );
}
