import { openRelayBoard, type RelayBoard } from '@limpid/simulator/relay/relay-board';
import { onTestFinished } from 'vitest';
import type { TestApp } from '../../testing/app.ts';
import { addSite } from '../../testing/stations.ts';
import { cannonsEdited } from './cannon-changed.ts';
import { startFogCannons } from './fogcannon.job.ts';

let count = 0;

/** A relay board that is closed after the test. */
export async function openTestBoard(port = 0): Promise<RelayBoard> {
  const board = await openRelayBoard({ port });
  onTestFinished(() => board.close());
  return board;
}

/** The process that controls cannons, until the test has finished; it leaves runs to the next one unless it ends them. */
export function startControl(t: TestApp, { endsRuns = false } = {}): () => Promise<void> {
  const stop = startFogCannons(t.app, t.services, { endsRuns });
  let stopped: Promise<void> | undefined;
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };
  onTestFinished(stopOnce);
  return stopOnce;
}

/** A cannon of an entity with one site, on a relay board unless other columns are given. */
export async function addCannon(
  t: TestApp,
  columns: Record<string, unknown>,
  site: { interval?: number } = {},
): Promise<{ cannonId: number; siteId: number; mn: string }> {
  const number = ++count;
  const mn = `FOG${number}${process.pid}`;
  const siteId = await addSite(t, { mn, ...site });
  const all: Record<string, unknown> = { host: '127.0.0.1', unit: 1, coil: 0, ...columns };
  const names = Object.keys(all);
  const { rows } = await t.app.pool.query<{ cannonId: number }>(
    `insert into fog_cannon (cannon_name, entity_id, site_id, flow_rate, ${names.join(', ')})
     select $1, entity_id, site_id, 60, ${names.map((_, index) => `$${index + 3}`).join(', ')}
     from site where site_id = $2 returning cannon_id as "cannonId"`,
    [`cannon ${number}`, siteId, ...names.map((name) => all[name])],
  );
  await t.app.bus.publish(cannonsEdited);
  return { cannonId: rows[0]?.cannonId ?? 0, siteId, mn };
}
