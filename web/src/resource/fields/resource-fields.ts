import type { Field } from '@limpid/contract/kit/field';
import { fieldEntries, fieldLabel, isIn, isWritable, type Resource } from '@limpid/contract/kit/resource';
import type { Filter } from '../list-query.ts';

export interface NamedField {
  name: string;
  field: Field;
  /** Translation key of the label. */
  label: string;
}

/** The fields of a resource in their order, without those with a fixed value. */
function namedFields(resource: Resource, fixed: Filter | undefined): NamedField[] {
  return fieldEntries(resource)
    .filter(([name]) => fixed?.[name] === undefined)
    .map(([name, field]) => ({ name, field, label: fieldLabel(resource, name) }));
}

export function searchFields(resource: Resource, fixed?: Filter): NamedField[] {
  // Ids are not searched by people, and references are filtered beside the list.
  return namedFields(resource, fixed).filter(
    ({ field }) => field.search && field.kind !== 'ref' && field.kind !== 'id',
  );
}

export function tableFields(resource: Resource, fixed?: Filter): NamedField[] {
  // A tree has no id column: the first column is indented and needs the width.
  const isShown = (field: Field) => isIn(field, 'table') && !(resource.tree && field.kind === 'id');
  return namedFields(resource, fixed).filter(({ field }) => isShown(field));
}

export function formFields(resource: Resource, fixed?: Filter): NamedField[] {
  return namedFields(resource, fixed).filter(({ field }) => isWritable(field) && isIn(field, 'form'));
}

/** The columns of a table with these first; `further` ones are made by the screen from several fields. */
export function orderColumns(
  resource: Resource,
  first: readonly string[],
  further: readonly NamedField[] = [],
): NamedField[] {
  const place = ({ name }: NamedField) => first.indexOf(name) + 1 || first.length + 1;
  return [...tableFields(resource), ...further].toSorted((one, other) => place(one) - place(other));
}
