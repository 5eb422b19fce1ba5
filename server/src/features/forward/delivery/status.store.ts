import type { ForwardState } from '@limpid/contract/forward/target';
import { makeStorable } from '../../../platform/db/storable-text.ts';
import type { Connection, Pool } from '../../../platform/db/transaction.ts';
import type { Changes } from './changes.ts';
import { isoOrNull } from './lane.store.ts';

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

/** Counts readings that were given up. */
export async function addSkipped(client: Connection, all: readonly Changes[]): Promise<void> {
  const some = all.filter(({ skipped }) => skipped > 0);
  if (some.length === 0) return;
  await client.query(
    `update forward_target target set skipped = target.skipped + given.skipped
     from unnest($1::integer[], $2::integer[]) as given(target_id, skipped)
     where target.target_id = given.target_id`,
    [some.map(({ delivery }) => delivery.target.targetId), some.map(({ skipped }) => skipped)],
  );
}
