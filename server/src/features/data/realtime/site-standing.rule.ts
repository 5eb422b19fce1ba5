import { isAboveLimit } from '@limpid/aqi/limit';
import {
  judgeRealtimeState,
  type RealtimeCondition,
  type RealtimeState,
  realtimeStates,
} from '@limpid/contract/data/realtime-condition';
import type { MapIndex, SiteIndices } from '@limpid/contract/map/site-update';
import { isHourStale, isOnline } from '@limpid/contract/site/online';
import { presentReading } from '../../reading/reading.api.ts';

/** The latest value of a channel, by slot. */
export interface SlotValue {
  slot: number;
  ts: number;
  value: number | null;
  flag: string;
  outOfRange?: number | undefined;
}

/** A site with its latest values. */
export interface MeasuredSite {
  siteId: number;
  isStopped: boolean;
  isOnline: boolean;
  wasHeard: boolean;
  /** Seconds between two reports. */
  interval: number;
  values: Iterable<SlotValue>;
  /** The site's own limit for a channel. */
  limit: { slot: number; value: number; decimals: number } | undefined;
  /** The slots with a standing flag by a data rule in the last hours. */
  ruleFlags: ReadonlySet<number> | undefined;
}

/** What real-time data counts, filters and sorts a site by. */
export interface RealtimeStanding {
  siteId: number;
  state: RealtimeState;
  isAbove: boolean;
  isFlagged: boolean;
  /** The moment of the newest value in epoch milliseconds; undefined without a value. */
  newestTs: number | undefined;
}

export function judgeRealtimeSite(site: MeasuredSite, now: number): RealtimeStanding {
  const { siteId, isStopped, wasHeard, interval, limit } = site;
  let newestTs: number | undefined;
  let hasFreshValue = false;
  let isAbove = false;
  let isFlagged = false;
  for (const { slot, ts, value, flag, outOfRange } of site.values) {
    if (newestTs === undefined || ts > newestTs) newestTs = ts;
    // Of an hour, so its sign stands beside the value however old that is.
    isFlagged ||= site.ruleFlags?.has(slot) === true;
    if (!isOnline(ts, interval, now)) continue;
    hasFreshValue = true;
    isFlagged ||= flag !== 'N' || value === null || outOfRange !== undefined;
    if (limit?.slot === slot && value !== null && outOfRange === undefined)
      isAbove = isAboveLimit(presentReading(value), limit.value, limit.decimals);
  }
  const hasValue = newestTs !== undefined;
  const contact = { isStopped, isOnline: site.isOnline, wasHeard, hasValue, hasFreshValue };
  return { siteId, state: judgeRealtimeState(contact), isAbove, isFlagged, newestTs };
}

export function meetsCondition(
  { state, isAbove, isFlagged }: RealtimeStanding,
  condition: RealtimeCondition,
): boolean {
  switch (condition) {
    case 'above':
      return isAbove && state !== 'stopped';
    case 'flagged':
      return isFlagged && state !== 'stopped';
    case 'late':
      return state === 'stale';
    case 'silent':
      return state === 'off' || state === 'silent';
  }
}

/** A number to sort by; one that does not describe the present comes after those that do. */
export interface SortNumber {
  value: number;
  isStale: boolean;
}

/** Sites without a number come last in both directions; the sort is stable. */
export function sortStandings(
  sites: readonly RealtimeStanding[],
  read: (site: RealtimeStanding) => SortNumber | undefined,
  desc: boolean,
): RealtimeStanding[] {
  const rank = (number: SortNumber | undefined) => (number === undefined ? 2 : Number(number.isStale));
  const numbered = sites.map((site) => ({ site, number: read(site) }));
  numbered.sort((one, other) => {
    const order = (one.number?.value ?? 0) - (other.number?.value ?? 0);
    return rank(one.number) - rank(other.number) || (desc ? -order : order);
  });
  return numbered.map(({ site }) => site);
}

/** States in their order, and within a state the site that was heard last first. */
export function readState({ state, newestTs = 0 }: RealtimeStanding): SortNumber {
  // A moment is below 2^43, so both fit into the whole numbers of a double.
  return { value: realtimeStates.indexOf(state) * 2 ** 43 - newestTs, isStale: false };
}

export function readNewestMoment({ newestTs }: RealtimeStanding): SortNumber | undefined {
  return newestTs === undefined ? undefined : { value: newestTs, isStale: false };
}

export function readIndexNumber(
  { state }: RealtimeStanding,
  indices: SiteIndices | null,
  index: MapIndex,
  now: number,
): SortNumber | undefined {
  const value = indices?.[index].aqi ?? null;
  if (!indices || value === null) return undefined;
  const isReporting = state === 'on' || state === 'stale';
  return { value, isStale: !isReporting || isHourStale(indices.hour, now) };
}
