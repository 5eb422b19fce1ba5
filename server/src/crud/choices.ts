import { fail } from '@limpid/contract/errors';
import type { Field } from '@limpid/contract/kit/field';
import { fieldEntries, fieldLabel, localised, type Resource } from '@limpid/contract/kit/resource';
import { type Language, languages } from '@limpid/contract/language';
import type { Dictionaries } from '../platform/dictionaries.store.ts';
import { translate } from '../platform/texts.ts';
import type { FieldValues } from './definition.ts';

/** One value of a dictionary, choice or flag, with its label in a language. */
interface Option {
  value: string;
  label(language: Language): string;
}

export async function listOptions(
  dictionaries: Dictionaries,
  resource: Resource,
  name: string,
  field: Field,
): Promise<Option[] | undefined> {
  if (field.kind === 'choice') {
    const key = fieldLabel(resource, name);
    return field.values.map((value) => ({
      value,
      label: (language) => translate(language, `${key}_${value}`),
    }));
  }
  if (field.kind === 'flag') {
    const flags = [true, false];
    return flags.map((flag) => ({
      value: String(flag),
      label: (language) => translate(language, flag ? 'kit.flag.yes' : 'kit.flag.no'),
    }));
  }
  if (field.kind !== 'dict') return undefined;
  const entries = await dictionaries.get(field.dict);
  return entries.map((entry) => ({
    value: entry.dictValue,
    label: (language) => localised(entry, 'dictLabel', language),
  }));
}

/** Refuses a value that its dictionary does not have. */
export async function checkChoices(
  dictionaries: Dictionaries,
  resource: Resource,
  values: FieldValues,
): Promise<void> {
  for (const [name, field] of fieldEntries(resource)) {
    const value = values[name];
    if (field.kind !== 'dict' || value === undefined || value === null) continue;
    const entries = await dictionaries.get(field.dict);
    if (!entries.some((entry) => entry.dictValue === value)) {
      fail('field.choice', { label: fieldLabel(resource, name) }, name);
    }
  }
}

/** Finds the value of a cell: by its label in any language, or by the value itself. */
export function matchOption(options: readonly Option[], written: string): string | undefined {
  const text = written.trim().toLowerCase();
  const found = options.find(
    (option) =>
      option.value.toLowerCase() === text ||
      languages.some((language) => option.label(language).toLowerCase() === text),
  );
  return found?.value;
}
