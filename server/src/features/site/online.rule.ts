/** How many intervals a device may miss, and for how long it may always be silent. */
const intervals = 3;
const leastSeconds = 180;

/** The one rule of online and offline; the view `site_row` says the same in SQL. */
export function isOnline(lastSeen: Date | null, reportInterval: number, now: Date): boolean {
  if (!lastSeen) return false;
  const patience = Math.max(intervals * reportInterval, leastSeconds) * 1000;
  return now.getTime() - lastSeen.getTime() <= patience;
}
