import type { Language } from '@limpid/contract/language';

/** A coefficient in the notation of the language; what a device wrote instead of a number stays as it is. */
export function formatCoefficient(value: number | string | null, language: Language): string {
  const number = value === null || value === '' ? Number.NaN : Number(value);
  if (Number.isNaN(number)) return String(value ?? '–');
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false }).format(number);
}
