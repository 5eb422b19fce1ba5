import { type ErrorKey, fail } from '@limpid/contract/errors';
import { fieldLabel, localised, type Resource } from '@limpid/contract/kit/resource';
import type { CrudOptions, FieldValues } from './definition.ts';

interface BuiltIn {
  isBuiltIn(row: FieldValues): boolean;
  /** The fields by which the program reads such a row. */
  names: readonly string[];
  /** Said when one of them would change, and when the row would be deleted. */
  errors: readonly [changed: ErrorKey, removed: ErrorKey];
}

/** Rows that the program came with stay, with the names it reads them by; everything else of them may change. */
export function keepBuiltIn(
  resource: Resource,
  { isBuiltIn, names, errors: [changedKey, removedKey] }: BuiltIn,
): Required<Pick<CrudOptions, 'beforeWrite' | 'beforeRemove'>> {
  return {
    beforeWrite(values, _writer, before) {
      const changed =
        before && isBuiltIn(before) && names.find((name) => name in values && values[name] !== before[name]);
      if (changed) fail(changedKey, { label: fieldLabel(resource, changed) }, changed);
    },
    beforeRemove(row, { language }) {
      const key = String(row[resource.key.at(-1) ?? resource.id]);
      if (isBuiltIn(row)) fail(removedKey, { key, name: localised(row, resource.name, language) });
    },
  };
}
