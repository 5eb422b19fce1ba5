import type { Personalization } from '@limpid/contract/system/personalization';

type Values = Partial<Record<keyof Personalization, string | null>>;

/** What differs from what is stored, as it would be stored: blanks around and empty texts are nothing. */
export function findChangedFields(stored: Personalization, values: Values): Partial<Personalization> {
  const given = Object.entries(values).map(([name, value]) => [name, value?.trim() || null] as const);
  const kept = new Map<string, string | null>(Object.entries(stored));
  return Object.fromEntries(given.filter(([name, value]) => kept.get(name) !== value));
}
