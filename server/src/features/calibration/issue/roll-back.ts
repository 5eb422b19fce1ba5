import type { IssueOutcome } from '@limpid/contract/calibration/issue';
import { MINUTE_MS } from '@limpid/contract/durations';
import { AppError, fail } from '@limpid/contract/errors';
import type { Database } from '../../../platform/db/database.ts';
import { translate } from '../../../platform/texts.ts';
import {
  listAppliedSince,
  lockSiteCoefficients,
  replaceAppliedSince,
  restoreSiteCoefficient,
  setSiteCoefficient,
} from '../../site/site.api.ts';
import { announceIssues, findSet, type IssueDeps, type Issuer, writeToDevice } from './issue.service.ts';
import {
  findIssueUnderWay,
  hasLaterIssue,
  listIssues,
  lockIssue,
  moveIssue,
  noteRollback,
  queueRecheck,
  type StoredIssue,
} from './issue.store.ts';
import { refuseOverDeviceChange } from './issue-start.ts';

interface RollBackOrder {
  issueIds: readonly number[];
  /** Values of the past stay, also where the issue has changed them. */
  fromNow?: boolean | undefined;
}

/** Brings back K and B as they were before these issues; each for itself. */
export async function rollBackIssues(
  app: IssueDeps,
  { issueIds, fromNow = false }: RollBackOrder,
  issuer: Issuer & { caller: NonNullable<Issuer['caller']> },
): Promise<IssueOutcome[]> {
  const issues = await listIssues(app.db, issueIds, issuer.scope);
  if (issues.length < new Set(issueIds).size) fail('row.gone');
  const outcomes: IssueOutcome[] = [];
  for (const { issueId, siteName, channelCode, state } of issues.toReversed()) {
    const about = { issueId, siteName, channelCode };
    try {
      const next = await app.db
        .transaction()
        .execute((db) => rollBack(app, db, { issueId, fromNow }, issuer));
      outcomes.push({ ...about, state: next, problem: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.push({
        ...about,
        state,
        problem: translate(issuer.language, `errors.${error.key}`, error.params),
      });
    }
  }
  await announceIssues(app);
  return outcomes;
}

async function rollBack(
  app: IssueDeps,
  db: Database,
  { issueId, fromNow }: { issueId: number; fromNow: boolean },
  issuer: Issuer & { caller: NonNullable<Issuer['caller']> },
): Promise<'confirmed' | 'rolledBack'> {
  const issue = (await lockIssue(db, issueId)) ?? fail('row.gone');
  if (issue.state !== 'confirmed') fail('calibration_issue.state');
  const by = issuer.caller.userName;
  const site = (await lockSiteCoefficients(db, issue.siteId)) ?? fail('row.gone');
  const other = await findIssueUnderWay(db, issue);
  if (other || issue.rollbackBatch !== null) fail('calibration_issue.under_way', { name: other?.by ?? by });
  const set = findSet(site, issue.channelId);
  const isChanged = set.k !== issue.k || set.b !== issue.b || site.place !== issue.target;
  // A later issue may have brought the same K and B again.
  if (isChanged || (await hasLaterIssue(db, issue))) fail('calibration_issue.newer');
  const { siteId, channelId, kBefore: k, bBefore: b, target } = issue;
  if (target === 'device') {
    const batchId = await writeToDevice(app, db, issue, { k, b }, issuer);
    // As soon as the device has given K and B back, the platform applies what is set: nothing new.
    await setSiteCoefficient(db, siteId, { channelId, k, b }, 'device');
    await noteRollback(db, issueId, { batchId, by, reason: null });
    return 'confirmed';
  }
  await rollBackPlatform(app, db, { ...issue, forPast: issue.forPast && !fromNow }, by);
  return 'rolledBack';
}

/** From now on, or for the period that the issue has changed. */
async function rollBackPlatform(app: IssueDeps, db: Database, issue: StoredIssue, by: string): Promise<void> {
  const { issueId, siteId, channelId, since, forPast, replaced, placeBefore } = issue;
  const at = app.clock.now();
  const [k, b] = [issue.kBefore, issue.bBefore];
  const from = forPast && since !== null ? since : at.getTime();
  if (forPast) await refuseOverDeviceChange(app, db, issue, from);
  const lines = forPast ? replaced.filter((line) => line.since >= from) : [{ since: from, k, b }];
  // Other K and B may have counted meanwhile: values are corrected back from those of their time.
  const applied = await listAppliedSince(db, siteId, channelId, from);
  await replaceAppliedSince(db, siteId, channelId, from, lines, by);
  await restoreSiteCoefficient(db, siteId, { channelId, k, b }, placeBefore ?? 'platform');
  if (forPast) await queueRecheck(db, issue, [from, at.getTime() + MINUTE_MS], applied);
  await noteRollback(db, issueId, { batchId: null, by, reason: null });
  await moveIssue(db, issueId, 'rolledBack', { at });
}
