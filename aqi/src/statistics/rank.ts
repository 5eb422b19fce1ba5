/**
 * The rank of each value, the highest first: equal values share a rank, the next rank counts them all, and a missing
 * value has none.
 */
export function rankDescending(values: readonly (number | null)[]): (number | null)[] {
  const sorted = values.filter((value) => value !== null).toSorted((one, other) => other - one);
  const ranks = new Map<number, number>();
  sorted.forEach((value, place) => {
    if (!ranks.has(value)) ranks.set(value, place + 1);
  });
  return values.map((value) => (value === null ? null : (ranks.get(value) ?? null)));
}
