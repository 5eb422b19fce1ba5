import { DAY_MS } from '@limpid/contract/durations';
import type { Pool } from '../../../platform/db/transaction.ts';

/** What became of the packets of a target in one minute. */
export interface ForwardMinute {
  targetId: number;
  minute: number;
  sent: number;
  failed: number;
  /** The largest age of a current reading when it was accepted, in seconds. */
  delay: number | null;
}

const keptMs = 7 * DAY_MS;

export async function addMinutes(pool: Pool, minutes: readonly ForwardMinute[]): Promise<void> {
  if (minutes.length === 0) return;
  await pool.query(
    `insert into forward_minute as known (target_id, minute, sent, failed, delay)
     select given.* from unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::integer[], $5::integer[])
       as given(target_id, minute, sent, failed, delay)
     join forward_target using (target_id)
     on conflict (target_id, minute) do update set sent = known.sent + excluded.sent,
       failed = known.failed + excluded.failed, delay = greatest(known.delay, excluded.delay)`,
    [
      minutes.map(({ targetId }) => targetId),
      minutes.map(({ minute }) => new Date(minute).toISOString()),
      minutes.map(({ sent }) => sent),
      minutes.map(({ failed }) => failed),
      minutes.map(({ delay }) => delay),
    ],
  );
}

export async function removeOldMinutes(pool: Pool, now: number): Promise<void> {
  await pool.query('delete from forward_minute where minute < $1', [new Date(now - keptMs).toISOString()]);
}
