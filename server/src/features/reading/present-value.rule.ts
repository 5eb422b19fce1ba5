/** A stored value is a 32-bit float: it has seven significant digits, and further ones are noise of its binary form. */
const significant = 1e7;

/**
 * A measured value as responses contain it: seven significant digits. It is not rounded to the decimals of its channel, because
 * that happens once, where it is displayed. Long lines pass here, so it works on numbers and not on text.
 */
export function presentValue(value: number): number {
  if (Number.isInteger(value)) return value === 0 ? 0 : value;
  const size = Math.abs(value);
  if (!(size >= 1e-6 && size < significant)) return Number(value.toPrecision(7));
  let factor = 1;
  while (size * factor * 10 < significant) factor *= 10;
  return Math.round(value * factor) / factor;
}
