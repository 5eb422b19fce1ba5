/**
 * Percentages that add up to 100, by the largest remainder method: each is cut to `digits` decimals, and the missing units go
 * to the largest remainders, in order for equal ones. All zeros if the total is zero.
 */
export function sharePercent(counts: readonly number[], digits = 0): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return counts.map(() => 0);
  const units = 100 * 10 ** digits;
  const exact = counts.map((count) => (count * units) / total);
  const cut = exact.map(Math.floor);
  const missing = units - cut.reduce((sum, share) => sum + share, 0);
  const byRemainder = exact
    .map((share, place) => ({ place, remainder: share - Math.floor(share) }))
    .toSorted((one, other) => other.remainder - one.remainder || one.place - other.place);
  const raised = new Set(byRemainder.slice(0, missing).map(({ place }) => place));
  return cut.map((share, place) => (share + (raised.has(place) ? 1 : 0)) / 10 ** digits);
}
