const hoursUsed = 12;
const keptDecimals = 4;
// Below this value the error of floats is far below 1e-6 after four decimals, so exact sums are needed only near an integer.
const certainBelow = 1e5;
const certainBeyond = 1e-4;

/**
 * The NowCast of PM2.5 or PM10 from the last twelve hourly means, newest first; null unless two of the last three
 * hours are known. Truncated, not rounded, to four decimals: the index truncates to one or none, which then gives the same result.
 */
export function computeNowCast(hoursNewestFirst: readonly (number | null)[]): number | null {
  const hours = hoursNewestFirst.slice(0, hoursUsed).map((value) => (isMeasured(value) ? value : null));
  if (hours.slice(0, 3).filter(isMeasured).length < 2) return null;
  const quick = weighQuickly(hours);
  if (quick !== null) return quick;
  const scale = Math.max(...hours.filter(isMeasured).map(countDecimals));
  const scaled = hours.map((value) => (value === null ? null : toBigInt(value, scale)));
  const mean = weigh(scaled, 10n ** BigInt(scale));
  return Number.isFinite(mean) ? mean : null;
}

/** The same in floats, about twenty times as fast; null where rounding errors could change the truncated result. */
function weighQuickly(hours: readonly (number | null)[]): number | null {
  const measured = hours.filter((value) => value !== null);
  const [least, most] = [Math.min(...measured), Math.max(...measured)];
  if (most >= certainBelow || most === 0) return null;
  const factor = Math.max(least / most, 0.5);
  let [weighted, total, weight] = [0, 0, 1];
  for (const value of hours) {
    if (value !== null) {
      weighted += value * weight;
      total += weight;
    }
    weight *= factor;
  }
  const scaled = (weighted / total) * 10 ** keptDecimals;
  const isCertain = Math.abs(scaled - Math.round(scaled)) > certainBeyond;
  return isCertain ? Math.floor(scaled) / 10 ** keptDecimals : null;
}

/**
 * Σ wⁱcᵢ / Σ wⁱ with w = a/b in integers: twelve hours of 35.4 are 35.4, where a sum of floats can give
 * 35.39999 and a lower index. Multiplying both sums by b at each hour keeps them integers.
 */
function weigh(hours: readonly (bigint | null)[], unit: bigint): number {
  const measured = hours.filter((value) => value !== null);
  const least = measured.reduce((a, b) => (a < b ? a : b));
  const most = measured.reduce((a, b) => (a > b ? a : b));
  const [a, b] = 2n * least < most ? [1n, 2n] : [least === most ? 1n : least, least === most ? 1n : most];
  let weighted = 0n;
  let total = 0n;
  let weight = 1n;
  for (const value of hours) {
    weighted = weighted * b + (value ?? 0n) * weight;
    total = total * b + (value === null ? 0n : weight);
    weight *= a;
  }
  return Number((weighted * 10n ** BigInt(keptDecimals)) / (total * unit)) / 10 ** keptDecimals;
}

function isMeasured(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value >= 0;
}

function countDecimals(value: number): number {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (mantissa.split('.')[1] ?? '').length - Number(exponent));
}

function toBigInt(value: number, scale: number): bigint {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return BigInt(whole + fraction) * 10n ** BigInt(scale + Number(exponent) - fraction.length);
}
