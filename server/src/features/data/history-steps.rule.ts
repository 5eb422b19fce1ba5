import { hourOf } from '../../platform/zone.ts';
import type { Step } from '../ingest/ingest.api.ts';
import type { ReadRow, RowProblem } from './history-rows.rule.ts';

const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

interface Kept {
  /** Hours are named by their end. */
  byEnd: boolean;
  now: number;
  oldest: number;
}

/**
 * How the rows are spaced, by the distance that most of them have from the one before; undefined beyond hours. Rows that
 * cannot be stored say nothing: one wrong year would be the widest gap of all.
 */
export function detectStep(all: readonly ReadRow[], { byEnd, now, oldest }: Kept): Step | undefined {
  const latest = byEnd ? now + hourMs : now;
  const rows = all.filter(({ ts }) => ts >= oldest && ts <= latest);
  const counts = new Map<number, number>();
  for (const own of Map.groupBy(rows, ({ site }) => site.siteId).values()) {
    const times = [...new Set(own.map(({ ts }) => ts))].toSorted((a, b) => a - b);
    for (const [index, ts] of times.entries()) {
      const gap = index > 0 ? ts - (times[index - 1] ?? 0) : 0;
      if (gap > 0) counts.set(gap, (counts.get(gap) ?? 0) + 1);
    }
  }
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [];
  if (usual === undefined)
    return rows.every(({ ts, site }) => hourOf(ts, site.zone) === ts) ? 'hour' : 'minute';
  if (usual < hourMs) return 'minute';
  return usual < dayMs ? 'hour' : undefined;
}

interface Limits extends Kept {
  /** Undefined where rows are too far apart to be stored. */
  step: Step | undefined;
  /** The heading of the column of times. */
  column: string | null;
}

/** Puts rows at the start of their step; those that cannot be there, or that have come before, are told apart. */
export function placeRows(
  rows: readonly ReadRow[],
  { step, byEnd, now, oldest, column }: Limits,
): { placed: ReadRow[]; problems: RowProblem[] } {
  const placed: ReadRow[] = [];
  const problems: RowProblem[] = [];
  const seen = new Map<string, number>();
  for (const row of rows) {
    const shifted = step === 'hour' && byEnd ? row.ts - hourMs : row.ts;
    const ts = step === 'hour' ? shifted : Math.floor(shifted / minuteMs) * minuteMs;
    const place = `${row.site.siteId} ${ts}`;
    const first = seen.get(place);
    const problem =
      ts > now
        ? 'future'
        : ts < oldest
          ? 'old'
          : step === 'hour' && hourOf(ts, row.site.zone) !== ts
            ? 'hour'
            : first !== undefined
              ? 'duplicate'
              : step === undefined
                ? 'daily'
                : undefined;
    if (!problem || problem === 'daily') seen.set(place, row.line);
    if (problem) problems.push({ line: row.line, column, key: problem, params: { first: first ?? 0 } });
    else placed.push({ ...row, ts });
  }
  return { placed, problems };
}
