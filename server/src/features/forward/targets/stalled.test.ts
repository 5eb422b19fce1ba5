import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp } from '../../../testing/app.ts';
import { makeResourceClient } from '../../../testing/resource-client.ts';
import { addSiteWithTarget } from '../delivery/forwarding.fixture.ts';

const t = await openTestApp();
afterAll(() => t.close());
const token = await t.login();
const targets = makeResourceClient(t, '/site/forwardTarget', token);
const entities = makeResourceClient(t, '/site/entity', token);
const { targetId, siteId } = await addSiteWithTarget(t);
const { rows } = await t.app.pool.query('select entity_id from site where site_id = $1', [siteId]);
const entityId: number = rows[0].entity_id;

beforeEach(async () => {
  await t.app.pool.query(`delete from lease where name = 'forward'`);
  await t.app.pool.query('truncate forward_arrival');
  await update(`status = '0', state = 'normal', problem = null`);
});

const update = (change: string) => t.app.pool.query(`update forward_target set ${change}`);
const hold = (expires: string) =>
  t.app.pool.query(
    `insert into lease (name, owner, fence, expires_at)
     values ('forward', gen_random_uuid(), 1, clock_timestamp() + $1::interval)`,
    [expires],
  );
const noteArrival = (ago: string, isChanged = false) =>
  t.app.pool.query(
    `insert into forward_arrival (sites, kinds, times, changed, noted_at)
     values ('{1}', '{2011}', '{2026-11-18}', $2, clock_timestamp() - $1::interval)`,
    [ago, isChanged],
  );

async function readStates() {
  const { state, problemKind } = await targets.get(targetId);
  const { forwardState } = await entities.get(entityId);
  return { state, problemKind, forwardState };
}

const stalled = { state: 'stalled', problemKind: 'stalled', forwardState: 'stalled' };
const normal = { state: 'normal', problemKind: null, forwardState: 'normal' };

describe('a target that was sent to', () => {
  it('is normal while a process forwards', async () => {
    await hold('5 seconds');
    await noteArrival('1 minute');
    await noteArrival('1 day', true);
    expect(await readStates()).toEqual(normal);
  });

  it('is stalled while no process forwards, which says so, but not while another one takes over', async () => {
    expect(await readStates()).toEqual(stalled);
    await update(`state = 'failing', problem = 'forward.problems.connection', problem_detail = 'refused'`);
    expect(await readStates()).toEqual(stalled);
    expect(await targets.get(targetId)).toMatchObject({ problemDetail: null });
    await update(`state = 'normal', problem = null`);
    await hold('-30 seconds');
    expect(await readStates()).toEqual(normal);
    await t.app.pool.query(
      `update lease set expires_at = expires_at - interval '1 minute' where name = 'forward'`,
    );
    expect(await readStates()).toEqual(stalled);
  });

  it('is stalled while a process fails to take what has arrived', async () => {
    await hold('5 seconds');
    await noteArrival('6 minutes');
    expect(await readStates()).toEqual(stalled);
  });

  it('is paused where a person has stopped it', async () => {
    await update(`status = '1', state = 'paused'`);
    expect(await readStates()).toMatchObject({ state: 'paused', forwardState: 'paused' });
  });
});
