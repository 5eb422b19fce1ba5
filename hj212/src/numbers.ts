const ten = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
const decimal = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;

/** Reads a decimal number; null for anything else, so that only a written zero gives 0. */
export function readPacketNumber(text: string, from = 0, to = text.length): number | null {
  let at = from;
  const negative = text.charCodeAt(at) === 45;
  if (negative) at++;
  let digits = 0;
  let point = -1;
  for (let index = at; index < to; index++) {
    const code = text.charCodeAt(index) - 48;
    if (code >= 0 && code <= 9) digits = digits * 10 + code;
    else if (code === -2 && point < 0) point = index;
    else return readUnusual(text.slice(from, to));
  }
  const count = to - at - (point < 0 ? 0 : 1);
  // Up to 15 digits the integer and the power of ten are exact, so one division rounds correctly.
  if (count < 1 || count > 15) return readUnusual(text.slice(from, to));
  const value = point < 0 ? digits : digits / (ten[to - 1 - point] ?? 1);
  return negative && value !== 0 ? -value : value;
}

/** Writes a finite number in plain decimals, as the protocol requires: never with an exponent. */
export function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`${value} is not a decimal number`);
  const text = String(value);
  if (!text.includes('e')) return text;
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 21 });
}

/** Blanks, a plus sign, an exponent or many digits: correct but rare. */
function readUnusual(text: string): number | null {
  const trimmed = text.trim();
  const match = decimal.exec(trimmed);
  if (!match) return null;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return null;
  if (value === 0) return /[1-9]/.test(match[1] ?? '') ? null : 0;
  return value;
}
