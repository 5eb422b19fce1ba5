import { fail } from '@limpid/contract/errors';
import { fieldLabel, type Resource } from '@limpid/contract/kit/resource';

/** A referenced record and every name that identifies it in a sheet. */
export interface NamedRecord {
  id: number;
  names: readonly (string | null)[];
}

/** Reads cells that name a referenced record; an unknown or ambiguous name is refused. */
export function makeNameReader(resource: Resource, field: string, choices: readonly NamedRecord[]) {
  const find = makeNameSearch(resource, field, choices);
  return (cell: unknown): unknown => (cell === null || cell === '' ? null : find(String(cell)));
}

/** Reads cells with several names; an empty cell changes nothing. A known name may itself contain a comma. */
export function makeNamesReader(resource: Resource, field: string, choices: readonly NamedRecord[]) {
  const find = makeNameSearch(resource, field, choices);
  const whole = new Set(choices.flatMap(({ names }) => names.map(fold)));
  return (cell: unknown): unknown => {
    const text = cell === null ? '' : String(cell);
    const names = whole.has(fold(text))
      ? [text]
      : text.split(/[,，、;；]/).filter((name) => name.trim() !== '');
    return names.length === 0 ? null : [...new Set(names.map(find))];
  };
}

function makeNameSearch(resource: Resource, field: string, choices: readonly NamedRecord[]) {
  const idsByName = new Map<string, Set<number>>();
  for (const { id, names } of choices) {
    for (const name of names.map(fold))
      if (name) idsByName.set(name, (idsByName.get(name) ?? new Set()).add(id));
  }
  return (given: string): number => {
    const name = given.trim();
    const label = fieldLabel(resource, field);
    const [found, another] = idsByName.get(fold(name)) ?? [];
    if (found === undefined) fail('sheet.unknown_name', { label, name }, field);
    if (another !== undefined) fail('sheet.ambiguous_name', { label, name }, field);
    return found;
  };
}

function fold(name: string | null): string {
  return (name ?? '').trim().normalize('NFKC').toLowerCase();
}
