import { openRelayBoard } from '@limpid/simulator/relay/relay-board';
import type { App } from '../../platform/app.ts';
import { runOnce } from '../../platform/db/migrate.ts';
import { cannonsEdited, orderCannon } from '../fogcannon/fogcannon.api.ts';
import { findFirstCannon, insertDemoCannons, updateCannonPorts } from './demo-cannons.store.ts';

const step = 'demo_0085_cannons';
const person = { reason: 'person', userName: 'demo' } as const;

/**
 * Three cannons at construction sites of the demo, on a relay board of the simulator at the loopback address. Returns a
 * function that closes the board.
 */
export async function openDemoCannons(app: App): Promise<() => void> {
  const { pool, outbound, bus } = app;
  await runOnce(pool, 'schema_seed', [{ name: step, checksum: 'once', run: insertDemoCannons }]);
  const board = await openRelayBoard();
  const forbid = outbound.allowOwnServer(board.port);
  // The board gets another port at every start.
  if ((await updateCannonPorts(pool, board.port)) > 0) await bus.publish(cannonsEdited);
  const first = await findFirstCannon(pool);
  // The run log is not empty at the first look.
  if (first) await orderCannon(app, first, { action: 'jog' }, person);
  return () => {
    forbid();
    void board.close();
  };
}
