import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { ValueStep } from '../../reading/reading.api.ts';
import type { ReadEntry, RowProblem } from './history-rows.rule.ts';

interface RetentionWindow {
  /** Hours are labelled by their end. */
  byEnd: boolean;
  now: number;
  oldest: number;
}

/**
 * The interval of entries, by the most frequent distance to the previous one; undefined beyond hours. Entries that
 * cannot be stored are ignored, because one wrong year would be the widest gap of all.
 */
export function detectStep(
  all: readonly ReadEntry[],
  { byEnd, now, oldest }: RetentionWindow,
): ValueStep | undefined {
  const latest = byEnd ? now + HOUR_MS : now;
  const entries = all.filter(({ ts }) => ts >= oldest && ts <= latest);
  const counts = new Map<number, number>();
  for (const ofSite of Map.groupBy(entries, ({ site }) => site.siteId).values()) {
    const times = [...new Set(ofSite.map(({ ts }) => ts))].toSorted((a, b) => a - b);
    for (const [index, ts] of times.entries()) {
      const gap = index > 0 ? ts - (times[index - 1] ?? 0) : 0;
      if (gap > 0) counts.set(gap, (counts.get(gap) ?? 0) + 1);
    }
  }
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [];
  if (usual === undefined)
    return entries.every(({ ts, site }) => floorToHour(ts, site.zone) === ts) ? 'hour' : 'minute';
  if (usual < HOUR_MS) return 'minute';
  return usual < DAY_MS ? 'hour' : undefined;
}

interface Limits extends RetentionWindow {
  /** Undefined if rows are too far apart to be stored. */
  step: ValueStep | undefined;
  /** The heading of the column of times. */
  column: string | null;
  /** Several rows form one moment: each channel may occur once. */
  byChannel: boolean;
}

export type AlignEntry = (entry: ReadEntry) => { aligned: ReadEntry } | { problem: RowProblem };

/** Aligns entries to the start of their step; refuses those outside the retention and duplicates. */
export function makeAligner({ step, byEnd, now, oldest, column, byChannel }: Limits): AlignEntry {
  const seen = new Map<string, Map<number, number>>();
  const linesOf = ({ site, values }: ReadEntry) => {
    const key = byChannel ? `${site.siteId} ${values[0]?.[0]}` : String(site.siteId);
    const existing = seen.get(key) ?? new Map<number, number>();
    seen.set(key, existing);
    return existing;
  };
  const findProblem = (ts: number, zone: string, first: number | undefined) => {
    if (ts > now) return 'future';
    if (ts < oldest) return 'old';
    if (step === 'hour' && floorToHour(ts, zone) !== ts) return 'hour';
    if (first !== undefined) return 'duplicate';
    return step === undefined ? 'daily' : undefined;
  };
  return (entry) => {
    const shifted = step === 'hour' && byEnd ? entry.ts - HOUR_MS : entry.ts;
    const minute = Math.floor(shifted / MINUTE_MS);
    const ts = step === 'hour' ? shifted : minute * MINUTE_MS;
    const lines = linesOf(entry);
    const first = lines.get(minute);
    const key = findProblem(ts, entry.site.zone, first);
    if (!key || key === 'daily') lines.set(minute, entry.line);
    if (!key) return { aligned: { ...entry, ts } };
    return { problem: { line: entry.line, column, key, params: { first: first ?? 0 } } };
  };
}
