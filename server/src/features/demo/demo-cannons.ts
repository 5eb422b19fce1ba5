import { demoCannons } from '@limpid/simulator/demo/demo-cannons';
import { openRelayBoard } from '@limpid/simulator/relay/relay-board';
import { makeSprayLog } from '@limpid/simulator/relay/spray-log';
import type { App } from '../../platform/app.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { cannonsEdited, linkagesEdited, orderCannon } from '../fogcannon/fogcannon.api.ts';
import {
  findFirstCannon,
  insertDemoCannons,
  insertDemoLinkages,
  updateCannonPorts,
} from './demo-cannons.store.ts';

const checksum = 'once';
const steps = [
  { name: 'demo_0085_cannons', checksum, run: insertDemoCannons },
  { name: 'demo_0093_linkages', checksum, run: insertDemoLinkages },
];
const person = { reason: 'person', userName: 'demo' } as const;

interface DemoCannons {
  /** How long the cannon at a site has sprayed between two moments; undefined for a site without one. */
  findSpray(site: string): ((from: number, to: number) => number) | undefined;
  close(): void;
}

/**
 * Three cannons at construction sites of the demo, on a relay board of the simulator at the loopback address, with
 * linkage rules.
 */
export async function openDemoCannons(app: App): Promise<DemoCannons> {
  const { pool, outbound, bus } = app;
  if ((await runOnce(pool, 'schema_seed', steps)).length > 0) await bus.publish(linkagesEdited);
  const sprays = makeSprayLog();
  const board = await openRelayBoard({ onPump: sprays.note });
  const forbid = outbound.allowOwnServer(board.port);
  // The board gets another port at every start.
  if ((await updateCannonPorts(pool, board.port)) > 0) await bus.publish(cannonsEdited);
  const first = await findFirstCannon(pool);
  // The run log is not empty at the first look.
  if (first) await orderCannon(app, first, { action: 'jog' }, person);
  return {
    findSpray(site) {
      const coil = demoCannons.findIndex((cannon) => cannon.site === site);
      return coil < 0 ? undefined : (from, to) => sprays.measure(coil, from, to);
    },
    close() {
      forbid();
      void board.close();
    },
  };
}
