import { HOUR_MS } from '@limpid/contract/durations';
import { beginSnapshot, type Connection, type Pool, transact } from '../../../platform/db/transaction.ts';
import { assertLease, type Lease } from '../../../platform/lease/lease.store.ts';
import { eachReadingMoment } from '../../reading/storage.api.ts';
import { advanceGaps, readOwnGaps } from './gap.store.ts';
import type { UnsentHours } from './unsent.rule.ts';

/** Counts the readings in the gaps of a target, and finds the oldest. Reissues are apart: they can be as old as they like. */
export async function countUnsent(
  pool: Pool,
  targetId: number,
): Promise<{ hours: UnsentHours; oldest: number | null }> {
  return transact(
    pool,
    async (client) => {
      const hours = new Map<number, number>();
      let oldest = Number.POSITIVE_INFINITY;
      for (const gap of await readOwnGaps(client, targetId)) {
        await eachReadingMoment(client, gap, (ts) => {
          const hour = Math.floor(ts / HOUR_MS) * HOUR_MS;
          hours.set(hour, (hours.get(hour) ?? 0) + 1);
          oldest = Math.min(oldest, ts);
        });
      }
      return { hours, oldest: Number.isFinite(oldest) ? oldest : null };
    },
    { begin: beginSnapshot },
  );
}

/** Counts the readings behind which the live lanes of a target wait, as while it is away; packed days are left out. */
export async function countPending(
  pool: Pool,
  targetId: number,
): Promise<{ count: number; oldest: number | null }> {
  const { rows } = await pool.query<{ count: number; oldest: number | null }>(
    `select count(*)::int as count, extract(epoch from min(ts))::float8 * 1000 as oldest
     from forward_lane lane cross join lateral (
       select ts from reading where site_id = lane.site_id and kind = lane.kind and ts > lane.sent_until
     ) waiting where target_id = $1 and sent_until > '-infinity'`,
    [targetId],
  );
  return rows[0] ?? { count: 0, oldest: null };
}

/** Gives up the unsent readings before a moment; returns their number. */
export async function skipUnsent(
  pool: Pool,
  lease: Lease,
  targetId: number,
  cutoff: number,
): Promise<number> {
  return transact(pool, async (client) => {
    await assertLease(client, lease);
    const old = (await readOwnGaps(client, targetId)).filter(({ from }) => from < cutoff);
    let skipped = 0;
    for (const gap of old) skipped += await countUntil(client, gap, cutoff);
    await advanceGaps(
      client,
      old.map(({ gapId }) => ({ gapId, from: cutoff, settled: 0 })),
    );
    await client.query('update forward_target set skipped = skipped + $2 where target_id = $1', [
      targetId,
      skipped,
    ]);
    return skipped;
  });
}

async function countUntil(
  client: Connection,
  gap: Parameters<typeof eachReadingMoment>[1],
  cutoff: number,
): Promise<number> {
  let count = 0;
  await eachReadingMoment(client, { ...gap, to: Math.min(gap.to, cutoff - 1) }, () => (count += 1));
  return count;
}
