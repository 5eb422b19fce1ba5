import type { IssueOutcome } from '@limpid/contract/calibration/issue';
import { MINUTE_MS } from '@limpid/contract/durations';
import { AppError, type ErrorKey, fail } from '@limpid/contract/errors';
import type { Language } from '@limpid/contract/language';
import type { App } from '../../../platform/app.ts';
import { type Caller, hasPermission } from '../../../platform/auth/caller.ts';
import { computeScope, type Scope } from '../../../platform/auth/scope.rule.ts';
import type { Database } from '../../../platform/db/database.ts';
import { makeStoredText, translate } from '../../../platform/texts.ts';
import {
  listDeviceCoefficients,
  listReportedCoefficients,
  orderCoefficients,
} from '../../device/device.api.ts';
import { siteChanged } from '../../reading/model.api.ts';
import {
  listAppliedSince,
  lockSiteCoefficients,
  replaceAppliedSince,
  type SiteCoefficients,
  setSiteCoefficient,
} from '../../site/site.api.ts';
import { readAutomaticReach } from '../configs/automatic-rights.ts';
import { refuseOutsideConfig } from '../runs/refuse-outside-config.ts';
import { listReachedResults } from '../runs/result.store.ts';
import {
  acceptResult,
  dateIssueOf,
  findIssueUnderWay,
  insertDraft,
  listAcceptedResults,
  listAutomaticDrafts,
  listIssues,
  listProposals,
  lockIssue,
  moveIssue,
  type ProposedIssue,
  queueRecheck,
  type StoredIssue,
} from './issue.store.ts';
import { checkSince, findIssueStart, refuseForOtherDevice, refuseOverDeviceChange } from './issue-start.ts';
import { findPlaceProblem } from './issue-state.rule.ts';
import { issuesChanged } from './issues-changed.ts';

export type IssueDeps = Pick<App, 'db' | 'bus' | 'clock' | 'secrets' | 'config'>;

/** Who issues: a person within a data scope, or the program for a config that accepts by itself. */
export interface Issuer {
  caller: Caller | null;
  scope: Scope;
  language: Language;
}

type PersonalIssuer = Issuer & { caller: Caller };

const programIssuer: Issuer = { caller: null, scope: { all: true }, language: 'zh' };

/** How long a device that is offline is waited for. */
const deviceWaitHours = 24;
/** Values may be a little ahead of the clock of the server. */
const aheadMs = MINUTE_MS;

const acceptPermission = 'site:calibration:accept';

const told: readonly ErrorKey[] = ['calibration_issue.issued', 'calibration_issue.under_way', 'row.gone'];

interface IssueOrder {
  /** From which moment on K and B count: epoch milliseconds, or null for from now on. */
  since?: number | null | undefined;
}

/** Issues K and B of results to where their config says; each for itself. */
export async function issueResults(
  app: IssueDeps,
  { resultIds, since, ...issuer }: PersonalIssuer & IssueOrder & { resultIds: readonly number[] },
): Promise<IssueOutcome[]> {
  const wanted = [...new Set(resultIds)];
  const proposals = await listProposals(app.db, wanted);
  if (proposals.length < wanted.length) fail('row.gone');
  return issueProposals(
    app,
    proposals,
    issuer,
    async ({ resultId }) => {
      const draft = { resultId, at: app.clock.now(), by: issuer.caller.userName, since };
      // Of two people who issue a result the second meets the issue of the first.
      return (await insertDraft(app.db, draft)) ?? (await dateIssueOf(app.db, resultId, since));
    },
    since,
  );
}

/** Sends drafts, and once more what has failed; they keep the moment from which on they count unless there is another. */
export async function sendIssues(
  app: IssueDeps,
  { issueIds, since, ...issuer }: PersonalIssuer & IssueOrder & { issueIds: readonly number[] },
): Promise<IssueOutcome[]> {
  const issues = await listIssues(app.db, issueIds, issuer.scope);
  if (issues.length < new Set(issueIds).size) fail('row.gone');
  const resultIds = issues.map(({ resultId }) => resultId ?? fail('calibration_issue.no_result'));
  const proposals = await listProposals(app.db, resultIds);
  return issueProposals(
    app,
    proposals,
    issuer,
    async ({ resultId, issueId }) =>
      since === undefined ? (issueId ?? undefined) : dateIssueOf(app.db, resultId, since),
    since,
  );
}

async function issueProposals(
  app: IssueDeps,
  proposals: readonly ProposedIssue[],
  issuer: PersonalIssuer,
  findDraft: (proposal: ProposedIssue) => Promise<number | undefined>,
  since: IssueOrder['since'],
): Promise<IssueOutcome[]> {
  const resultIds = proposals.map(({ resultId }) => resultId);
  const findRefusal = await readRefusals(app.db, resultIds, issuer);
  if (typeof since === 'number') checkSince(app, since);
  const outcomes: IssueOutcome[] = [];
  for (const proposal of proposals) {
    const { siteName, channelCode, issueId } = proposal;
    const about = { siteName, channelCode };
    const refusal = findRefusal(proposal);
    const draft = refusal ? undefined : await findDraft(proposal);
    if (draft !== undefined) outcomes.push(await sendOne(app, { issueId: draft, ...about }, issuer));
    else {
      const problem = translate(issuer.language, `errors.${refusal ?? 'row.gone'}`);
      outcomes.push({ ...about, issueId, state: 'failed', problem });
    }
  }
  await announceIssues(app);
  return outcomes;
}

/** Why results cannot be issued: issuing one that is still proposed accepts it, so it takes what accepting takes. */
async function readRefusals(
  db: Database,
  resultIds: readonly number[],
  { caller, scope }: PersonalIssuer,
): Promise<(proposal: ProposedIssue) => ErrorKey | undefined> {
  const reached = await listReachedResults(db, scope, resultIds);
  if (reached.length < resultIds.length) fail('scope.denied', {}, 'resultIds');
  const newest = new Set(reached.flatMap(({ resultId, isNewest }) => (isNewest ? [resultId] : [])));
  const acceptable = hasPermission(caller, acceptPermission)
    ? await listReachedResults(db, computeScope(caller, acceptPermission), resultIds)
    : [];
  const acceptableIds = new Set(acceptable.map(({ resultId }) => resultId));
  return ({ resultId, decision, isProposal }) => {
    if (!isProposal || !['proposed', 'accepted'].includes(decision)) return 'calibration_issue.not_proposed';
    if (!newest.has(resultId)) return 'calibration.newer_run';
    if (decision === 'proposed' && !acceptableIds.has(resultId)) return 'calibration_issue.not_accepted';
    return undefined;
  };
}

/** Makes the drafts of accepted results; returns whether there were any. */
export async function draftAccepted(app: IssueDeps): Promise<boolean> {
  const accepted = await listAcceptedResults(app.db);
  for (const { resultId, decidedBy } of accepted)
    await insertDraft(app.db, { resultId, at: app.clock.now(), by: decidedBy });
  return accepted.length > 0;
}

/** Sends the drafts of results that a config has accepted by itself, also those of a process that stopped before it could. */
export async function sendAutomaticDrafts(app: IssueDeps): Promise<void> {
  const drafts = await listAutomaticDrafts(app.db);
  for (const draft of drafts) await sendOne(app, draft, programIssuer);
  if (drafts.length > 0) await announceIssues(app);
}

/** Tells the processes which K and B count, the queues of devices that commands wait, and screens to read again. */
export async function announceIssues({ bus }: Pick<App, 'bus'>): Promise<void> {
  await bus.publish(siteChanged);
  await bus.publish(issuesChanged);
}

async function sendOne(
  app: IssueDeps,
  { issueId, siteName, channelCode }: Pick<StoredIssue, 'issueId' | 'siteName' | 'channelCode'>,
  issuer: Issuer,
): Promise<IssueOutcome> {
  const about = { issueId, siteName, channelCode };
  try {
    const state = await app.db.transaction().execute((db) => send(app, db, issueId, issuer));
    return { ...about, state, problem: null };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { key, params } = error;
    const problem = translate(issuer.language, `errors.${key}`, params);
    if (told.includes(key)) return { ...about, state: 'failed', problem };
    const reason = makeStoredText(`errors.${key}`, params);
    await app.db
      .transaction()
      .execute((db) => moveIssue(db, issueId, 'failed', { at: app.clock.now(), reason }));
    return { ...about, state: 'failed', problem };
  }
}

async function send(
  app: IssueDeps,
  db: Database,
  issueId: number,
  issuer: Issuer,
): Promise<'pending' | 'confirmed'> {
  const issue = (await lockIssue(db, issueId)) ?? fail('row.gone');
  if (issue.state !== 'draft' && issue.state !== 'failed') fail('calibration_issue.issued');
  const site = (await lockSiteCoefficients(db, issue.siteId)) ?? fail('row.gone');
  const other = await findIssueUnderWay(db, issue);
  if (other) fail('calibration_issue.under_way', { name: other.by ?? 'system' });
  if (issuer.caller === null) await checkAutomaticIssue(db, issue);
  if (issue.resultId !== null) await refuseOutsideConfig(db, [issue.resultId]);
  await checkPlace(db, issue, site);
  await refuseForOtherDevice(db, issue);
  const set = await findInForce(db, issue, site);
  if (set.k !== issue.kBefore || set.b !== issue.bBefore)
    fail('calibration_issue.changed', { k: set.k, b: set.b });
  const at = app.clock.now();
  const by = issuer.caller?.userName ?? null;
  if (issue.resultId !== null) await acceptResult(db, issue.resultId, by, at);
  const placeBefore = site.place;
  if (issue.target === 'device') {
    const batchId = await writeToDevice(app, db, issue, issue, issuer);
    await moveIssue(db, issueId, 'pending', { at, by, batchId, placeBefore });
    return 'pending';
  }
  const since = await findIssueStart(db, issue, { now: at.getTime(), isAutomatic: issuer.caller === null });
  checkSince(app, since);
  if (issue.forPast) await refuseOverDeviceChange(app, db, issue, since);
  const { siteId, channelId, k, b } = issue;
  const replaced = await listAppliedSince(db, siteId, channelId, since);
  await replaceAppliedSince(db, siteId, channelId, since, [{ since, k, b }], by);
  await setSiteCoefficient(db, siteId, { channelId, k, b }, 'platform');
  if (issue.forPast) await queueRecheck(db, issue, [since, at.getTime() + aheadMs], replaced);
  await moveIssue(db, issueId, 'pending', { at, by, placeBefore, since: new Date(since), replaced });
  await moveIssue(db, issueId, 'confirmed', { at });
  return 'confirmed';
}

/** What a config has accepted by itself is issued like by a person: with their present rights, and from the newest round. */
async function checkAutomaticIssue(db: Database, { configId, resultId, siteId }: StoredIssue): Promise<void> {
  if (configId === null || resultId === null) return fail('calibration_issue.no_result');
  const { name, siteIds } = await readAutomaticReach(db, configId, [siteId]);
  if (!siteIds.has(siteId)) fail('calibration_issue.automatic_rights', { name: name ?? '–' });
  const [result] = await listReachedResults(db, { all: true }, [resultId]);
  if (!result?.isNewest) fail('calibration.newer_run');
}

async function checkPlace(
  db: Database,
  { siteId, target }: StoredIssue,
  site: SiteCoefficients,
): Promise<void> {
  const onDevice = await listDeviceCoefficients(db, siteId);
  const problem = findPlaceProblem(target, {
    place: site.place,
    takesCommands: site.takesCommands,
    hasCoefficients: site.coefficients.some(({ k, b }) => k !== 1 || b !== 0),
    deviceHolds: onDevice.some(
      ({ k, b, held }) =>
        k !== 1 || b !== 0 || [held.k, held.b].some(({ value, isInDoubt }) => value !== null || isInDoubt),
    ),
  });
  if (problem) fail(problem);
}

/** K and B that are set for a channel of a site. */
export function findSet({ coefficients }: SiteCoefficients, channelId: number): { k: number; b: number } {
  return coefficients.find((one) => one.channelId === channelId) ?? { k: 1, b: 0 };
}

/** K and B that an issue replaces: those that are set, or those that the device has of its own. */
async function findInForce(
  db: Database,
  { siteId, channelId, target }: StoredIssue,
  site: SiteCoefficients,
): Promise<{ k: number; b: number }> {
  const isSet = site.coefficients.some((one) => one.channelId === channelId);
  if (target === 'platform' || isSet) return findSet(site, channelId);
  const [own] = await listReportedCoefficients(db, [siteId], [channelId]);
  return own ?? fail('calibration_issue.device_unread');
}

/** Orders that K and B are written to the device of an issue and read back. */
export async function writeToDevice(
  app: IssueDeps,
  db: Database,
  { siteId, channelId }: StoredIssue,
  { k, b }: { k: number; b: number },
  { caller, language }: Issuer,
): Promise<string> {
  const changes = [{ channelId, k, b }];
  const order = { siteId, changes, caller, language, waitHours: deviceWaitHours };
  const batches = await orderCoefficients(app, db, order);
  return batches.get(channelId) ?? fail('row.gone');
}
