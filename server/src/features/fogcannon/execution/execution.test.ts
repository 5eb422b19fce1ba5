import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { soon } from '../../../testing/soon.ts';
import { storeValue } from '../../alarm/evaluation/alarm.fixture.ts';
import { packetKind } from '../../reading/reading.ts';
import { siteChanged } from '../../reading/site-changed.ts';
import { addCannon, openTestBoard, startControl } from '../cannon.fixture.ts';
import { insertOrder, listOpenOrders } from './order.store.ts';

let t: TestApp;
let token: string;
beforeAll(async () => {
  t = await openTestApp({ OUTBOUND_ALLOW: '127.0.0.1', OUTBOUND_TIMEOUT: '1' });
});
afterAll(() => t.close());
beforeEach(async () => {
  await t.app.pool.query('delete from fog_cannon');
  token = await t.login();
});

const send = async (cannonId: number, json: object) =>
  (await t.send('POST', `/fog/gun/operate/${cannonId}?lang=en`, { token, json })).body;

/** Orders something and waits for its end; returns its state with the message. */
async function order(cannonId: number, json: object): Promise<string> {
  const { data } = await send(cannonId, json);
  return follow((data as { orderId: number }).orderId);
}

async function follow(orderId: number): Promise<string> {
  let found = { state: '', message: '' as string | null };
  await soon(async () => {
    const { body } = await t.send('GET', `/fog/gun/order/${orderId}?lang=en`, { token });
    found = body['data'] as typeof found;
    return ['queued', 'sent'].includes(found.state);
  }).toBe(false);
  return [found.state, found.message].filter(Boolean).join(': ');
}

async function setStatus(cannonId: number, status: string): Promise<void> {
  const { body } = await t.send('PUT', '/fog/gun/changeStatus', { token, json: { cannonId, status } });
  expect(body.code).toBe(200);
}

const test = async (cannonId: number) => {
  const { body } = await t.send('POST', `/fog/gun/test/${cannonId}`, { token });
  return follow((body['data'] as { orderId: number }).orderId);
};

async function readCannon(cannonId: number) {
  const { body } = await t.send('GET', `/fog/gun/${cannonId}`, { token });
  return body['data'] as Record<string, unknown>;
}

async function readRuns(cannonId: number) {
  const { body } = await t.send('GET', `/fog/run/list?cannonId=${cannonId}`, { token });
  return body['rows'] as Record<string, unknown>[];
}

const states = async (cannonId: number) => {
  const { switchState, commandedState, linkState } = await readCannon(cannonId);
  return [commandedState, switchState, linkState];
};

describe('a cannon on a relay board', () => {
  it('is switched on and off by a person, and its run is logged with values and water', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId, siteId } = await addCannon(t, { port: board.port });
    const slot = t.ingest.directory.findBySite(siteId)?.channels.get('a34002')?.slot ?? 0;
    await storeValue(t, siteId, slot, t.clock.now().getTime(), 182, packetKind.realtime);
    await soon(() => t.ingest.latestOf(siteId)['PM10']?.value).toBe(182);
    expect(await order(cannonId, { action: 'on' })).toBe('done');
    expect(board.coils[0]).toBe(true);
    await soon(() => states(cannonId)).toEqual(['on', 'on', 'up']);
    expect((await readCannon(cannonId))['confirmedBy']).toBe('relay');
    expect(await order(cannonId, { action: 'off' })).toBe('done');
    expect(board.coils[0]).toBe(false);
    expect(await states(cannonId)).toEqual(['off', 'off', 'up']);
    const [run] = await readRuns(cannonId);
    expect(run).toMatchObject({
      reason: 'person',
      startedBy: 'admin',
      endReason: 'person',
      endedBy: 'admin',
      valueBefore: 182,
      valueAfter: 182,
      confirmed: 'yes',
    });
    expect(Number(run?.['water'])).toBeGreaterThan(0);
  });

  it('stops after a jog that the platform ends, and after one that the board ends', async () => {
    const board = await openTestBoard();
    startControl(t);
    const byPlatform = await addCannon(t, { port: board.port });
    const byBoard = await addCannon(t, { port: board.port, coil: 1, jog_timing: 'board4' });
    expect(await order(byPlatform.cannonId, { action: 'jog', seconds: 1 })).toBe('done');
    expect(await order(byBoard.cannonId, { action: 'jog', seconds: 1 })).toBe('done');
    expect(board.starts.slice(0, 2)).toEqual([1, 1]);
    await soon(() => board.coils.slice(0, 2)).toEqual([false, false]);
    for (const { cannonId } of [byPlatform, byBoard]) {
      await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('jog');
    }
  });

  it('is stopped by its board after the longest run if no process is left to switch it off', async () => {
    const board = await openTestBoard();
    const stop = startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port, jog_timing: 'board4' });
    const at = t.clock.now();
    const expiresAt = new Date(at.getTime() + 15_000);
    const facts = { cannonId, action: 'on', seconds: null, reason: 'rule', at, expiresAt } as const;
    const orderId = await insertOrder(t.app.pool, { ...facts, maxSeconds: 2 });
    expect(await follow(orderId)).toBe('done');
    await stop();
    await soon(() => board.coils[0]).toBe(false);
    expect(board.starts[0]).toBe(1);
    startControl(t);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('limit');
  });

  it('is stopped after the longest run, also when the clock is set back', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await order(cannonId, { action: 'on' });
    t.clock.advance(29);
    await soon(() => states(cannonId)).toEqual(['on', 'on', 'up']);
    t.clock.advance(2);
    await soon(() => board.coils[0]).toBe(false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('limit');
    // By another machine: how long it has lasted is not known.
    const at = t.clock.now().getTime();
    await t.app.pool.query(
      `insert into fog_run (cannon_id, started_at, stop_by, reason) values ($1, $2, $3, 'person')`,
      [cannonId, new Date(at), new Date(at + 3_600_000)],
    );
    board.turn(0, true);
    await soon(() => board.coils[0]).toBe(false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('interrupted');
  });

  it('is stopped after the longest run by a process that starts with a clock that was set back', async () => {
    const board = await openTestBoard();
    const stop = startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await order(cannonId, { action: 'on' });
    await stop();
    // As if it had begun half an hour earlier by the monotonic clock.
    await t.app.pool.query('update fog_run set boot_ms = boot_ms - 1800000 where ended_at is null');
    t.clock.advance(-20);
    startControl(t);
    await soon(() => board.coils[0]).toBe(false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('limit');
    t.clock.advance(20);
  });

  it('goes on running under a process that starts in time', async () => {
    const board = await openTestBoard();
    const stop = startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await order(cannonId, { action: 'on' });
    await stop();
    startControl(t);
    expect(await test(cannonId)).toBe('done: Connected, state: on');
    expect([board.starts[0], (await readRuns(cannonId))[0]?.['endedAt']]).toEqual([1, null]);
  });

  it('goes on with its run if an order that would have replaced it has not arrived', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await order(cannonId, { action: 'on' });
    const [before] = await readRuns(cannonId);
    board.faults = { exception: 2 };
    expect(await order(cannonId, { action: 'on' })).toContain('exception 2');
    const runs = await readRuns(cannonId);
    expect(runs.map(({ runId, endedAt }) => [runId, endedAt])).toEqual([[before?.['runId'], null]]);
    board.faults = {};
    expect(await order(cannonId, { action: 'on' })).toBe('done');
    expect((await readRuns(cannonId)).map(({ endReason }) => endReason)).toEqual([null, 'replaced']);
  });

  it('does not run longer because its order was repeated', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await soon(() => states(cannonId)).toEqual([null, 'off', 'up']);
    board.faults = { losesAnswers: true };
    const { data } = await send(cannonId, { action: 'on' });
    await soon(async () => (await listOpenOrders(t.app.pool, cannonId))[0]?.attempts).toBe(1);
    const first = (await readRuns(cannonId))[0]?.['startedAt'];
    t.clock.advance(5 / 60);
    board.faults = {};
    expect(await follow((data as { orderId: number }).orderId)).toBe('done');
    expect((await readRuns(cannonId)).map(({ startedAt }) => startedAt)).toEqual([first]);
  });

  it('is switched off again and again until that is confirmed', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port, feedback_input: 0 });
    await order(cannonId, { action: 'on' });
    board.faults = { stuckPumps: [0] };
    const { data } = await send(cannonId, { action: 'off' });
    const { orderId } = data as { orderId: number };
    await soon(async () => (await listOpenOrders(t.app.pool, cannonId))[0]?.attempts).toBe(2);
    expect(await states(cannonId)).toEqual(['off', 'on', 'up']);
    board.faults = {};
    expect(await follow(orderId)).toBe('done');
    expect(await states(cannonId)).toEqual(['off', 'off', 'up']);
  });

  it('that cannot be reached is unknown, and nothing is switched later', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await soon(() => states(cannonId)).toEqual([null, 'off', 'up']);
    await board.close();
    expect(await order(cannonId, { action: 'on' })).toContain('failed: ');
    await soon(() => states(cannonId)).toEqual(['off', 'unknown', 'down']);
    expect(await readRuns(cannonId)).toEqual([]);
    const again = await openTestBoard(board.port);
    expect(await test(cannonId)).toBe('done: Connected, state: off');
    expect(again.starts[0]).toBe(0);
  });

  it('is switched off if the answer to an order was lost', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port, jog_timing: 'board4' });
    await soon(() => states(cannonId)).toEqual([null, 'off', 'up']);
    board.faults = { losesAnswers: true };
    expect(await order(cannonId, { action: 'jog', seconds: 600 })).toContain('Unit 1 has not answered');
    board.faults = {};
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('failed');
    expect([board.coils[0], board.starts[0]]).toEqual([false, 1]);
  });

  it('that is removed with its entity while it runs is switched off, until it has stopped', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId, siteId } = await addCannon(t, { port: board.port, feedback_input: 0 });
    await order(cannonId, { action: 'on' });
    board.faults = { stuckPumps: [0] };
    // As the demonstration does it.
    const found = await t.app.pool.query('delete from site where site_id = $1 returning entity_id', [siteId]);
    await t.app.pool.query('delete from site_entity where entity_id = $1', [found.rows[0].entity_id]);
    await t.app.bus.publish(siteChanged);
    await soon(() => board.coils[0]).toBe(false);
    board.turn(0, true);
    await soon(() => board.coils[0]).toBe(false);
    board.faults = {};
  });

  it('that is removed is switched off unless it has said that it is off', async () => {
    const board = await openTestBoard();
    startControl(t);
    const [known, unknown] = [
      await addCannon(t, { port: board.port }),
      await addCannon(t, { port: board.port, coil: 1, feedback_input: 99 }),
    ];
    await soon(() => states(known.cannonId)).toEqual([null, 'off', 'up']);
    await soon(() => states(unknown.cannonId)).toEqual([null, 'unknown', 'down']);
    // Somebody switches them on before their state is read again.
    board.turn(0, true);
    board.turn(1, true);
    for (const { cannonId } of [known, unknown]) await t.send('DELETE', `/fog/gun/${cannonId}`, { token });
    await soon(() => board.coils[1]).toBe(false);
    expect(board.coils[0]).toBe(true);
  });

  it('is noted as started at the cannon, and is left running there', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await soon(() => states(cannonId)).toEqual([null, 'off', 'up']);
    board.turn(0, true);
    expect(await test(cannonId)).toBe('done: Connected, state: on');
    await soon(async () => (await readRuns(cannonId))[0]?.['reason']).toBe('local');
    board.turn(0, false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('local');
  });
});

describe('an order', () => {
  it('that another process has sent and not followed to its end switches the cannon off', async () => {
    const board = await openTestBoard();
    const { cannonId } = await addCannon(t, { port: board.port });
    const at = t.clock.now();
    const expiresAt = new Date(at.getTime() + 15_000);
    const facts = { cannonId, action: 'on', seconds: null, reason: 'person', at, expiresAt } as const;
    const orderId = await insertOrder(t.app.pool, facts);
    await t.app.pool.query(`update fog_order set state = 'sent' where order_id = $1`, [orderId]);
    board.turn(0, true);
    startControl(t);
    expect(await follow(orderId)).toMatch(/^interrupted: /);
    await soon(() => board.coils[0]).toBe(false);
  });

  it('to switch on that waited too long is dropped, one to switch off is not', async () => {
    const board = await openTestBoard();
    const { cannonId } = await addCannon(t, { port: board.port });
    const { data } = await send(cannonId, { action: 'on' });
    t.clock.advance(1);
    const stop = startControl(t);
    expect(await follow((data as { orderId: number }).orderId)).toMatch(/^expired: /);
    await stop();
    board.turn(0, true);
    const late = await send(cannonId, { action: 'off' });
    t.clock.advance(20);
    startControl(t);
    expect(await follow((late.data as { orderId: number }).orderId)).toBe('done');
    expect([board.starts[0], board.coils[0]]).toEqual([1, false]);
  });

  it.each([
    ['a jog of no time', { action: 'jog', seconds: 0 }],
    ['a jog of more than a register holds', { action: 'jog', seconds: 100_000 }],
    ['a jog that is longer than the longest run', { action: 'jog', seconds: 1801 }],
    ['an unknown action', { action: 'explode' }],
  ])('for %s is refused', async (_, json) => {
    const { cannonId } = await addCannon(t, {});
    expect((await send(cannonId, json)).code).toBe(500);
    const { rowCount } = await t.app.pool.query('select from fog_order');
    expect(rowCount).toBe(0);
  });

  it('for a cannon that is disabled is refused, and disabling one that runs stops it', async () => {
    const board = await openTestBoard();
    startControl(t);
    const { cannonId } = await addCannon(t, { port: board.port });
    await order(cannonId, { action: 'on' });
    await setStatus(cannonId, '1');
    await soon(() => board.coils[0]).toBe(false);
    await soon(async () => (await readRuns(cannonId))[0]?.['endReason']).toBe('disabled');
    expect((await send(cannonId, { action: 'on' })).msg).toContain('disabled');
  });

  it('to switch on that waits when its cannon is disabled or removed is not sent', async () => {
    const board = await openTestBoard();
    const cannons = [];
    for (const coil of [0, 1, 2]) cannons.push((await addCannon(t, { port: board.port, coil })).cannonId);
    const [disabled = 0, removed = 0, enabled = 0] = cannons;
    const orderIds = [];
    for (const cannonId of cannons)
      orderIds.push(((await send(cannonId, { action: 'on' })).data as { orderId: number }).orderId);
    await setStatus(disabled, '1');
    await t.send('DELETE', `/fog/gun/${removed}`, { token });
    startControl(t);
    expect(await follow(orderIds[2] ?? 0)).toBe('done');
    expect(await follow(orderIds[0] ?? 0)).toMatch(/^failed: “.+” is disabled$/);
    await setStatus(disabled, '0');
    await soon(() => states(disabled)).toEqual([null, 'off', 'up']);
    expect([board.starts.slice(0, 3), await readRuns(disabled)]).toEqual([[0, 0, 1], []]);
    await order(enabled, { action: 'off' });
  });

  it('to switch on that waits for its turn at the board is not sent either', async () => {
    const board = await openTestBoard();
    startControl(t);
    const slow = await addCannon(t, { port: board.port });
    const { cannonId } = await addCannon(t, { port: board.port, coil: 1 });
    await soon(() => states(slow.cannonId)).toEqual([null, 'off', 'up']);
    await soon(() => states(cannonId)).toEqual([null, 'off', 'up']);
    board.faults = { delayMs: 900 };
    await send(slow.cannonId, { action: 'on' });
    await soon(() => board.starts[0]).toBe(1);
    const { data } = await send(cannonId, { action: 'on' });
    const { orderId } = data as { orderId: number };
    await soon(
      async () => (await t.app.pool.query('select state from fog_order where order_id = $1', [orderId])).rows,
    ).toEqual([{ state: 'sent' }]);
    await setStatus(cannonId, '1');
    expect(await follow(orderId)).toMatch(/^failed: “.+” is disabled$/);
    board.faults = {};
    await order(slow.cannonId, { action: 'off' });
    expect(board.starts.slice(0, 2)).toEqual([1, 0]);
  });
});
