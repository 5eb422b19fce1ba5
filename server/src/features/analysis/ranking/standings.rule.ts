import { type LeftOutReason, minValidShare } from '@limpid/contract/analysis/ranking-table';
import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { floorToHour } from '@limpid/contract/local-time';
import type { AskedSite } from './asked-sites.store.ts';
import type { SiteMeasure } from './measured-days.rule.ts';
import type { ComparedPeriod } from './measured-sites.store.ts';

/** A site with its value, its value before and the reason why it is left out. */
export interface SiteStanding
  extends AskedSite,
    Pick<SiteMeasure, 'counted' | 'hasData' | 'whole' | 'withheld'> {
  /** The hours or days that could be valid so far. */
  expected: number;
  value: number | null;
  before: number | null;
  reason: LeftOutReason | null;
  soFar: boolean;
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
  sites: readonly AskedSite[],
  now: number,
  present: Measured,
  past: Measured | undefined,
): SiteStanding[] {
  const isEnough = (count: number, expected: number) => count >= expected * minValidShare;
  const clocks = openClocks(now, present.period, past?.period);
  return sites.map((site, place): SiteStanding => {
    const { expected, expectedBefore, soFar } = clocks(site);
    const { value, counted, found, hasData, whole, withheld } = present.measures(place) ?? nothing;
    const before = past?.measures(place) ?? nothing;
    const { siteId, entityId, deviceTypeId, enabled, simulated, zone, today } = site;
    const isRanked = enabled && value !== null && isEnough(counted, expected);
    // Written out, because copying thousands of sites with `...` takes several times as long.
    return {
      siteId,
      entityId,
      deviceTypeId,
      enabled,
      simulated,
      zone,
      today,
      counted,
      hasData,
      whole,
      withheld,
      expected,
      soFar,
      value: isRanked ? value : null,
      before: enabled && isEnough(before.counted, expectedBefore) ? before.value : null,
      reason: isRanked ? null : findReason(enabled, hasData, withheld && isEnough(found, expected)),
    };
  });
}

interface SiteClock {
  /** The days of the periods that have ended at the site. */
  expected: number;
  expectedBefore: number;
  /** The period has not ended. */
  soFar: boolean;
}

/** Thousands of sites share a few zones, and with them the date of today. */
function openClocks(
  now: number,
  period: ComparedPeriod,
  compared: ComparedPeriod | undefined,
): (site: AskedSite) => SiteClock {
  const known = new Map<string, SiteClock>();
  return (site) => {
    const clock = known.get(site.zone) ?? {
      expected: countEndedDays(period, site.today),
      expectedBefore: compared ? countEndedDays(compared, site.today) : 1,
      soFar: hasNotEnded(period, now, site),
    };
    known.set(site.zone, clock);
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

function hasNotEnded(period: ComparedPeriod, now: number, { today, zone }: AskedSite): boolean {
  if (!('hour' in period)) return today <= period.last;
  return floorToHour(period.hour.getTime(), zone) + HOUR_MS > now;
}
