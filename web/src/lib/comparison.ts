import { formatDecimal } from './format.ts';

const signs: Readonly<Record<string, string>> = { gt: '>', ge: '≥', lt: '<', le: '≤', eq: '=', ne: '≠' };

interface ComparedValue {
  value: number | null | undefined;
  limit?: number | null | undefined;
  compare?: string | null | undefined;
  unit?: string | null | undefined;
  decimals?: number | null | undefined;
}

const narrowSpace = '\u202f';

/** The value with its unit, and the limit with its sign: `132 µg/m³` and `> 75`. */
export function describeComparison(
  { value, limit, compare, unit, decimals }: ComparedValue,
  language: string,
): { value: string; limit: string } {
  const write = (number: number) => writeNumber(number, decimals, language);
  const withUnit = (text: string) => (unit ? `${text}${narrowSpace}${unit}` : text);
  const isLimited = limit !== null && limit !== undefined;
  return {
    value: value === null || value === undefined ? '' : withUnit(write(value)),
    limit: isLimited ? `${signs[compare ?? 'gt'] ?? '>'}${narrowSpace}${write(limit)}` : '',
  };
}

function writeNumber(value: number, decimals: number | null | undefined, language: string): string {
  if (decimals !== null && decimals !== undefined) return formatDecimal(value, decimals, language);
  return new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false }).format(value);
}
