import { forwardTargetsEdited } from '../../server/src/features/forward/forward-changed.ts';
import type { RunningApp } from '../../server/src/roles/app.ts';
import { waitUntil } from '../../server/src/testing/wait-until.ts';
import type { ReceiverProcess } from './receiver-process.ts';

export const patienceMs = 3_600_000;

/**
 * Replaces all targets by one for each receiver, without a limit on what was missed, and waits until delivery follows them:
 * what is stored before is not sent.
 */
export async function setTargets(
  { pool, bus }: Pick<RunningApp['app'], 'pool' | 'bus'>,
  receivers: readonly ReceiverProcess[],
  { isPaused = false } = {},
): Promise<void> {
  await pool.query('delete from forward_target');
  await pool.query(
    `insert into forward_target (entity_id, target_name, protocol, address, status, backlog_rate, max_hours, max_rows)
     select 1, address, 'hj212-2017', address, $2, 1000000, 8760, 100000000 from unnest($1::text[]) as address`,
    [receivers.map(({ port }) => `127.0.0.1:${port}`), isPaused ? '1' : '0'],
  );
  await bus.publish(forwardTargetsEdited);
  const isFollowed = async () => {
    // Delivery writes a problem to each target of which nothing has been sent yet.
    const found = await pool.query(`select from forward_target where state = 'off' and problem is null`);
    return found.rowCount === 0;
  };
  await waitUntil(isFollowed, 'delivery');
}

/** Waits until each receiver has answered so many packets more than before. */
export async function waitForPackets(
  receivers: readonly ReceiverProcess[],
  before: readonly number[],
  packets: number,
): Promise<void> {
  for (const [n, receiver] of receivers.entries())
    await waitUntil(
      async () => (await receiver.countAccepted()) >= (before[n] ?? 0) + packets,
      'every packet',
      patienceMs,
    );
}

export const countAll = (receivers: readonly ReceiverProcess[]): Promise<number[]> =>
  Promise.all(receivers.map((receiver) => receiver.countAccepted()));
