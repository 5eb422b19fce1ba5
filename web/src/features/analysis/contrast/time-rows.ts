import { formatLocalTime } from '@limpid/contract/local-time';

/** The lowest and the highest value of a member at the times of a row. */
interface Extremes {
  low: number;
  high: number;
}

interface TimeRow {
  /** The first moment. */
  at: number;
  /** `2026-11-01 08:00`, `2026-11-01` or `2026-11` on the clock of the zone. */
  time: string;
  cells: (Extremes | null)[];
  /** All of its moments. */
  moments: number[];
}

/** The lengths of a local time up to its day and month. */
const lengths = [10, 7];
const mostRows = 400;

/**
 * Values by their time as rows of a table. More rows than a reader can listen to are joined by day or month, with the
 * lowest and the highest value of each. Times at which no column has a value are left out, unless they are marked.
 */
export function listTimeRows(
  ts: readonly number[],
  columns: readonly (readonly (number | null)[])[],
  zone: string,
  marked: ReadonlySet<number> = new Set(),
): TimeRow[] {
  const present = [...ts.keys()].filter(
    (position) =>
      marked.has(ts[position] ?? 0) || columns.some((column) => (column[position] ?? null) !== null),
  );
  const times = new Map(present.map((position) => [position, formatLocalTime(ts[position] ?? 0, zone)]));
  const groupings: [time: string, positions: number[]][][] = [
    // The clock shows an hour twice when it is set back: these are two rows.
    present.map((position) => [times.get(position) ?? '', [position]]),
    ...lengths.map((length) => [
      ...Map.groupBy(present, (position) => times.get(position)?.slice(0, length) ?? ''),
    ]),
  ];
  const groups = groupings.find(({ length }) => length <= mostRows) ?? groupings.at(-1) ?? [];
  return groups.map(([time, positions]) => ({
    at: ts[positions[0] ?? 0] ?? 0,
    time,
    cells: columns.map((column) => findExtremes(positions.map((position) => column[position] ?? null))),
    moments: positions.map((position) => ts[position] ?? 0),
  }));
}

function findExtremes(values: readonly (number | null)[]): Extremes | null {
  const present = values.filter((value) => value !== null);
  return present.length === 0 ? null : { low: Math.min(...present), high: Math.max(...present) };
}
