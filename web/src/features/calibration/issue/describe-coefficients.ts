import type { Language } from '@limpid/contract/language';

/** K and B in the notation of the language. */
export function describeCoefficients(
  { k, b }: { k: number | null; b: number | null },
  language: Language,
): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 6, useGrouping: false });
  return `K ${format.format(k ?? 1)}, B ${format.format(b ?? 0)}`;
}
