import { type LeftOutReason, minValidShare } from '@limpid/contract/analysis/ranking-table';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { AskedSites, KnownSite, LocalToday } from './asked-sites.store.ts';
import type { SiteMeasure } from './measured-days.rule.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';

/** A site with its value, its value before and the reason why it is left out. */
export interface SiteStanding extends Pick<SiteMeasure, 'counted' | 'hasData' | 'whole' | 'withheld'> {
  site: KnownSite;
  clock: SiteClock;
  value: number | null;
  before: number | null;
  reason: LeftOutReason | null;
}

const nothing: SiteMeasure = {
  value: null,
  counted: 0,
  found: 0,
  hasData: false,
  whole: true,
  withheld: false,
};

interface Measured {
  period: ComparedPeriod;
  measures: (place: number) => SiteMeasure | undefined;
}

export function compareSites(
  { sites, today }: AskedSites,
  now: number,
  present: Measured,
  past: Measured | undefined,
): SiteStanding[] {
  const isEnough = (count: number, expected: number) => count >= expected * minValidShare;
  const clockOf = openClocks(today, now, present.period, past?.period);
  return sites.map((site, place): SiteStanding => {
    const { enabled, entityId } = site;
    const clock = clockOf(entityId);
    const { value, counted, found, hasData, whole, withheld } = present.measures(place) ?? nothing;
    const before = past?.measures(place) ?? nothing;
    const isRanked = enabled && value !== null && isEnough(counted, clock.expected);
    // Written out, because copying thousands of measures with `...` takes several times as long.
    return {
      site,
      clock,
      counted,
      hasData,
      whole,
      withheld,
      value: isRanked ? value : null,
      before: enabled && isEnough(before.counted, clock.expectedBefore) ? before.value : null,
      reason: isRanked ? null : findReason(enabled, hasData, withheld && isEnough(found, clock.expected)),
    };
  });
}

/** The periods on the calendar of an entity. */
interface SiteClock {
  zone: string;
  /** The hours or days of the periods that have ended there. */
  expected: number;
  expectedBefore: number;
  /** The period has not ended. */
  soFar: boolean;
}

/** Thousands of sites share a few entities. */
function openClocks(
  today: AskedSites['today'],
  now: number,
  period: ComparedPeriod,
  compared: ComparedPeriod | undefined,
): (entityId: number) => SiteClock {
  const known = new Map<number, SiteClock>();
  return (entityId) => {
    const found = known.get(entityId);
    if (found) return found;
    const local = today.get(entityId) ?? { zone: 'UTC', today: '' };
    const clock = {
      zone: local.zone,
      expected: countEndedDays(period, local.today),
      expectedBefore: compared ? countEndedDays(compared, local.today) : 1,
      soFar: hasNotEnded(period, now, local),
    };
    known.set(entityId, clock);
    return clock;
  };
}

function findReason(enabled: boolean, hasData: boolean, isWithheld: boolean): LeftOutReason {
  if (!enabled) return 'disabled';
  if (isWithheld) return 'withheld';
  return hasData ? 'tooLittle' : 'noData';
}

/** At least one: the share of valid days is one of these. */
function countEndedDays(period: ComparedPeriod, today: string): number {
  if ('hour' in period) return 1;
  const lastEnded = Math.min(Date.parse(period.last), Date.parse(today) - DAY_MS);
  return Math.max(1, (lastEnded - Date.parse(period.first)) / DAY_MS + 1);
}

function hasNotEnded(period: ComparedPeriod, now: number, { today, zone }: LocalToday): boolean {
  if (!('hour' in period)) return today <= period.last;
  return floorToHour(period.hour.getTime(), zone) + HOUR_MS > now;
}
