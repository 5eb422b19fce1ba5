import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../testing/app.ts';
import { takeRounds } from '../../testing/full-rounds.ts';
import { startKillableServer } from '../../testing/killable-server.ts';
import { soon } from '../../testing/soon.ts';
import { addCannon, openTestBoard, startControl } from './cannon.fixture.ts';

/** Where the process that controls cannons is killed. */
const moments = [
  'before the board answers',
  'while the cannon runs',
  'while the cannon is switched off',
] as const;
const jogSeconds = 3;

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1' });
  // The killed process reads the clock of the machine.
  t.clock.useMachineTime();
});
afterAll(() => t.close());

async function countOrders(action: string, state: string): Promise<number> {
  const found = await t.app.pool.query('select from fog_order where action = $1 and state = $2', [
    action,
    state,
  ]);
  return found.rowCount ?? 0;
}

it.each(takeRounds(moments, 2))(
  'a process killed %s is replaced: the cannon has started once and does not go on running',
  async (moment) => {
    const board = await openTestBoard();
    const { cannonId } = await addCannon(t, { port: board.port });
    const server = await startKillableServer(t, { OUTBOUND_ALLOW: '127.0.0.1' });
    if (moment === 'before the board answers') board.faults = { losesAnswers: true };
    await server.ask(
      'POST',
      `/fog/gun/operate/${cannonId}`,
      JSON.stringify({ action: 'jog', seconds: jogSeconds }),
    );
    await soon(() => board.starts[0]).toBe(1);
    if (moment !== 'before the board answers') await soon(() => countOrders('jog', 'done')).toBe(1);
    if (moment === 'while the cannon is switched off') {
      board.faults = { losesAnswers: true };
      await soon(() => countOrders('off', 'sent')).toBe(1);
    }
    await server.kill();
    board.faults = {};
    const killedAt = performance.now();
    startControl(t);
    await soon(() => board.coils[0]).toBe(false);
    // The lease of a dead process ends within nine seconds; the rest is for a busy machine.
    expect(performance.now() - killedAt).toBeLessThan(40_000);
    await soon(async () => {
      const { rows } = await t.app.pool.query('select end_reason from fog_run where cannon_id = $1', [
        cannonId,
      ]);
      return rows.map(({ end_reason }) => end_reason);
    }).toEqual([moment === 'before the board answers' ? 'interrupted' : 'jog']);
    expect(board.starts[0]).toBe(1);
    await t.app.pool.query('delete from fog_cannon');
  },
);
