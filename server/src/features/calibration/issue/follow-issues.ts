import type { App } from '../../../platform/app.ts';
import type { Database } from '../../../platform/db/database.ts';
import { repeat } from '../../../platform/repeat.ts';
import {
  confirmCoefficients,
  findCoefficientProgress,
  forgetChannelCoefficient,
  forgetFailedOrder,
} from '../../device/device.api.ts';
import { lockSiteCoefficients, restoreSiteCoefficient, setSiteCoefficient } from '../../site/site.api.ts';
import { neutralLine } from '../rules/line.ts';
import { announceIssues, draftAccepted, type IssueDeps, sendAutomaticDrafts } from './issue.service.ts';
import {
  listOpenIssues,
  lockIssue,
  moveIssue,
  noteRollback,
  type OpenIssue,
  type StoredIssue,
} from './issue.store.ts';
import { judgeProgress } from './issue-state.rule.ts';

const everyMs = 2000;

type Deps = IssueDeps;

/**
 * Makes drafts of accepted results, moves issues on whose commands have reached their devices, and sends what configs have
 * accepted by themselves. Safe to interrupt and to repeat.
 */
export async function followIssues(app: Deps): Promise<void> {
  let hasMoved = await draftAccepted(app);
  // An issue that cannot be followed keeps none of the others back.
  const failures: unknown[] = [];
  for (const open of await listOpenIssues(app.db))
    await followOne(app, open).then(
      (isMoved) => {
        hasMoved ||= isMoved;
      },
      (error: unknown) => failures.push(error),
    );
  if (hasMoved) await announceIssues(app);
  // Last, so that an error in sending keeps back no issue that is under way.
  await sendAutomaticDrafts(app);
  if (failures.length > 0) throw failures[0];
}

/** Whether the issue has come into another state. */
async function followOne(app: Deps, { issueId, ...order }: OpenIssue): Promise<boolean> {
  // What the device has is judged after its last answer, so an order that ends meanwhile is followed the next time.
  const { hasEnded } = await findCoefficientProgress(app.db, order, app.clock.now());
  await confirmCoefficients(app, order.siteId);
  return app.db.transaction().execute((db) => follow(app, db, issueId, hasEnded));
}

/** Follows them while the process runs. */
export function startFollowingIssues(app: App): () => Promise<void> {
  return repeat(
    everyMs,
    () => followIssues(app),
    (error) => app.log.warn({ err: error }, 'following issued coefficients failed'),
  );
}

async function follow(app: Deps, db: Database, issueId: number, hasEnded: boolean): Promise<boolean> {
  const issue = await lockIssue(db, issueId);
  if (!issue) return false;
  await lockSiteCoefficients(db, issue.siteId);
  if (issue.rollbackBatch !== null)
    return followRollback(app, db, { ...issue, batchId: issue.rollbackBatch }, hasEnded);
  if (issue.batchId === null || (issue.state !== 'pending' && issue.state !== 'sent')) return false;
  const { siteId, channelId, batchId, k, b } = issue;
  const progress = await findCoefficientProgress(db, { siteId, channelId, batchId }, app.clock.now());
  const step = judgeProgress({ k, b }, { ...progress, hasEnded });
  const at = progress.endedAt ?? app.clock.now();
  const isSent = progress.sentAt !== null && issue.state === 'pending';
  if (isSent) await moveIssue(db, issueId, 'sent', { at: progress.sentAt ?? at });
  if (step.state === 'confirmed') {
    await setSiteCoefficient(db, siteId, { channelId, k, b }, 'device');
    return moveIssue(db, issueId, 'confirmed', { at });
  }
  if (step.state === 'failed') {
    const before = { channelId, k: issue.kBefore, b: issue.bBefore };
    await forgetFailedOrder(db, siteId, batchId, before);
    return moveIssue(db, issueId, 'failed', { at, reason: step.reason });
  }
  return isSent;
}

async function followRollback(
  app: Deps,
  db: Database,
  issue: StoredIssue & { batchId: string },
  hasEnded: boolean,
): Promise<boolean> {
  const { issueId, siteId, channelId, batchId, k, b, placeBefore } = issue;
  const before = { k: issue.kBefore, b: issue.bBefore };
  const progress = await findCoefficientProgress(db, { siteId, channelId, batchId }, app.clock.now());
  const step = judgeProgress(before, { ...progress, hasEnded });
  if (step.state === 'confirmed') {
    const at = progress.endedAt ?? app.clock.now();
    // Where nothing was set before, the device has its own K and B again, which are not the platform's.
    const isOwn = placeBefore === 'platform' && (before.k !== 1 || before.b !== 0);
    const restored = isOwn ? neutralLine : before;
    await restoreSiteCoefficient(db, siteId, { channelId, ...restored }, placeBefore ?? 'device');
    if (isOwn) await forgetChannelCoefficient(db, siteId, channelId, at);
    return moveIssue(db, issueId, 'rolledBack', { at });
  }
  if (step.state !== 'failed') return false;
  // The device has what was issued. Where somebody has ordered other K and B since, those are set already.
  if (!step.isReplaced) {
    await forgetFailedOrder(db, siteId, batchId, { channelId, k, b });
    await setSiteCoefficient(db, siteId, { channelId, k, b }, 'device');
  }
  await noteRollback(db, issueId, { batchId: null, reason: step.reason });
  return true;
}
