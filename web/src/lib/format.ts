const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** `12.3 MB`, or as the language writes it (`12,3 Mo`). */
export function formatBytes(bytes: number, language: string): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const number = new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  });
  return number.format(bytes / 1000 ** power);
}

export function formatCount(count: number, language: string): string {
  return new Intl.NumberFormat(language).format(count);
}
