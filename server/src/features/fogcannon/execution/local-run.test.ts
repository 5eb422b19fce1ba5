import { MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';
import { orderCannon } from './order-cannon.ts';

let t: TestApp;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.app.pool.query('delete from fog_cannon');
});

async function listRuns(cannonId: number) {
  const { rows } = await t.app.pool.query<{ reason: string; end: string | null; isBounded: boolean }>(
    `select reason, end_reason as "end", stop_by is not null as "isBounded" from fog_run where cannon_id = $1
     order by run_id`,
    [cannonId],
  );
  return rows;
}

async function switchOn(cannonId: number): Promise<void> {
  const cannon = { cannonId, cannonName: '', jogSeconds: 30, status: '0' };
  await orderCannon(t.app, cannon, { action: 'on' }, { reason: 'person' });
}

describe('a feedback contact that opens while the relay is closed', () => {
  it('ends the run, and the relay is opened as well', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port, feedback_input: 0 });
    await switchOn(cannonId);
    const isConfirmed = async () =>
      (await t.app.pool.query('select from fog_run where confirmed_at is not null')).rowCount;
    await soon(isConfirmed).toBe(1);
    board.pumps[0] = false;
    await soon(() => board.coils[0]).toBe(false);
    expect(await listRuns(cannonId)).toEqual([{ reason: 'person', end: 'local', isBounded: true }]);
  });
});

describe('a run that begins at the cannon', () => {
  it('has a maximum shortly after an order of the platform, and none otherwise', async () => {
    const board = await openTestBoard();
    const ids: number[] = [];
    for (const [coil, minutes] of [1, 10].entries()) {
      const { cannonId } = await addCannon(t, { port: board.port, coil });
      ids.push(cannonId);
      await t.app.pool.query(
        `insert into fog_run (cannon_id, order_id, reason, started_at, stop_by, ended_at)
         values ($1, 1, 'person', $2, $2, $2)`,
        [cannonId, new Date(t.clock.now().getTime() - minutes * MINUTE_MS)],
      );
      board.turn(coil, true);
    }
    startControl(t);
    for (const [index, cannonId] of ids.entries())
      await soon(async () => (await listRuns(cannonId))[1]).toEqual({
        reason: 'local',
        end: null,
        isBounded: index === 0,
      });
  });
});

describe('a jog that is longer than the longest run', () => {
  it('is stored with the time that the controller was told, and ends as a jog', async () => {
    const board = await openTestBoard();
    await t.app.pool.query(`update sys_config set config_value = '1' where config_key = 'fog.maxRunMinutes'`);
    await t.app.parameters.clear();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port, jog_timing: 'board4' });
    const cannon = { cannonId, cannonName: '', jogSeconds: 90, status: '0' };
    await orderCannon(t.app, cannon, { action: 'jog' }, { reason: 'rule' });
    const stored = async () =>
      (await t.app.pool.query('select jog_seconds as s from fog_run where cannon_id = $1', [cannonId])).rows;
    await soon(stored).toEqual([{ s: 60 }]);
    await soon(() => board.coils[0]).toBe(true);
    t.clock.advance(1);
    board.turn(0, false);
    await soon(async () => (await listRuns(cannonId))[0]?.end).toBe('jog');
  });
});

describe('a cannon whose controller is gone while it runs', () => {
  it('gets another address once its relay was given up, its run ends, and off goes to the new address', async () => {
    const [lost, board] = [await openTestBoard(), await openTestBoard()];
    const token = await t.login();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: lost.port });
    await switchOn(cannonId);
    await soon(() => linkOf(cannonId)).toBe('up');
    await soon(() => lost.coils[0]).toBe(true);
    const { body } = await t.send('GET', `/fog/gun/${cannonId}`, { token });
    const row = body['data'] as object;
    const edit = async (json: object) =>
      (await t.send('PUT', '/fog/gun?lang=en', { token, json: { ...row, ...json } })).body.msg;
    const giveUp = async () =>
      (await t.send('POST', `/fog/gun/giveUp/${cannonId}?lang=en`, { token })).body.msg;
    expect(await giveUp()).toContain('can be reached');
    expect(await edit({ port: board.port })).toContain('is running');
    await lost.close();
    board.turn(0, true);
    await soon(() => linkOf(cannonId)).toBe('down');
    expect(await edit({ remark: 'x' })).toContain('is running');
    const remove = async () => (await t.send('DELETE', `/fog/gun/${cannonId}?lang=en`, { token })).body.msg;
    for (const refused of [await edit({ port: board.port }), await remove()])
      expect(refused).toContain('its relay may be on');
    await giveUp();
    expect(await edit({ port: board.port })).toBe('Done');
    await soon(() => board.coils[0]).toBe(false);
    expect(await listRuns(cannonId)).toEqual([{ reason: 'person', end: 'unreachable', isBounded: true }]);
  });

  it('keeps its address while an order to switch off is not confirmed', async () => {
    const board = await openTestBoard();
    const token = await t.login();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await board.close();
    await t.send('POST', `/fog/gun/operate/${cannonId}`, { token, json: { action: 'off' } });
    await soon(() => linkOf(cannonId)).toBe('down');
    const { body } = await t.send('GET', `/fog/gun/${cannonId}`, { token });
    const edit = async (json: object) =>
      (await t.send('PUT', '/fog/gun?lang=en', { token, json: { ...(body['data'] as object), ...json } }))
        .body.msg;
    expect(await edit({ coil: 3 })).toContain('its relay may be on');
    expect(await edit({ remark: 'x' })).toBe('Done');
    await t.send('POST', `/fog/gun/giveUp/${cannonId}`, { token });
    expect((await t.send('DELETE', `/fog/gun/${cannonId}?lang=en`, { token })).body.msg).toBe('Done');
  });
});

async function linkOf(cannonId: number): Promise<string | undefined> {
  const { rows } = await t.app.pool.query<{ link: string }>(
    'select link_state as link from fog_cannon_state where cannon_id = $1',
    [cannonId],
  );
  return rows[0]?.link;
}
