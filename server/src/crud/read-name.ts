import { fail } from '@limpid/contract/errors';
import { fieldLabel, type Resource } from '@limpid/contract/kit/resource';

/** A record of another kind, and everything that people may call it. */
export interface Named {
  id: number;
  names: readonly (string | null)[];
}

/** Reads cells in which people name a record of another kind: one that fits is found, none or several are refused. */
export function makeNameReader(resource: Resource, field: string, choices: readonly Named[]) {
  const known = new Map<string, Set<number>>();
  for (const { id, names } of choices) {
    for (const name of names.map(fold)) if (name) known.set(name, (known.get(name) ?? new Set()).add(id));
  }
  return (cell: unknown): unknown => {
    if (cell === null || cell === '') return null;
    const name = String(cell);
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
