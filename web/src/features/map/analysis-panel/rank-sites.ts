import type { Scale } from '../scale/shade.ts';
import type { ShownSite } from '../sites/select-sites.ts';

export type RankingOrder = 'desc' | 'asc';

/** One line of a ranking, computed here or by the server. */
export interface RankedLine {
  rank: number;
  siteId: number;
  name: string;
  value: number;
  isSimulated: boolean;
  /** The value of an hour ago; only in a ranking of the present. */
  hourAgo?: number | undefined;
  /** What data rules have found behind the value, in words. */
  flags?: readonly string[] | undefined;
}

export const linesShown = 10;

/** Ranks sites by their current values; old values are left out, and equal values share a rank. */
export function rankNow(shown: readonly ShownSite[], order: RankingOrder): RankedLine[] {
  const measured = shown.flatMap(({ site, look, hourAgo, flags }) =>
    look.value === undefined || look.isStale
      ? []
      : [
          {
            siteId: site.siteId,
            name: site.name,
            value: look.value,
            isSimulated: site.isSimulated,
            hourAgo,
            flags,
          },
        ],
  );
  const sign = order === 'desc' ? -1 : 1;
  const sorted = measured.toSorted(
    (one, other) => sign * (one.value - other.value) || one.siteId - other.siteId,
  );
  let rank = 0;
  return sorted.slice(0, linesShown).map((line, place) => {
    if (place === 0 || line.value !== sorted[place - 1]?.value) rank = place + 1;
    return { rank, ...line };
  });
}

/** The length of a bar from 0 to 1; bars start at the lowest value if any value is negative. */
export function barLength(value: number, lines: readonly RankedLine[]): number {
  const values = lines.map((line) => line.value);
  const low = Math.min(0, ...values);
  const high = Math.max(...values);
  return high > low ? (value - low) / (high - low) : 0;
}

export interface LevelShare {
  /** From 1; 0 stands for sites without a current level. */
  level: number;
  count: number;
}

/** The number of sites on each step of the scale, best first; sites without a level come last. */
export function countLevels(shown: readonly ShownSite[], { steps }: Pick<Scale, 'steps'>): LevelShare[] {
  const counts = new Map<number, number>();
  for (const { look } of shown) {
    const level = look.isStale ? 0 : look.level;
    counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  const levels = [...steps.map((_, place) => place + 1), 0];
  return levels.map((level) => ({ level, count: counts.get(level) ?? 0 }));
}
