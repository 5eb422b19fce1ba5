import type { Field } from '@limpid/contract/kit/field';
import { fieldEntries, fieldLabel, isIn, isWritable, type Resource } from '@limpid/contract/kit/resource';
import type { Filter } from './list/use-resource-list.ts';

export interface NamedField {
  name: string;
  field: Field;
  /** Translation key of the label. */
  label: string;
}

/** The fields of a resource in their order, without those whose value the screen fixes. */
function namedFields(resource: Resource, fixed: Filter | undefined): NamedField[] {
  return fieldEntries(resource)
    .filter(([name]) => fixed?.[name] === undefined)
    .map(([name, field]) => ({ name, field, label: fieldLabel(resource, name) }));
}

export function searchFields(resource: Resource, fixed?: Filter): NamedField[] {
  // Numbers are for programs; a record of another kind is chosen beside the list, not typed into it.
  return namedFields(resource, fixed).filter(
    ({ field }) => field.search && field.kind !== 'ref' && field.kind !== 'id',
  );
}

export function tableFields(resource: Resource, fixed?: Filter): NamedField[] {
  // The lines of a tree say by themselves what is what; a number in front would only push them aside.
  const isShown = (field: Field) => isIn(field, 'table') && !(resource.tree && field.kind === 'id');
  return namedFields(resource, fixed).filter(({ field }) => isShown(field));
}

export function formFields(resource: Resource, fixed?: Filter): NamedField[] {
  return namedFields(resource, fixed).filter(({ field }) => isWritable(field) && isIn(field, 'form'));
}
