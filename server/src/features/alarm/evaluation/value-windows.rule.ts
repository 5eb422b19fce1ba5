import { MINUTE_MS, SECOND_MS } from '@limpid/contract/durations';

/**
 * The last values of a channel as the lowest and highest of a few spans of time. A rule that depends on more than one value
 * is tested with them, so that most values need not be read from the store.
 */
export interface Window {
  /** The length of a span. */
  spanMs: number;
  /** How many spans before that of a value a rule depends on. */
  back: number;
  /** Where its spans begin within the arrays of a site, and its place in `newest`. */
  offset: number;
  place: number;
}

/** The windows of all rules on readings of a site; sites with the same rules share it. */
export interface WindowPlan {
  /** Plans with the same key have the same windows at the same offsets. */
  key: string;
  windows: readonly Window[];
  size: number;
}

type WindowShape = Pick<Window, 'spanMs' | 'back'>;

/** One span more than a rule depends on: a value may come after the first of the next span. */
const sizeOf = ({ back }: WindowShape) => back + 2;

/** Spans are coarse, because the range of a longer time only makes a test pass more often. */
const rateSpans = 6;

/** The window of a rule on changes over a period: `listChanges` compares with values of up to two periods before. */
export function shapeRateWindow(periodMs: number, basis: 'realtime' | 'minute'): WindowShape {
  const [step, reachMs] =
    basis === 'minute' ? [MINUTE_MS, 2 * periodMs + MINUTE_MS] : [SECOND_MS, 2 * periodMs];
  return { spanMs: Math.ceil(reachMs / rateSpans / step) * step, back: rateSpans };
}

/** The window of a rule on the mean of a minute: the values of this minute. */
export const minuteWindow: WindowShape = { spanMs: MINUTE_MS, back: 0 };

/** Collects the windows of a plan. */
export function openWindowPlan() {
  const windows = new Map<string, Window>();
  let size = 0;
  return {
    /** Returns the window of this shape for a slot, the same one for all rules. */
    add(slot: number, basis: string, { spanMs, back }: WindowShape): Window {
      const key = `${basis} ${slot} ${spanMs} ${back}`;
      const known = windows.get(key);
      if (known) return known;
      const window = { spanMs, back, offset: size, place: windows.size };
      windows.set(key, window);
      size += sizeOf(window);
      return window;
    },
    finish: (): WindowPlan | undefined =>
      windows.size > 0
        ? { key: [...windows.keys()].join(), windows: [...windows.values()], size }
        : undefined,
  };
}

/** The windows of one site. */
export interface SiteWindows {
  plan: WindowPlan;
  /** All values of the site that were measured since are known here. */
  since: number;
  newestAt: number;
  /** The number of the newest span of each window. */
  newest: Int32Array;
  lows: Float32Array;
  highs: Float32Array;
  /** The result of `extendWindow`. */
  low: number;
  high: number;
}

function makeSiteWindows(plan: WindowPlan, since: number): SiteWindows {
  return {
    plan,
    since,
    newestAt: since,
    newest: new Int32Array(plan.windows.length).fill(-1),
    lows: new Float32Array(plan.size).fill(Infinity),
    highs: new Float32Array(plan.size).fill(-Infinity),
    low: Infinity,
    high: -Infinity,
  };
}

/**
 * Adds a value to a window, null for one that does not count. `low` and `high` of the site are then the range of all values
 * that a rule can compare with it or it with. Returns false if some of these are not known here.
 */
export function extendWindow(site: SiteWindows, window: Window, ts: number, value: number | null): boolean {
  const { offset, place, spanMs, back } = window;
  const size = sizeOf(window);
  const span = Math.floor(ts / spanMs);
  const { lows, highs, newest } = site;
  const newestBefore = newest[place] ?? -1;
  // Older than the window: no later value is compared with it.
  if (span <= newestBefore - size) return false;
  for (let next = Math.max(newestBefore, span - size) + 1; next <= span; next++) {
    lows[offset + (next % size)] = Infinity;
    highs[offset + (next % size)] = -Infinity;
  }
  const last = Math.max(newestBefore, span);
  newest[place] = last;
  if (value !== null) {
    const at = offset + (span % size);
    lows[at] = Math.min(lows[at] ?? Infinity, value);
    highs[at] = Math.max(highs[at] ?? -Infinity, value);
  }
  // Values after a late one may be compared with it, and are not in its range.
  if (span < newestBefore - 1 || (span - back) * spanMs < site.since) return false;
  let [low, high] = [Infinity, -Infinity];
  for (let one = span - back; one <= last; one++) {
    low = Math.min(low, lows[offset + (one % size)] ?? Infinity);
    high = Math.max(high, highs[offset + (one % size)] ?? -Infinity);
  }
  site.low = low;
  site.high = high;
  return true;
}

/** The windows of the sites whose values are all stored by this process. */
export interface ValueWindows {
  /** Knows all values of a site that are measured from now on. */
  own(siteId: number, since: number): void;
  owns(siteId: number): boolean;
  /** Another process stores values of the site, or its values were changed. Returns what was known of it. */
  release(siteId: number): Pick<SiteWindows, 'since' | 'newestAt'> | undefined;
  owned(): number[];
  /** The windows of a site for one of its readings; undefined if its values are not known here. */
  find(siteId: number, plan: WindowPlan, ts: number, now: number): SiteWindows | undefined;
}

export function makeValueWindows(): ValueWindows {
  const ownedSince = new Map<number, number>();
  const bySite = new Map<number, SiteWindows>();
  return {
    own(siteId, since) {
      if (!ownedSince.has(siteId)) ownedSince.set(siteId, since);
    },
    owns: (siteId) => ownedSince.has(siteId),
    release(siteId) {
      const known = bySite.get(siteId);
      ownedSince.delete(siteId);
      bySite.delete(siteId);
      return known;
    },
    owned: () => [...ownedSince.keys()],
    find(siteId, plan, ts, now) {
      const since = ownedSince.get(siteId);
      if (since === undefined) return undefined;
      let site = bySite.get(siteId);
      if (site?.plan !== plan) {
        // The clock of the station may be ahead: what it sent before is not known.
        if (site?.plan.key !== plan.key) site = makeSiteWindows(plan, Math.max(since, now, ts));
        site.plan = plan;
        bySite.set(siteId, site);
      }
      site.newestAt = Math.max(site.newestAt, ts);
      return site;
    },
  };
}
