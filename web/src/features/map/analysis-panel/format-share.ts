/** A share of 1 in percent. Cut, not rounded: only what is whole is 100 %. */
export function formatShare(share: number, language: string, digits = 0): string {
  const unit = 10 ** (digits + 2);
  // What is a hair below a round number in binary is that number.
  const cut = Math.floor(share * unit + 1e-6) / unit;
  return new Intl.NumberFormat(language, {
    style: 'percent',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(cut);
}
