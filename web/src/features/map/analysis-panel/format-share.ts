/** A share from 0 to 1 as a percentage, truncated so that only a complete share is 100 %. */
export function formatShare(share: number, language: string, digits = 0): string {
  const unit = 10 ** (digits + 2);
  // Compensates for binary fractions just below a round number.
  const cut = Math.floor(share * unit + 1e-6) / unit;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cut);
}
