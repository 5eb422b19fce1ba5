import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DAY_MS, HOUR_MS } from '../../contract/src/durations.ts';
import { openUnusualAnalysis } from '../../server/src/features/analysis/unusual/compute-unusual.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { type Lease, releaseLease, takeLease } from '../../server/src/platform/lease/lease.store.ts';
import type { QueryData } from './query-data.ts';

const rounds = 40;
const days = 14;

/**
 * The instantaneous analysis of all sites, with the hours before prepared as the worker does, then without, alternating with
 * the SQL that reads the same hours.
 */
export async function measureUnusualHour(pool: pg.Pool, { hours, slots }: QueryData): Promise<string> {
  const times: [prepared: number[], unprepared: number[], bare: number[]] = [[], [], []];
  const lease = await takeOwnLease(pool);
  const newest = hours[1] - HOUR_MS;
  const columns = slots.slice(0, 10).map((slot) => `a${slot}, c${slot}`);
  for (let round = 0; round <= rounds; round++) {
    // A few minutes after each of the last hours, so that no hour is read twice.
    const hour = newest - round * HOUR_MS;
    const now = new Date(hour + HOUR_MS + 60_000);
    let time = new Date(now.getTime() - HOUR_MS);
    const analysis = openUnusualAnalysis({ pool, clock: { ...systemClock, now: () => time } });
    await analysis.prepare();
    // The roll-up has just written the newest hour, so it is in memory.
    await pool.query(
      `select ${columns.join(', ')} from reading_hour where ts = '${new Date(hour).toISOString()}'`,
    );
    time = now;
    await takeTime(times[0], () => analysis.compute(lease));
    analysis.forget(-Infinity, Infinity);
    await takeTime(times[1], () => analysis.compute(lease));
    const moments = Array.from(
      { length: days + 1 },
      (_, n) => `'${new Date(hour - n * DAY_MS).toISOString()}'`,
    );
    await takeTime(times[2], () =>
      pool.query(
        `select site_id, ts, ${columns.join(', ')} from reading_hour where ts in (${moments.join(', ')})`,
      ),
    );
  }
  // The first round reads from disk what a server that has run for a while has in memory.
  for (const list of times) list.shift();
  await releaseLease(pool, lease);
  const { rows } = await pool.query<{ looked: number; unusual: number }>(
    'select cardinality(looked) as looked, (select count(*)::int from site_unusual) as unusual from unusual_run',
  );
  const [prepared, unprepared, bare] = times.map(describeTimes);
  const { looked = 0, unusual = 0 } = rows[0] ?? {};
  return `instantaneous analysis of ${looked} sites: ${prepared} ms (bar p95 1000 ms), without preparation ${unprepared} ms, its hours by bare SQL ${bare} ms; ${unusual} unusual, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
}

/** A lease beside that of the server of the run, which analyses too. */
async function takeOwnLease(pool: pg.Pool): Promise<Lease> {
  const claim = { name: 'bench.unusual', owner: randomUUID(), durationMs: HOUR_MS };
  const fence = await takeLease(pool, claim);
  if (fence === undefined) throw new Error('another run measures the analysis of the newest hour');
  return { ...claim, fence };
}

const attempts = 20;

/** Notes the time of the first attempt that succeeds. */
async function takeTime(times: number[], work: () => Promise<unknown>, left = attempts): Promise<void> {
  const start = performance.now();
  try {
    await work();
    times.push(performance.now() - start);
  } catch (error) {
    if (left === 0) throw error;
    await wait(500);
    await takeTime(times, work, left - 1);
  }
}

function describeTimes(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  return `p50 ${at(0.5)}, p95 ${at(0.95)}`;
}
