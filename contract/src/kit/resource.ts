import type { Language } from '../language.ts';
import type { Field } from './field.ts';

export type Fields = Record<string, Field>;

/** What can be done with the rows of a resource beside listing them; each is a permission of its own. */
export type ResourceAction = 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import';

/** The facts of one kind of record, stated once: table, form, search, sheet, validation and API follow. */
export interface Resource {
  path: string;
  /** `<permission>:list|query|add|edit|remove|export|import` guard the endpoints. */
  permission: string;
  /** Prefix of the translation keys: `<texts>.title`, `<texts>.fields.<name>`. */
  texts: string;
  id: string;
  /** The field a message names a row by. */
  name: string;
  /** The fields that together tell one row from another to a person; an import finds existing rows by them. */
  key: readonly string[];
  /** Order of a list when the caller asks for none. */
  order: readonly { by: string; desc?: boolean }[];
  /** There may be millions of rows: only by these can the list be sorted, in the order of their indexes. */
  sortable?: readonly string[];
  /** The server keeps these rows in memory and can be told to read them again. */
  cached?: boolean;
  /** An imported file may be text with separators (CSV) as well. */
  takesText?: boolean;
  /** What nobody can do with these rows, whatever they are permitted. */
  without?: readonly ResourceAction[];
  /** The field with the id of the row above: the rows are a tree, listed whole and without pages. */
  tree?: string;
  fields: Fields;
}

interface Definition<F extends Fields> extends Resource {
  id: keyof F & string;
  name: keyof F & string;
  key: readonly (keyof F & string)[];
  order: readonly { by: keyof F & string; desc?: boolean }[];
  fields: F;
}

export function resource<const F extends Fields>(definition: Definition<F>): Definition<F> {
  return definition;
}

export function fieldEntries(resource: Pick<Resource, 'fields'>): [string, Field][] {
  return Object.entries(resource.fields);
}

export function fieldLabel(resource: Pick<Resource, 'fields' | 'texts'>, name: string): string {
  return resource.fields[name]?.label ?? `${resource.texts}.fields.${name}`;
}

/** Labels by the names that a request uses; the ends of a range are named by its field. */
export function requestLabels(resource: Pick<Resource, 'fields' | 'texts'>): Record<string, string> {
  const labels = new Map(fieldEntries(resource).map(([name]) => [name, fieldLabel(resource, name)]));
  for (const [, field] of fieldEntries(resource)) {
    if (field.kind !== 'parts') continue;
    // A part's fields are named beside the row's own, which come first.
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

/** Has a column of its own in the table of the rows. */
export function isStored(field: Field): boolean {
  return field.kind !== 'refs' && !(field.kind === 'parts' && field.apart);
}

const kindsOutsideSheets = new Set<Field['kind']>(['json', 'flag', 'secret', 'parts']);

/** Can be written into a cell of a sheet. */
export function isInSheet(field: Field): boolean {
  if (field.kind === 'refs' && !field.shows) return false;
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

/** A translated text of a row in the reader's language; Chinese where there is no translation. */
export function localised(row: Readonly<Record<string, unknown>>, name: string, language: Language): string {
  const suffix = { zh: '', en: 'En', fr: 'Fr' }[language];
  return String(row[name + suffix] || (row[name] ?? ''));
}
