import { correlate } from './regression.ts';

export interface CorrelationMatrix {
  /** Correlations by the positions of the given series; null where they cannot be computed. */
  r: (number | null)[][];
  counts: number[][];
  /** Positions of the series in an order that puts similar ones side by side. */
  order: number[];
}

/** The correlation of every series with every other, over the times at which both have a value. */
export function correlateAll(series: readonly (readonly (number | null)[])[]): CorrelationMatrix {
  const cells = series.map((x) => series.map((y) => correlate({ x, y })));
  const r = cells.map((row) => row.map((cell) => cell.r));
  const counts = cells.map((row) => row.map((cell) => cell.count));
  return { r, counts, order: orderBySimilarity(r) };
}

/**
 * Leaves of a hierarchical clustering with average linkage: the two closest groups are joined until one is left, each
 * group laid so that its closest ends meet.
 */
export function orderBySimilarity(r: readonly (readonly (number | null)[])[]): number[] {
  const distance = (a: number, b: number) => 1 - (r[a]?.[b] ?? 0);
  const groups = r.map((_, position) => [position]);
  while (groups.length > 1) {
    const [first, second] = findClosest(groups, distance);
    const b = groups.splice(second, 1)[0] ?? [];
    const a = groups.splice(first, 1)[0] ?? [];
    groups.splice(first, 0, joinEnds(a, b, distance));
  }
  return groups[0] ?? [];
}

type Distance = (a: number, b: number) => number;

function findClosest(groups: readonly number[][], distance: Distance): [number, number] {
  let best: [number, number] = [0, 1];
  let least = Number.POSITIVE_INFINITY;
  for (const [i, a] of groups.entries()) {
    for (const [k, b] of groups.slice(i + 1).entries()) {
      const total = a.reduce((sum, x) => sum + b.reduce((inner, y) => inner + distance(x, y), 0), 0);
      const mean = total / (a.length * b.length);
      if (mean >= least) continue;
      least = mean;
      best = [i, i + 1 + k];
    }
  }
  return best;
}

/** Joins two rows of leaves, turning either round if that brings closer ends together. */
function joinEnds(a: number[], b: number[], distance: Distance): number[] {
  const turned = (row: number[]) => [...row].reverse();
  const ways: [number[], number[]][] = [
    [a, b],
    [a, turned(b)],
    [turned(a), b],
    [turned(a), turned(b)],
  ];
  const gap = ([left, right]: [number[], number[]]) => distance(left.at(-1) ?? 0, right[0] ?? 0);
  return ways.reduce((best, way) => (gap(way) < gap(best) ? way : best)).flat();
}
