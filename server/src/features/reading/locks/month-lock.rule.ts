/** A locked month of a site: its bounds in the zone that the entity had when it was locked. */
export interface SiteLock {
  lockId: number;
  siteId: number;
  /** As `yyyy-MM`. */
  month: string;
  since: number;
  until: number;
}

/** Locks by site. */
export type SiteLocks = ReadonlyMap<number, readonly SiteLock[]>;

/** The lock that covers a moment of a site. */
export function findLockAt(locks: SiteLocks, siteId: number, moment: number): SiteLock | undefined {
  return locks.get(siteId)?.find(({ since, until }) => moment >= since && moment < until);
}

/** Whether the day of a site, by its date, is in a locked month. */
export function isDayLocked(locks: SiteLocks, siteId: number, date: string): boolean {
  return locks.get(siteId)?.some(({ month }) => date.startsWith(month)) ?? false;
}

/** The parts of a period, the end not included, that are in no locked month. */
export function listUnlockedParts<Period extends { siteId: number; from: number; to: number }>(
  period: Period,
  locks: SiteLocks,
): Period[] {
  let parts = [period];
  for (const { since, until } of locks.get(period.siteId) ?? [])
    parts = parts.flatMap((part) =>
      [
        { ...part, to: Math.min(part.to, since) },
        { ...part, from: Math.max(part.from, until) },
      ].filter(({ from, to }) => from < to),
    );
  return parts;
}

/** Hours of sites without those of locked months. */
export function leaveOutLocked<Hour extends { hour: number; sites: ReadonlySet<number> }>(
  hours: readonly Hour[],
  locks: SiteLocks,
): Hour[] {
  if (locks.size === 0) return [...hours];
  return hours.map((one) => ({
    ...one,
    sites: new Set([...one.sites].filter((siteId) => !findLockAt(locks, siteId, one.hour))),
  }));
}
