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

const maxData = 8000;
const maxMessage = 2000;

/** Writes a batch of attempts to the forward log, all or none, as one array a column: parameters are limited in number. */
export async function recordForwards(
  db: Database,
  clock: Clock,
  entries: readonly ForwardEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const list = <V>(read: (entry: ForwardEntry) => V) => entries.map(read);
  // Receivers send what they like.
  const storable = (text: string | null, most: number) => (text === null ? null : makeStorable(text, most));
  await sql`
    insert into forward_log (create_time, type, business_key, handle_data, handle_result, error_msg, data_time, target_id,
      site_id, kind)
    select ${clock.now()}, given.* from unnest(
      ${list(({ type }) => type)}::text[],
      ${list(({ businessKey }) => businessKey)}::text[],
      ${list(({ handleData }) => storable(handleData, maxData))}::text[],
      ${list(({ succeeded }) => (succeeded ? '0' : '1'))}::text[],
      ${list(({ errorMsg }) => storable(errorMsg, maxMessage))}::text[],
      ${list(({ dataTime }) => dataTime?.toISOString() ?? null)}::timestamptz[],
      ${list(({ targetId }) => targetId ?? null)}::integer[],
      ${list(({ siteId }) => siteId ?? null)}::integer[],
      ${list(({ kind }) => kind ?? null)}::smallint[]) as given`.execute(db);
}
