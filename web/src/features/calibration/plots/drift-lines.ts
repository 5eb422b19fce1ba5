interface DriftPoint {
  at: number;
  k: number;
  b: number;
}

interface Drift {
  to: number;
  applied: readonly DriftPoint[];
  fitted: readonly DriftPoint[];
}

/** Both lines at all moments: what is in force holds until the next change, a fit only at the end of its window. */
export function alignDrift({ to, applied, fitted }: Drift, name: 'k' | 'b') {
  const ts = [...new Set([...applied, ...fitted].map(({ at }) => at)), to]
    .toSorted((a, b) => a - b)
    .filter((at, place, all) => at !== all[place - 1]);
  const fits = new Map(fitted.map((point) => [point.at, point[name]]));
  let last: number | null = null;
  return {
    ts,
    applied: ts.map((at) => applied.findLast((point) => point.at <= at)?.[name] ?? null),
    // Between two rounds the last fit stands.
    fitted: ts.map((at) => (last = fits.get(at) ?? last)),
  };
}
