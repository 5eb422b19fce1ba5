/** What a stored value holds; digits beyond come from its binary form. */
const storedDigits = 1e7;
/** Means keep two decimals more than the channel shows: whoever computes with them loses nothing. */
const extraDecimals = 2;

/**
 * A reading as every answer gives it: rounded by its channel's decimals, without the noise of binary numbers. Long lines pass
 * here, so it works on numbers and not on text.
 */
export function presentValue(value: number, decimals: number): number {
  const size = Math.abs(value);
  let factor = 10 ** (decimals + extraDecimals);
  while (factor > 1 && size * factor >= storedDigits) factor /= 10;
  const rounded = Math.round(value * factor) / factor;
  return rounded === 0 ? 0 : rounded;
}
