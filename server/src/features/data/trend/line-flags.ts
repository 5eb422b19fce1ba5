import type { Granularity } from '@limpid/contract/data/series';
import { HOUR_MS } from '@limpid/contract/durations';
import type { Language } from '@limpid/contract/language';
import { dayBounds, floorToHour, formatLocalDate } from '@limpid/contract/local-time';
import type { MapIndex } from '@limpid/contract/map/site-update';
import { isMinuteFlagged, type RuleFlag } from '@limpid/contract/quality/flag-mark';
import type { App } from '../../../platform/app.ts';
import {
  describeFlagMark,
  describeFlagSummary,
  type FlaggedHours,
  joinChannels,
  readFlagMarks,
  summariseFlags,
} from '../../quality/quality.api.ts';
import type { Points, StoredChannel } from '../../reading/reading.api.ts';
import type { AirHourSource } from '../../rollup/rollup.api.ts';
import { listFlaggableSlots } from '../../rollup/rollup.api.ts';
import type { AccessibleSite } from '../site-access.store.ts';

interface FlaggedLine {
  site: Pick<AccessibleSite, 'siteId' | 'zone'>;
  measured: StoredChannel | MapIndex;
  points: Points;
  granularity: Granularity;
}

/** What data rules have found in the hours behind the points of lines, in words. */
export async function describeLineFlags(
  { pool }: Pick<App, 'pool'>,
  air: Pick<AirHourSource, 'pollutants'>,
  lines: readonly FlaggedLine[],
  language: Language,
): Promise<ReadonlyMap<number, string>[]> {
  const moments = lines.flatMap(({ points: { at } }) => (at.length > 0 ? [at[0] ?? 0, at.at(-1) ?? 0] : []));
  if (moments.length === 0) return lines.map(() => new Map());
  const siteIds = [...new Set(lines.map(({ site }) => site.siteId))];
  const slots = new Set(lines.flatMap(({ measured }) => listFlaggableSlots(measured, air)));
  // The first point may be within an hour; the last one may be a day.
  const bounds = [Math.min(...moments) - HOUR_MS, Math.max(...moments) + 26 * HOUR_MS] as const;
  const found = await readFlagMarks(pool, siteIds, bounds, [...slots]);
  return lines.map((line) => {
    const ofSite = found.get(line.site.siteId);
    if (!ofSite) return new Map();
    const ofLine = listFlaggableSlots(line.measured, air).flatMap((slot) => ofSite.get(slot) ?? []);
    const hours = joinChannels(ofLine);
    return hours.size === 0 ? new Map() : describePoints(line, hours, language);
  });
}

function describePoints(
  { site: { zone }, measured, points, granularity }: FlaggedLine,
  hours: FlaggedHours,
  language: Language,
): ReadonlyMap<number, string> {
  const words = new Map<number, string>();
  if (granularity === 'day' || typeof measured === 'string') {
    const startOf = (at: number) =>
      granularity === 'day' ? dayBounds(formatLocalDate(at, zone), zone)[0] : floorToHour(at, zone);
    for (const [at, some] of Map.groupBy(hours, ([hour]) => startOf(hour))) {
      const summary = summariseFlags(some.map(([, flags]) => flags));
      words.set(at, describeFlagSummary(summary, language) ?? '');
    }
    return words;
  }
  for (const [place, at] of points.at.entries()) {
    const value = points.values[place] ?? Number.NaN;
    const isAbout = (flag: RuleFlag) => granularity !== 'minute' || isMinuteFlagged(flag, value);
    const flags = (hours.get(floorToHour(at, zone)) ?? []).filter(isAbout);
    if (flags.length === 0) continue;
    words.set(at, flags.map((flag) => describeFlagMark(flag, measured, language)).join('; '));
  }
  return words;
}
