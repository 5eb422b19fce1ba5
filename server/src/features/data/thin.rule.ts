export interface ThinnedLine {
  ts: number[];
  values: (number | null)[];
}

/**
 * Reduces a line to at most so many points, beside its gaps, without changing its look: of every section the first, the lowest,
 * the highest and the last point stay. A null marks a gap of more than two missing steps.
 */
export function thinLine(
  at: readonly number[],
  values: readonly number[],
  most: number,
  stepMs: number,
): ThinnedLine {
  const line: ThinnedLine = { ts: [], values: [] };
  let before = -1;
  const push = (index: number) => {
    const gap = findGap(at, before, index, 2 * stepMs);
    if (gap !== undefined) {
      line.ts.push(gap + stepMs);
      line.values.push(null);
    }
    line.ts.push(at[index] ?? 0);
    line.values.push(values[index] ?? null);
    before = index;
  };
  if (at.length <= most) {
    for (let index = 0; index < at.length; index++) push(index);
    return line;
  }
  const size = Math.ceil(at.length / Math.floor(most / 4));
  for (let from = 0; from < at.length; from += size) {
    for (const index of corners(values, from, Math.min(at.length, from + size))) push(index);
  }
  return line;
}

/** The last moment before a gap between two kept points. */
function findGap(at: readonly number[], before: number, index: number, most: number): number | undefined {
  for (let next = Math.max(1, before + 1); next <= index; next++) {
    const [earlier = 0, later = 0] = [at[next - 1], at[next]];
    if (later - earlier > most) return earlier;
  }
  return undefined;
}

/** The indices of the first, lowest, highest and last point of a section, each once and in order. */
function corners(values: readonly number[], from: number, to: number): number[] {
  let [low, high] = [from, from];
  for (let index = from; index < to; index++) {
    if ((values[index] ?? 0) < (values[low] ?? 0)) low = index;
    if ((values[index] ?? 0) > (values[high] ?? 0)) high = index;
  }
  return [...new Set([from, low, high, to - 1])].toSorted((a, b) => a - b);
}
