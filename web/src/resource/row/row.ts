import type { Field } from '@limpid/contract/kit/field';
import { localised, type Resource } from '@limpid/contract/kit/resource';
import type { Language } from '@limpid/contract/language';

/** A row of any resource; its fields are known at run time only. */
export type ResourceRow = Record<string, unknown>;

export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The text of a field in a language. */
export function fieldText(
  row: ResourceRow,
  name: string,
  field: Field | undefined,
  language: Language,
): string {
  if ((field?.kind === 'ref' || field?.kind === 'refs') && field.shows)
    return localised(row, field.shows, language);
  const isTranslated = field?.kind === 'text' && field.translated;
  return isTranslated ? localised(row, name, language) : toText(row[name]);
}

export function rowId(resource: Resource, row: ResourceRow): number {
  return Number(row[resource.id]);
}

/** The name of a row in messages. */
export function rowName({ name, id, fields }: Resource, row: ResourceRow, language: Language): string {
  return fieldText(row, name, fields[name], language) || toText(row[id]);
}
