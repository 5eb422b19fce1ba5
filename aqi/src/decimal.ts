/**
 * Exact decimal arithmetic on integers within 2^53. A measured 2.2 means the decimal 2.2, not the binary number
 * nearest to it, so a number is read through its shortest text and every later step works on integers.
 */
export type Rounding = 'half-even' | 'truncate';

// Below 2^31 the product differs from the decimal by less than 2^-20, so the text is needed only near a half or an integer.
const certainBelow = 2 ** 31;
const certainBeyond = 2 ** -20;

/** `value` × 10^`decimals`, rounded to an integer; ±Infinity beyond the safe integers, never an inexact number. */
export function scaleDecimal(value: number, decimals: number, rounding: Rounding): number {
  const product = value * 10 ** decimals;
  if (Number.isInteger(value) && Number.isSafeInteger(product)) return product === 0 ? 0 : product;
  if (product > 0 && product < certainBelow) {
    const nearest = rounding === 'truncate' ? Math.floor(product) : Math.round(product);
    const doubtful = rounding === 'truncate' ? Math.round(product) : Math.floor(product) + 0.5;
    if (Math.abs(product - doubtful) > certainBeyond) return nearest;
  }
  const magnitude = scaleText(String(Math.abs(value)), decimals, rounding);
  if (magnitude === 0) return 0;
  const scaled = Number.isSafeInteger(magnitude) ? magnitude : Number.POSITIVE_INFINITY;
  return value < 0 ? -scaled : scaled;
}

function scaleText(text: string, decimals: number, rounding: Rounding): number {
  const [mantissa = '', exponent = '0'] = text.split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const kept = whole.length + Number(exponent) + decimals;
  if (kept < 0) return 0;
  const floor = Number(digits.slice(0, kept).padEnd(kept, '0'));
  return rounding === 'half-even' && roundsUp(floor, digits.slice(kept)) ? floor + 1 : floor;
}

function roundsUp(floor: number, dropped: string): boolean {
  const first = dropped.charAt(0);
  if (first !== '5') return first > '5';
  return /[1-9]/.test(dropped.slice(1)) || floor % 2 === 1;
}

/** GB/T 8170: half to even, of the decimal as written. */
export function roundHalfEven(value: number, decimals: number): number {
  const scaled = scaleDecimal(value, decimals, 'half-even');
  return Number.isFinite(scaled) ? scaled / 10 ** decimals : value;
}

/** ⌈numerator / denominator⌉ of non-negative safe integers, by the remainder, which is exact where a quotient is not. */
export function divideUp(numerator: number, denominator: number): number {
  const rest = numerator % denominator;
  return (numerator - rest) / denominator + (rest > 0 ? 1 : 0);
}

/** The nearest integer to numerator / denominator, halves up. */
export function divideNearest(numerator: number, denominator: number): number {
  const doubled = 2 * numerator + denominator;
  return (doubled - (doubled % (2 * denominator))) / (2 * denominator);
}

const meanUnit = 10 ** 6;

/** A value with its multiple of a millionth, for means that share values; NaN if six decimals do not hold it. */
export interface ExactValue {
  value: number;
  millionths: number;
}

export function readExact(value: number): ExactValue {
  const scaled = scaleDecimal(value, 6, 'half-even');
  return { value, millionths: scaled / meanUnit === value ? scaled : Number.NaN };
}

/** The mean, from an exact sum if six decimals hold every value: 0.1, 0.2 and 0.3 give 0.2. */
export function averageExact(values: readonly ExactValue[]): number | null {
  if (values.length === 0) return null;
  const sum = values.reduce((total, { millionths }) => total + millionths, 0);
  if (Number.isSafeInteger(sum)) return sum / (values.length * meanUnit);
  return values.reduce((total, { value }) => total + value / values.length, 0);
}

export function computeMean(values: readonly number[]): number | null {
  return averageExact(values.map(readExact));
}
