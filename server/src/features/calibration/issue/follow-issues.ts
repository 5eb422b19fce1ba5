import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { repeat } from '../../../platform/repeat.ts';
import {
  confirmCoefficients,
  findCoefficientProgress,
  forgetFailedOrder,
} from '../../device/device.api.ts';
import { siteChanged } from '../../reading/model.api.ts';
import { lockSiteCoefficients, setSiteCoefficient } from '../../site/site.api.ts';
import { listOpenIssues, lockIssue, moveIssue, noteRollback, type StoredIssue } from './issue.store.ts';
import { judgeProgress } from './issue-state.rule.ts';

const everyMs = 2000;

type Deps = Pick<App, 'db' | 'bus' | 'clock'>;

/** Moves issues and roll-backs on whose commands have reached their devices. Safe to interrupt and to repeat. */
export async function followIssues(app: Deps): Promise<void> {
  let isChanged = false;
  for (const { issueId, siteId } of await listOpenIssues(app.db)) {
    await confirmCoefficients(app, siteId);
    isChanged = (await app.db.transaction().execute((db) => follow(app, db, issueId))) || isChanged;
  }
  if (isChanged) await app.bus.publish(siteChanged);
}

/** Follows them while the process runs. */
export function startFollowingIssues(app: App): () => Promise<void> {
  return repeat(
    everyMs,
    () => followIssues(app),
    (error) => app.log.warn({ err: error }, 'following issued coefficients failed'),
  );
}

/** Whether the site has changed. */
async function follow(app: Deps, db: Database, issueId: number): Promise<boolean> {
  const issue = await lockIssue(db, issueId);
  if (!issue) return false;
  await lockSiteCoefficients(db, issue.siteId);
  if (issue.rollbackBatch !== null) return followRollback(app, db, issue, issue.rollbackBatch);
  if (issue.batchId === null || (issue.state !== 'pending' && issue.state !== 'sent')) return false;
  const { siteId, channelId, batchId, k, b } = issue;
  const progress = await findCoefficientProgress(db, siteId, channelId, batchId);
  const step = judgeProgress({ k, b }, progress);
  const at = progress.endedAt ?? app.clock.now();
  if (progress.sentAt !== null && issue.state === 'pending')
    await moveIssue(db, issueId, 'sent', { at: progress.sentAt });
  if (step.state === 'confirmed') {
    await setSiteCoefficient(db, siteId, { channelId, k, b }, 'device');
    await moveIssue(db, issueId, 'confirmed', { at });
    return true;
  }
  if (step.state === 'failed') {
    const before = { channelId, k: issue.kBefore, b: issue.bBefore };
    await forgetFailedOrder(db, siteId, batchId, before);
    await moveIssue(db, issueId, 'failed', { at, reason: step.reason });
  }
  return false;
}

async function followRollback(
  app: Deps,
  db: Database,
  issue: StoredIssue,
  batchId: string,
): Promise<boolean> {
  const { issueId, siteId, channelId, k, b, placeBefore } = issue;
  const before = { k: issue.kBefore, b: issue.bBefore };
  const progress = await findCoefficientProgress(db, siteId, channelId, batchId);
  const step = judgeProgress(before, progress);
  if (step.state === 'confirmed') {
    await setSiteCoefficient(db, siteId, { channelId, ...before }, placeBefore ?? 'device');
    return moveIssue(db, issueId, 'rolledBack', { at: progress.endedAt ?? app.clock.now() });
  }
  if (step.state !== 'failed') return false;
  // The device has what was issued. Where somebody has ordered other K and B since, those are set already.
  if (!step.isReplaced) {
    await forgetFailedOrder(db, siteId, batchId, { channelId, k, b });
    await setSiteCoefficient(db, siteId, { channelId, k, b }, 'device');
  }
  await noteRollback(db, issueId, { batchId: null, reason: step.reason });
  return !step.isReplaced;
}
