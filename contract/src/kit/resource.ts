import type { Language } from '../language.ts';
import type { Field } from './field.ts';

export type Fields = Record<string, Field>;

/** Actions on the rows of a resource beside listing; each has its own permission. */
export type ResourceAction = 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import';

/** The definition of one kind of record, from which table, form, search, sheets, validation and API are derived. */
export interface Resource {
  path: string;
  /** `<permission>:list|query|add|edit|remove|export|import` guard the endpoints. */
  permission: string;
  /** Prefix of the translation keys: `<texts>.title`, `<texts>.fields.<name>`. */
  texts: string;
  id: string;
  /** The field by which messages name a row. */
  name: string;
  /** The fields that identify a row to people; an import finds existing rows by them. */
  key: readonly string[];
  /** Default order of a list. */
  order: readonly { by: string; desc?: boolean }[];
  /** The only sortable fields of a table with millions of rows; each has an index. */
  sortable?: readonly string[];
  /** The server caches these rows; a request can clear the cache. */
  cached?: boolean;
  /** An import accepts CSV as well. */
  takesText?: boolean;
  /** Actions that the resource does not have, whatever the permissions. */
  without?: readonly ResourceAction[];
  /** The field with the id of the parent row: the rows are a tree, listed without pages. */
  tree?: string;
  fields: Fields;
}

interface Definition<F extends Fields, Id extends keyof F & string> extends Resource {
  id: Id;
  name: keyof F & string;
  key: readonly (keyof F & string)[];
  order: readonly { by: keyof F & string; desc?: boolean }[];
  fields: F;
}

export function resource<const F extends Fields, const Id extends keyof F & string>(
  definition: Definition<F, Id>,
): Definition<F, Id> {
  return definition;
}

export function fieldEntries(resource: Pick<Resource, 'fields'>): [string, Field][] {
  return Object.entries(resource.fields);
}

export function fieldLabel(resource: Pick<Resource, 'fields' | 'texts'>, name: string): string {
  return resource.fields[name]?.label ?? `${resource.texts}.fields.${name}`;
}

/** Labels by the names in a request; both ends of a range have the label of its field. */
export function requestLabels(resource: Pick<Resource, 'fields' | 'texts'>): Record<string, string> {
  const labels = new Map(fieldEntries(resource).map(([name]) => [name, fieldLabel(resource, name)]));
  for (const [, field] of fieldEntries(resource)) {
    if (field.kind !== 'parts') continue;
    // Fields of parts are included; a field of the row with the same name has precedence.
    for (const [name, { label }] of Object.entries(field.of))
      if (label) labels.set(name, labels.get(name) ?? label);
  }
  const range = fieldEntries(resource).find(([, field]) => field.search === 'range')?.[0];
  for (const end of range ? ['beginTime', 'endTime'] : []) labels.set(end, labels.get(range ?? '') ?? end);
  return Object.fromEntries(labels);
}

export function canDo(resource: Pick<Resource, 'without'>, action: ResourceAction): boolean {
  return !resource.without?.includes(action);
}

/** Whether the field is a column of the table. */
export function isStored(field: Field): boolean {
  return field.kind !== 'refs' && !(field.kind === 'parts' && field.apart);
}

const kindsOutsideSheets = new Set<Field['kind']>(['json', 'secret', 'parts']);

/** Whether the field is a column of sheets. */
export function isInSheet(field: Field): boolean {
  if (field.kind === 'refs' && !field.shows) return false;
  if (field.kind === 'flag' && !field.inSheet) return false;
  return !kindsOutsideSheets.has(field.kind) && !field.notIn?.includes('sheet');
}

export function isSortable(resource: Pick<Resource, 'fields' | 'sortable'>, name: string): boolean {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  return (
    field !== undefined && isStored(field) && isInSheet(field) && (resource.sortable?.includes(name) ?? true)
  );
}

export function isWritable(field: Field): boolean {
  return !field.readOnly;
}

export function isIn(field: Field, place: 'table' | 'form'): boolean {
  return !field.notIn?.includes(place);
}

/** A translated text of a row in the reader's language, or in Chinese without a translation. */
export function localised(row: Readonly<Record<string, unknown>>, name: string, language: Language): string {
  const suffix = { zh: '', en: 'En', fr: 'Fr' }[language];
  return String(row[name + suffix] || (row[name] ?? ''));
}
