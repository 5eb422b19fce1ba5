import type { ForwardState } from '@limpid/contract/forward/target';
import { makeStorable } from '../../../platform/db/storable-text.ts';
import type { Pool } from '../../../platform/db/transaction.ts';

/** How delivery to a target goes. */
export interface TargetStatus {
  targetId: number;
  state: ForwardState;
  failCount: number;
  /** Null if nothing was accepted since the process leads. */
  lastSuccessAt: number | null;
  /** A translation key. */
  problem: string | null;
  problemDetail: string | null;
  unsent: number;
  oldestUnsent: number | null;
}

const maxDetail = 300;
const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export async function saveStatus(pool: Pool, status: TargetStatus): Promise<void> {
  await pool.query(
    `update forward_target set state = $2, fail_count = $3, last_success_at = coalesce($4, last_success_at),
       problem = $5, problem_detail = $6, unsent = $7, oldest_unsent = $8
     where target_id = $1`,
    [
      status.targetId,
      status.state,
      status.failCount,
      isoOrNull(status.lastSuccessAt),
      status.problem,
      status.problemDetail === null ? null : makeStorable(status.problemDetail, maxDetail),
      status.unsent,
      isoOrNull(status.oldestUnsent),
    ],
  );
}

/** Counts readings that could not be written for the target. */
export async function addSkipped(pool: Pool, skipped: ReadonlyMap<number, number>): Promise<void> {
  for (const [targetId, count] of skipped) {
    if (count > 0)
      await pool.query('update forward_target set skipped = skipped + $2 where target_id = $1', [
        targetId,
        count,
      ]);
  }
}
