import { fail } from '@limpid/contract/errors';
import { fieldLabel, type Resource } from '@limpid/contract/kit/resource';

/** A record of another kind, and everything that people may call it. */
export interface NamedRecord {
  id: number;
  names: readonly (string | null)[];
}

/** Reads cells in which people name a record of another kind: one that fits is found, none or several are refused. */
export function makeNameReader(resource: Resource, field: string, choices: readonly NamedRecord[]) {
  const find = makeNameSearch(resource, field, choices);
  return (cell: unknown): unknown => (cell === null || cell === '' ? null : find(String(cell)));
}

/** The same for cells with several names; an empty one says nothing. A name with a comma in it stands alone. */
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
  const known = new Map<string, Set<number>>();
  for (const { id, names } of choices) {
    for (const name of names.map(fold)) if (name) known.set(name, (known.get(name) ?? new Set()).add(id));
  }
  return (given: string): number => {
    const name = given.trim();
    const label = fieldLabel(resource, field);
    const [found, another] = known.get(fold(name)) ?? [];
    if (found === undefined) fail('sheet.unknown_name', { label, name }, field);
    if (another !== undefined) fail('sheet.ambiguous_name', { label, name }, field);
    return found;
  };
}

function fold(name: string | null): string {
  return (name ?? '').trim().normalize('NFKC').toLowerCase();
}
