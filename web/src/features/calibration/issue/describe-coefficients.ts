import type { Language } from '@limpid/contract/language';

/** A K or B with three to six decimals and a true minus sign. */
export function formatIssued(value: number, language: Language): string {
  const format = new Intl.NumberFormat(language, {
    minimumFractionDigits: 3,
    maximumFractionDigits: 6,
    useGrouping: false,
  });
  return format.format(value).replace('-', '−');
}

/** K and B in the notation of the language; a letter stays on the line of its number. */
export function describeCoefficients(
  { k, b }: { k: number | null; b: number | null },
  language: Language,
): string {
  return `K\u00a0${formatIssued(k ?? 1, language)}, B\u00a0${formatIssued(b ?? 0, language)}`;
}
