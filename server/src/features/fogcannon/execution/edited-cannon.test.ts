import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' });
});
afterAll(() => t.close());

it('an order goes to the address that is stored now, also if nobody has said that the cannon was edited', async () => {
  const board = await openTestBoard();
  startControl(t);
  const token = await t.login();
  const { cannonId } = await addCannon(t, { port: board.port });
  const linkState = async () =>
    (await t.app.pool.query('select link_state from fog_cannon_state where cannon_id = $1', [cannonId])).rows;
  await soon(linkState).toEqual([{ link_state: 'up' }]);
  // As after an edit whose message has not arrived yet.
  await t.app.pool.query('update fog_cannon set coil = 1 where cannon_id = $1', [cannonId]);
  await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'on' } });
  await soon(() => board.coils[1]).toBe(true);
  expect(board.starts[0] ?? 0).toBe(0);
  await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
  await soon(() => board.coils[1]).toBe(false);
  expect(board.coils[0] ?? false).toBe(false);
});
