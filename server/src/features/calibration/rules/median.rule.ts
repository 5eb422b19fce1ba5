/** The median; the order of the values changes. Selects instead of sorting, because slopes of all pairs are many. */
export function selectMedian(values: Float64Array): number {
  const count = values.length;
  if (count === 0) return Number.NaN;
  const middle = count >> 1;
  const upper = select(values, middle);
  if (count % 2 === 1) return upper;
  let lower = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < middle; i++) lower = Math.max(lower, values[i] ?? lower);
  return (lower + upper) / 2;
}

/** Hoare's selection: afterwards no value before the rank is larger, and none behind it is smaller. */
function select(values: Float64Array, rank: number): number {
  let [left, right] = [0, values.length - 1];
  while (left < right) {
    const pivot = values[(left + right) >> 1] ?? 0;
    let [i, j] = [left, right];
    while (i <= j) {
      while ((values[i] ?? pivot) < pivot) i++;
      while ((values[j] ?? pivot) > pivot) j--;
      if (i > j) break;
      const swapped = values[i] ?? pivot;
      values[i++] = values[j] ?? pivot;
      values[j--] = swapped;
    }
    if (rank <= j) right = j;
    else if (rank >= i) left = i;
    else break;
  }
  return values[rank] ?? Number.NaN;
}
