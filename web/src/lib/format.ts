import { roundHalfEven } from '@limpid/aqi/decimal';

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

const countForms = new Map<string, Intl.NumberFormat>();

export function formatCount(count: number, language: string): string {
  const form = countForms.get(language) ?? new Intl.NumberFormat(language);
  countForms.set(language, form);
  return form.format(count);
}

/** As wide as a plus sign, where languages write a hyphen. */
const minus = '−';

const decimalForms = new Map<string, Intl.NumberFormat>();

/**
 * A measured value with all its decimals, so that numbers in a column line up; never grouped. Rounded half to even, like the
 * value that decides its colour.
 */
export function formatDecimal(value: number, decimals: number, language: string): string {
  const key = `${language}${decimals}`;
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const form = decimalForms.get(key) ?? new Intl.NumberFormat(language, { ...digits, useGrouping: false });
  decimalForms.set(key, form);
  return form.format(roundHalfEven(value, decimals)).replace('-', minus);
}

/** A difference with its sign, which tells that it is not a value. */
export function formatChange(value: number, decimals: number, language: string): string {
  const rounded = roundHalfEven(value, decimals);
  const sign = rounded > 0 ? '+' : rounded < 0 ? minus : '±';
  return `${sign}${formatDecimal(Math.abs(rounded), decimals, language)}`;
}

/** A share from 0 to 1 as a percentage, with the space that the language puts before the sign. */
export function formatPercent(share: number, decimals: number, language: string): string {
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language, { style: 'percent', ...digits }).format(
    roundHalfEven(share, decimals + 2),
  );
}

const durations = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** A duration in milliseconds, written in the largest unit that fits: `3 hours`, `45 minutes`. */
export function formatDuration(
  ms: number,
  language: string,
  unitDisplay: 'long' | 'narrow' = 'long',
): string {
  const [unit, size] = durations.find(([, least]) => ms >= least) ?? durations[3];
  // French separates a number from its unit, and its short units are as short as the narrow ones.
  const display = unitDisplay === 'narrow' && language === 'fr' ? 'short' : unitDisplay;
  const number = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: display });
  return number.format(Math.max(0, Math.floor(ms / size)));
}

const spans = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** A duration in its two largest units: `2 hr 5 min`. */
export function formatSpan(seconds: number, language: string): string {
  const first = spans.findIndex(([, size]) => seconds >= size);
  const [from, to] = first < 0 ? [3, 4] : [first, first + 2];
  let rest = Math.max(0, Math.floor(seconds));
  const parts = spans.slice(from, to).map(([unit, size], place) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    const form = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' });
    return place > 0 && count === 0 ? '' : form.format(count);
  });
  return parts.filter(Boolean).join(language === 'zh' ? '' : ' ');
}

/** A distance in kilometres: `640 m`, `3.2 km`, `18 km`. */
export function formatDistance(km: number, language: string): string {
  const [value, unit] = km < 1 ? [Math.round(km * 100) * 10, 'meter'] : [km, 'kilometer'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: km < 10 ? 1 : 0,
  }).format(value);
}
