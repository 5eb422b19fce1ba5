import { sql } from 'kysely';
import { type ScopeRule, scopeCondition } from '../../platform/auth/scope.store.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import { makeStorable } from '../../platform/db/storable-text.ts';

/**
 * An attempt belongs to the department of its target's entity, also after the target is removed. Attempts without a target
 * are from before there were targets: everybody with the permission sees them.
 */
export const forwardLogScope: ScopeRule = (scope) => sql`(target_id is null or target_id in (
  select target_id from forward_known_target where ${scopeCondition(scope, { dept: 'deptId' })}))`;

/** One attempt to forward data. */
export interface ForwardEntry {
  /** The format: HJ 212, JSON … */
  type: string;
  /** Site, time of the data, and target. */
  businessKey: string;
  handleData: string | null;
  succeeded: boolean;
  errorMsg: string | null;
  dataTime: Date | null;
  targetId?: number;
  siteId?: number;
  kind?: number;
}

type LogTables = {
  forwardLog: Omit<ForwardEntry, 'succeeded'> & { handleResult: string; createTime: Date };
};

const tables = (db: Database) => db.withTables<LogTables>();
const maxData = 8000;
const maxMessage = 2000;

/** Writes a batch of attempts to the forward log. */
export async function recordForwards(
  db: Database,
  clock: Clock,
  entries: readonly ForwardEntry[],
): Promise<void> {
  const createTime = clock.now();
  const rows = entries.map(({ succeeded, handleData, errorMsg, ...entry }) => ({
    ...entry,
    // Receivers send what they like.
    handleData: handleData === null ? null : makeStorable(handleData, maxData),
    errorMsg: errorMsg === null ? null : makeStorable(errorMsg, maxMessage),
    handleResult: succeeded ? '0' : '1',
    createTime,
  }));
  if (rows.length > 0) await tables(db).insertInto('forwardLog').values(rows).execute();
}
