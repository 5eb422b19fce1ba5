import type { IssueState } from '@limpid/contract/calibration/config';
import type { IssueTarget } from '@limpid/contract/calibration/issue';
import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../platform/auth/scope.rule.ts';
import { scopeCondition } from '../../../platform/auth/scope.store.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { DatedLine } from '../../site/site.api.ts';
import { listStatesBefore } from './issue-state.rule.ts';

/** An issue with what is needed to send it or to roll it back. */
export interface StoredIssue {
  issueId: number;
  /** Null if the config or the result has been removed. */
  configId: number | null;
  resultId: number | null;
  siteId: number;
  siteName: string;
  channelId: number;
  channelCode: string;
  target: IssueTarget;
  kBefore: number;
  bBefore: number;
  k: number;
  b: number;
  placeBefore: IssueTarget | null;
  /** Epoch milliseconds. */
  since: number | null;
  forPast: boolean;
  replaced: readonly DatedLine[];
  state: IssueState;
  batchId: string | null;
  rollbackBatch: string | null;
}

const issueColumns = sql`issue_id, config_id, result_id, site_id, site_name, channel_id, channel_code, target, k_before, b_before, k, b,
  place_before, (extract(epoch from since) * 1000)::float8 as since, for_past, replaced, state, batch_id, rollback_batch`;

/** A proposal with what its config says about issuing. */
export interface ProposedIssue {
  resultId: number;
  siteName: string;
  channelCode: string;
  decision: string;
  /** Whether it proposes K and B. */
  isProposal: boolean;
  issueId: number | null;
}

/** From which moment on K and B count: epoch milliseconds, null for from now on, undefined for what the config says. */
type Since = number | null | undefined;

/** The results in their order; who reaches them is known from their configs. */
export async function listProposals(db: Database, resultIds: readonly number[]): Promise<ProposedIssue[]> {
  const { rows } = await sql<ProposedIssue>`
    select r.result_id, s.site_name, c.channel_code, r.decision, r.k is not null and r.b is not null as is_proposal, i.issue_id
    from calibration_result r join site s using (site_id)
    join basic_channel c using (channel_id) left join calibration_issue i using (result_id)
    where r.result_id = any(${[...resultIds]})
    order by r.result_id`.execute(db);
  return rows;
}

interface Draft {
  resultId: number;
  at: Date;
  by: string | null;
  since?: Since;
}

/** From when on K and B count, and whether that is the past. */
function dateFor(target: RawBuilder<unknown>, since: Since): RawBuilder<unknown> {
  if (since === null) return sql`null::timestamptz, false`;
  const [moment, isPast] =
    since === undefined
      ? [sql`case when f.apply_to_past then u.from_hour end`, sql`f.apply_to_past`]
      : [sql`to_timestamp(${since}::float8 / 1000)`, sql`true`];
  return sql`case when ${target} = 'platform' then ${moment} end, ${target} = 'platform' and ${isPast}`;
}

/** Makes the draft of a result; undefined if it has been issued already. */
export async function insertDraft(
  db: Database,
  { resultId, at, by, since }: Draft,
): Promise<number | undefined> {
  const { rows } = await sql<{ issueId: number }>`
    insert into calibration_issue (config_id, config_name, result_id, site_id, channel_id, target, k_before, b_before, k, b,
      since, for_past, draft_at, draft_by)
    select f.config_id, f.config_name, r.result_id, r.site_id, r.channel_id, f.target, r.k_before, r.b_before, r.k, r.b,
      ${dateFor(sql`f.target`, since)}, ${at}, ${by}
    from calibration_result r join calibration_run u using (run_id) join calibration_config f using (config_id)
    where r.result_id = ${resultId} and r.k is not null and r.b is not null
    on conflict (result_id) where result_id is not null do nothing
    returning issue_id`.execute(db);
  return rows[0]?.issueId;
}

/** The issue of a result; one that is yet to be sent counts from this moment on. */
export async function dateIssueOf(db: Database, resultId: number, since: Since): Promise<number | undefined> {
  await sql`
    update calibration_issue i set (since, for_past) = (
      select ${dateFor(sql`i.target`, since)}
      from calibration_result r join calibration_run u using (run_id) join calibration_config f using (config_id)
      where r.result_id = i.result_id)
    where i.result_id = ${resultId} and i.state in ('draft', 'failed')`.execute(db);
  const { rows } = await sql<{ issueId: number }>`
    select issue_id from calibration_issue where result_id = ${resultId}`.execute(db);
  return rows[0]?.issueId;
}

/** Accepted results without an issue; `decidedBy` is null if the config has accepted. */
export async function listAcceptedResults(
  db: Database,
): Promise<{ resultId: number; decidedBy: string | null }[]> {
  const { rows } = await sql<{ resultId: number; decidedBy: string | null }>`
    select result_id, decided_by from calibration_result r
    where decision = 'accepted' and k is not null and b is not null
      and not exists (select from calibration_issue i where i.result_id = r.result_id)
    order by result_id limit 1000`.execute(db);
  return rows;
}

/**
 * Drafts that no person made, of configs that still accept by themselves, whose channel has no other issue under way; the
 * newest first, so that it counts where an older one was left behind.
 */
export async function listAutomaticDrafts(
  db: Database,
): Promise<Pick<StoredIssue, 'issueId' | 'siteName' | 'channelCode'>[]> {
  const { rows } = await sql<Pick<StoredIssue, 'issueId' | 'siteName' | 'channelCode'>>`
    select issue_id, i.site_name, channel_code from calibration_issue_row i
    join calibration_config f using (config_id)
    where state = 'draft' and draft_by is null and f.status = '0' and f.acceptance = 'automatic' and not exists (
      select from calibration_issue other where other.site_id = i.site_id and other.channel_id = i.channel_id
        and (other.state in ('pending', 'sent') or other.rollback_batch is not null))
    order by issue_id desc limit 1000`.execute(db);
  return rows;
}

/** Issues in the data scope, in the order of their ids. */
export async function listIssues(
  db: Database,
  issueIds: readonly number[],
  scope: Scope,
): Promise<StoredIssue[]> {
  const { rows } = await sql<StoredIssue>`
    select ${issueColumns} from calibration_issue_row
    where issue_id = any(${[...issueIds]}) and ${scopeCondition(scope, { dept: 'dept_id' })}
    order by issue_id`.execute(db);
  return rows;
}

/** Reads an issue and keeps others from changing it until the transaction ends. */
export async function lockIssue(db: Database, issueId: number): Promise<StoredIssue | undefined> {
  await sql`select from calibration_issue where issue_id = ${issueId} for update`.execute(db);
  const { rows } = await sql<StoredIssue>`
    select ${issueColumns} from calibration_issue_row where issue_id = ${issueId}`.execute(db);
  return rows[0];
}

/** Whether another issue for the channel is under way. */
export async function findIssueUnderWay(
  db: Database,
  one: StoredIssue,
): Promise<{ by: string | null } | undefined> {
  const { rows } = await sql<{ by: string | null }>`
    select coalesce(rolled_back_by, pending_by, draft_by) as by from calibration_issue
    where site_id = ${one.siteId} and channel_id = ${one.channelId} and issue_id <> ${one.issueId}
      and (state in ('pending', 'sent') or rollback_batch is not null) limit 1`.execute(db);
  return rows[0];
}

/** Whether K and B of the channel were issued again after an issue that is confirmed. */
export async function hasLaterIssue(
  db: Database,
  { issueId, siteId, channelId }: StoredIssue,
): Promise<boolean> {
  const { rows } = await sql`
    select from calibration_issue later join calibration_issue one on one.issue_id = ${issueId}
    where later.site_id = ${siteId} and later.channel_id = ${channelId} and later.state = 'confirmed'
      and (later.confirmed_at, later.issue_id) > (one.confirmed_at, one.issue_id) limit 1`.execute(db);
  return rows.length > 0;
}

/** The end of the window of the round with a result, and since when the present device is at its site. */
export async function findResultTimes(
  db: Database,
  resultId: number,
): Promise<{ until: number; deviceStart: number | null } | undefined> {
  const { rows } = await sql<{ until: number; deviceStart: number | null }>`
    select (extract(epoch from to_hour) * 1000)::float8 as until,
      (extract(epoch from device_since) * 1000)::float8 as device_start
    from calibration_result join calibration_run using (run_id) join site using (site_id)
    where result_id = ${resultId}`.execute(db);
  return rows[0];
}

interface Step {
  at: Date | string;
  by?: string | null;
  reason?: string | null;
  batchId?: string | null;
  placeBefore?: IssueTarget;
  since?: Date;
  replaced?: readonly DatedLine[];
}

const timeColumns: Readonly<Record<IssueState, string>> = {
  draft: 'draft_at',
  pending: 'pending_at',
  sent: 'sent_at',
  confirmed: 'confirmed_at',
  failed: 'failed_at',
  rolledBack: 'rolled_back_at',
};

/** Moves an issue on, with its result and its config; false if it is no longer in a state before that one. */
export async function moveIssue(
  db: Database,
  issueId: number,
  next: IssueState,
  step: Step,
): Promise<boolean> {
  const { at, by, reason = null, batchId, placeBefore, since, replaced } = step;
  const person =
    next === 'pending'
      ? sql`pending_by = ${by ?? null},`
      : next === 'rolledBack'
        ? sql`rollback_batch = null,`
        : sql``;
  const { rows } = await sql<{ issueId: number }>`
    update calibration_issue set state = ${next}, ${sql.ref(timeColumns[next])} = ${at}, ${person} reason = ${reason},
      batch_id = coalesce(${batchId ?? null}::uuid, batch_id), place_before = coalesce(${placeBefore ?? null}, place_before),
      since = coalesce(${since ?? null}::timestamptz, since),
      replaced = coalesce(${replaced ? JSON.stringify(replaced) : null}::jsonb, replaced)
    where issue_id = ${issueId} and state = any(${listStatesBefore(next)})
    returning issue_id`.execute(db);
  if (rows.length === 0) return false;
  await noteState(db, issueId, next, at);
  return true;
}

async function noteState(db: Database, issueId: number, state: IssueState, at: Date | string): Promise<void> {
  await sql`
    update calibration_result set issue_state = ${state}, issued_at = ${at}
    where result_id = (select result_id from calibration_issue where issue_id = ${issueId})`.execute(db);
  await sql`
    update calibration_config set issue_state = ${state}, issued_at = ${at}
    where config_id = (select config_id from calibration_issue where issue_id = ${issueId})`.execute(db);
}

/** Notes that the commands of a roll-back run, or have ended without success. */
export async function noteRollback(
  db: Database,
  issueId: number,
  { batchId, by, reason }: { batchId: string | null; by?: string; reason: string | null },
): Promise<void> {
  await sql`
    update calibration_issue set rollback_batch = ${batchId}::uuid, reason = ${reason},
      rolled_back_by = coalesce(${by ?? null}, rolled_back_by)
    where issue_id = ${issueId}`.execute(db);
}

export type OpenIssue = Pick<StoredIssue, 'issueId' | 'siteId' | 'channelId'> & { batchId: string };

/** Issues whose devices have not ended, with the commands that are on their way. */
export async function listOpenIssues(db: Database): Promise<OpenIssue[]> {
  const { rows } = await sql<OpenIssue>`
    select issue_id, site_id, channel_id, coalesce(rollback_batch, batch_id) as batch_id from calibration_issue
    where (state in ('pending', 'sent') and batch_id is not null) or rollback_batch is not null order by issue_id`.execute(
    db,
  );
  return rows;
}

/** Accepts a result that is still proposed: issuing it is the decision. */
export async function acceptResult(
  db: Database,
  resultId: number,
  by: string | null,
  at: Date,
): Promise<void> {
  await sql`
    update calibration_result set decision = 'accepted', decided_by = ${by}, decided_at = ${at}
    where result_id = ${resultId} and decision = 'proposed'`.execute(db);
}

/** Lets stored values of a channel in `[from, until)` be corrected again; the moments in epoch milliseconds. */
export async function queueRecheck(
  db: Database,
  { siteId, channelId }: Pick<StoredIssue, 'siteId' | 'channelId'>,
  [from, until]: readonly [number, number],
  replaced: readonly DatedLine[],
): Promise<void> {
  await sql`
    insert into coefficient_recheck (site_id, channel_id, from_time, until_time, replaced)
    values (${siteId}, ${channelId}, ${new Date(from)}, ${new Date(until)}, ${JSON.stringify(replaced)}::jsonb)`.execute(
    db,
  );
}
