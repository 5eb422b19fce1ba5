import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel, localised, type Resource } from '@limpid/contract/kit/resource';
import type { FieldName } from '@limpid/contract/kit/row';
import type { CrudOptions, FieldValues, StoredRow } from './definition.ts';

interface BuiltIn<R extends Resource, C extends object> {
  isBuiltIn(row: StoredRow<R, C>): boolean;
  /** The fields by which the program finds such a row. */
  names: readonly FieldName<R>[];
  /** The errors of changing one of them, and of deleting the row. */
  errors: readonly [changed: ErrorKey, removed: ErrorKey];
}

/** Hooks that refuse to delete built-in rows or to change the fields the program finds them by. */
export function keepBuiltIn<R extends Resource, C extends object = Record<never, never>>(
  resource: R,
  { isBuiltIn, names, errors: [changedKey, removedKey] }: BuiltIn<R, C>,
): Required<Pick<CrudOptions<R, C>, 'beforeWrite' | 'beforeRemove'>> {
  return {
    beforeWrite(given, _writer, before) {
      if (!before || !isBuiltIn(before)) return;
      const [values, stored]: FieldValues[] = [given, before];
      const changed = names.find((name) => name in given && values?.[name] !== stored?.[name]);
      if (changed) fail(changedKey, { label: fieldLabel(resource, changed) }, changed);
    },
    beforeRemove(row, { language }) {
      const stored: FieldValues = row;
      const key = String(stored[resource.key.at(-1) ?? resource.id]);
      if (isBuiltIn(row)) fail(removedKey, { key, name: localised(stored, resource.name, language) });
    },
  };
}
