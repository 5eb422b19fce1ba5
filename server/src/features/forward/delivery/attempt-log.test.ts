import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../testing/app.ts';
import { waitUntil } from '../../../testing/wait-until.ts';
import { recordForwards } from '../../monitor/monitor.api.ts';
import { ForwardFailure, type ForwardTarget } from '../target.ts';
import { makeForwardPacket } from '../transport/forward-packet.fixture.ts';
import { openAttemptLog } from './attempt-log.ts';
import { makeFakeReceiver } from './fake-receiver.fixture.ts';
import { addSiteWithTarget, at, type ForwardedStation, lead, settle, store } from './forwarding.fixture.ts';
import { readForwardTargets } from './target.store.ts';

let test: TestApp;
let station: ForwardedStation;
let target: ForwardTarget | undefined;

beforeAll(async () => {
  test = await openTestApp();
  station = await addSiteWithTarget(test);
  [target] = await readForwardTargets(test.app, test.ingest.directory.channels());
});

afterAll(() => test.close());

beforeEach(() => test.app.pool.query('truncate forward_log, forward_minute'));

function attempt(minute: number, failure?: string) {
  if (!target) throw new Error('no target');
  return {
    target,
    packet: makeForwardPacket({ ts: at(minute) }),
    siteId: station.siteId,
    describe: () => 'frame',
    failure: failure === undefined ? undefined : new ForwardFailure('refused', failure),
    isGivenUp: false,
    at: at(minute) + 2000,
  };
}

const readLog = async () =>
  (
    await test.app.pool.query(
      'select handle_result, error_msg, target_id from forward_log order by data_time nulls last',
    )
  ).rows;
const readMinutes = async () =>
  (await test.app.pool.query('select sent, failed, delay from forward_minute order by minute')).rows;

/** Runs something while a table cannot be written. */
async function without(table: string, run: () => Promise<unknown>): Promise<void> {
  await test.app.pool.query(`alter table ${table} rename to ${table}_away`);
  try {
    await run();
  } finally {
    await test.app.pool.query(`alter table ${table}_away rename to ${table}`);
  }
}

describe('the log of attempts', () => {
  it('keeps failures and minutes that could not be written, and writes each once', async () => {
    const log = openAttemptLog(test.app);
    log.add(attempt(0, 'first'));
    await without('forward_log', () => expect(log.flush()).rejects.toThrow('forward_log'));
    expect(await readMinutes()).toEqual([{ sent: 0, failed: 1, delay: null }]);
    log.add(attempt(1, 'second'));
    log.add(attempt(1));
    await without('forward_minute', () => expect(log.flush()).rejects.toThrow('forward_minute'));
    await log.flush();
    await log.flush();
    const targetId = station.targetId;
    expect(await readLog()).toEqual([
      { handle_result: '1', error_msg: 'refused: first', target_id: targetId },
      { handle_result: '1', error_msg: 'refused: second', target_id: targetId },
      { handle_result: '0', error_msg: null, target_id: targetId },
    ]);
    expect(await readMinutes()).toEqual([
      { sent: 0, failed: 1, delay: null },
      { sent: 1, failed: 1, delay: 2 },
    ]);
  });

  it('says in one entry how many failures it has no room for', async () => {
    const log = openAttemptLog(test.app);
    const addMany = (count: number) => {
      for (let n = 0; n < count; n++) log.add(attempt(0, 'no'));
    };
    addMany(5003);
    await without('forward_log', () => expect(log.flush()).rejects.toThrow('forward_log'));
    addMany(4);
    log.add(attempt(0));
    await log.flush();
    const rows = await readLog();
    expect(rows).toHaveLength(5001);
    expect(rows.at(-1)).toEqual({
      handle_result: '1',
      error_msg: '7 more failures are left out of the log',
      target_id: station.targetId,
    });
    await log.flush();
    expect(await readLog()).toHaveLength(5001);
    expect(await readMinutes()).toEqual([{ sent: 1, failed: 5007, delay: 2 }]);
  });

  it('is bounded also while a write that fails is under way, and any number of entries can be written', async () => {
    const log = openAttemptLog(test.app);
    const addMany = (count: number) => {
      for (let n = 0; n < count; n++) log.add(attempt(0, 'no'));
    };
    addMany(5000);
    const locker = await test.app.pool.connect();
    await locker.query('begin; lock table forward_log');
    const writing = log.flush().catch((error: unknown) => error);
    const cancel = async () =>
      (
        await test.app.pool.query(
          `select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%forward_log%'`,
        )
      ).rowCount;
    await waitUntil(async () => {
      addMany(500);
      return (await cancel()) === 1;
    }, 'a write that waits');
    expect(await writing).toBeInstanceOf(Error);
    await locker.query('rollback');
    locker.release();
    addMany(100);
    await log.flush();
    const rows = await readLog();
    expect(rows).toHaveLength(5001);
    const entry = {
      type: 'json',
      businessKey: 'x',
      handleData: null,
      errorMsg: null,
      dataTime: null,
      targetId: station.targetId,
      siteId: station.siteId,
      kind: 2011,
    };
    await recordForwards(
      test.app.db,
      test.app.clock,
      Array.from({ length: 7000 }, () => ({ ...entry, succeeded: true })),
    );
    expect(await readLog()).toHaveLength(12_001);
  });

  it('is kept when the term of leadership ends while it cannot be written', async () => {
    const receiver = makeFakeReceiver(() => 'refused');
    const log = openAttemptLog(test.app);
    const delivery = await lead(test, receiver, log);
    await store(test, station, 20, 7);
    await settle(test, delivery, receiver, 3);
    await without('forward_log', async () => {
      await expect(delivery.report()).rejects.toThrow('forward_log');
      await delivery.close();
    });
    expect(await readLog()).toEqual([]);
    const next = await lead(test, receiver, log);
    await next.report();
    expect((await readLog()).length).toBeGreaterThan(0);
    await next.close();
  });
});
