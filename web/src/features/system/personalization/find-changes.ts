import type { Personalization } from '@limpid/contract/system/personalization';

type Values = Partial<Record<keyof Personalization, string | null>>;

/** The fields that differ from the stored values, trimmed, with empty texts as null. */
export function findChangedFields(stored: Personalization, values: Values): Partial<Personalization> {
  const given = Object.entries(values).map(([name, value]) => [name, value?.trim() || null] as const);
  const kept = new Map<string, string | null>(Object.entries(stored));
  return Object.fromEntries(given.filter(([name, value]) => kept.get(name) !== value));
}
