import { maxIssueDays } from '@limpid/contract/calibration/issue';
import { DAY_MS, MINUTE_MS } from '@limpid/contract/durations';
import { fail } from '@limpid/contract/errors';
import { formatLocalTime } from '@limpid/contract/local-time';
import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { listCoefficientChanges } from '../../device/device.api.ts';
import { findLockEnd } from '../../reading/locks/locks.api.ts';
import { findResultTimes, type StoredIssue } from './issue.store.ts';

/** Refuses a moment to come, or one too long ago. */
export function checkSince({ clock }: Pick<App, 'clock'>, since: number): void {
  const now = clock.now().getTime();
  if (since > now) fail('calibration_issue.since_future', {}, 'since');
  if (now - since > maxIssueDays * DAY_MS)
    fail('calibration_issue.since_far', { days: maxIssueDays }, 'since');
}

/** K and B of the platform cannot count for a time in which the device has applied its own: both would count. */
export async function refuseOverDeviceChange(
  { config }: Pick<App, 'config'>,
  db: Database,
  issue: StoredIssue,
  since: number,
): Promise<void> {
  const change = await findDeviceChange(db, issue, since);
  if (change === undefined) return;
  const time = formatLocalTime(Math.ceil(change / MINUTE_MS) * MINUTE_MS, config.zone);
  fail('calibration_issue.since_device', { time }, 'since');
}

/** Refuses K and B that were found for another device, or for one that has other K and B of its own since. */
export async function refuseForOtherDevice(db: Database, issue: StoredIssue): Promise<void> {
  const times = issue.resultId === null ? undefined : await findResultTimes(db, issue.resultId);
  if (!times) return;
  const isReplaced = times.deviceStart !== null && times.deviceStart > times.until;
  const hasOtherOwn =
    issue.target === 'platform' && (await findDeviceChange(db, issue, times.until)) !== undefined;
  if (isReplaced || hasOtherOwn) fail('calibration_issue.device_changed');
}

/** The last moment after `since` at which the device of a site got other K and B for a channel; undefined without one. */
async function findDeviceChange(
  db: Database,
  { siteId, channelId }: Pick<StoredIssue, 'siteId' | 'channelId'>,
  since: number,
): Promise<number | undefined> {
  const [change] = await listCoefficientChanges(db, [siteId], [channelId]);
  return change && change.changedAt > since ? change.changedAt : undefined;
}

/**
 * From which moment on K and B count: at most as far back as they can. A config that issues for the past by itself leaves out locked months, and the time in
 * which the device has applied other K and B.
 */
export async function findIssueStart(
  db: Database,
  issue: StoredIssue,
  { now, isAutomatic }: { now: number; isAutomatic: boolean },
): Promise<number> {
  const { forPast, siteId } = issue;
  if (!forPast || issue.since === null) return now;
  // The window of a config may begin further back than K and B can, and a draft grows older.
  const since = Math.max(issue.since, Math.ceil((now - maxIssueDays * DAY_MS) / MINUTE_MS) * MINUTE_MS);
  if (!isAutomatic) return since;
  const lockEnd = await findLockEnd(db, siteId, since);
  return Math.max(since, lockEnd ?? since, (await findDeviceChange(db, issue, since)) ?? since);
}
