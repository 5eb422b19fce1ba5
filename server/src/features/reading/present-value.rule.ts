/** A stored value is a 32-bit float with seven significant digits; further digits are artefacts of its binary form. */
const significant = 1e7;

/**
 * A measured value as in responses: seven significant digits. It is not rounded to the decimals of its channel, because
 * it is rounded once, where it is displayed. It works on numbers instead of text, because long lines pass through it.
 */
export function presentValue(value: number): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value;
  const size = Math.abs(value);
  if (!(size >= 1e-6 && size < significant)) return Number(value.toPrecision(7));
  let factor = 1;
  while (size * factor * 10 < significant) factor *= 10;
  return Math.round(value * factor) / factor;
}

/** The same for a value that may be missing. */
export function presentReading<V extends number | null>(value: V): V {
  // Null stays null, a number stays a number.
  return (value === null ? null : presentValue(value)) as V;
}

/** A number with the fewest digits that give the same 32-bit float. */
export function shortenFloat(value: number): number {
  const stored = Math.fround(value);
  // Nearly every value: three decimals below a thousand are six digits, which no other six digits share a float with.
  const thousandths = Math.round(value * 1000) / 1000;
  if (thousandths > -1000 && thousandths < 1000 && Math.fround(thousandths) === stored)
    return thousandths + 0;
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === stored) return short;
  }
  return Number(value.toPrecision(9));
}
