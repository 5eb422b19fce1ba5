interface JoinedRow {
  at: number;
  /** One value for each line; null where the line has none at this moment. */
  values: (number | null)[];
}

/** The values of lines side by side, a row for every moment of any of them, in the order of time. */
export function joinColumns(
  lines: readonly { at: readonly number[]; values: readonly number[] }[],
): JoinedRow[] {
  const moments = [...new Set(lines.flatMap(({ at }) => at))].toSorted((a, b) => a - b);
  const next = lines.map(() => 0);
  return moments.map((at) => ({
    at,
    values: lines.map((line, column) => {
      const place = next[column] ?? 0;
      if (line.at[place] !== at) return null;
      next[column] = place + 1;
      return line.values[place] ?? null;
    }),
  }));
}
