/** Ranks sorted rows: equal values share a rank, the next rank counts them all, and a row without a value has none. */
export function rankRows<R extends { value: number | null }>(
  rows: readonly R[],
): (R & { rank: number | null })[] {
  let rank = 0;
  return rows.map((row, index) => {
    if (row.value === null) return { ...row, rank: null };
    if (index === 0 || row.value !== rows[index - 1]?.value) rank = index + 1;
    return { ...row, rank };
  });
}
