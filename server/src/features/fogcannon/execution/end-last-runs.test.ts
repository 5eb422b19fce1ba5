import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { hasLeaseOwner } from '../../../platform/lease/lease.store.ts';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';
import { fogCannonLease } from '../cannon-changed.ts';

let t: TestApp;
let other: TestApp;
let token: string;
beforeAll(async () => {
  const settings = { OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' };
  t = await openTestApp(settings);
  other = await openTestApp(settings, { connection: t.connection });
  token = await t.login();
});
afterAll(async () => {
  await other.close();
  await t.close();
});
beforeEach(async () => {
  await t.app.pool.query('delete from fog_cannon');
});

async function startRun(columns: Record<string, unknown> = {}, action = 'on') {
  const board = await openTestBoard();
  const { cannonId } = await addCannon(t, { port: board.port, ...columns });
  await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action, seconds: 60 } });
  await soon(() => board.coils[0]).toBe(true);
  await soon(async () => {
    const { rows } = await t.app.pool.query(`select state from fog_order where cannon_id = $1`, [cannonId]);
    return rows[0]?.state;
  }).toBe('done');
  const endOf = async () =>
    (await t.app.pool.query('select end_reason as end from fog_run where cannon_id = $1', [cannonId])).rows[0]
      .end;
  return { board, endOf, cannonId };
}

it('the last process that stops switches off what only the platform ends, as far as it can be reached', async () => {
  const stop = startControl(t, { endsRuns: true });
  const [timed, jogged] = [await startRun(), await startRun({ jog_timing: 'board4' }, 'jog')];
  const lost = await startRun();
  await lost.board.close();
  await stop();
  expect(await lost.endOf()).toBe(null);
  expect([timed.board.coils[0], await timed.endOf()]).toEqual([false, 'interrupted']);
  // The board ends it by itself.
  expect([jogged.board.coils[0], await jogged.endOf()]).toEqual([true, null]);
});

it('the last process that stops starts nothing, whatever is ordered meanwhile', async () => {
  const stop = startControl(t, { endsRuns: true });
  const running = await startRun();
  const idle = await openTestBoard();
  const { cannonId } = await addCannon(t, { port: idle.port });
  const stopped = stop();
  await soon(() => hasLeaseOwner(t.app.pool, fogCannonLease)).toBe(false);
  for (const [id, action] of [
    [cannonId, 'on'],
    [running.cannonId, 'jog'],
  ] as const)
    await t.send('POST', `/fog/gun/operate/${id}`, { token, json: { action, seconds: 60 } });
  await stopped;
  expect([idle.coils[0], idle.starts[0] ?? 0]).toEqual([false, 0]);
  expect([running.board.coils[0], running.board.starts[0]]).toEqual([false, 1]);
  expect(await running.endOf()).toBe('interrupted');
});

it('a process that stops leaves runs to another one that takes over', async () => {
  const stop = startControl(t, { endsRuns: true });
  const { board, endOf } = await startRun();
  startControl(other);
  await stop();
  expect([board.coils[0], board.starts[0], await endOf()]).toEqual([true, 1, null]);
});
