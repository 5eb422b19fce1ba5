import { createHash } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parametersChanged } from '../../../platform/parameters.store.ts';
import { runTask } from '../../../testing/run-task.ts';
import { soon } from '../../../testing/soon.ts';
import { connectStation, dataFrames, stationTime } from '../../../testing/stations.ts';
import { importAs, makeCsvUpload } from '../../data/import/history-import.fixture.ts';
import { siteChanged } from '../../reading/site-changed.ts';
import { markSiteHoursDirty } from '../../rollup/rollup.api.ts';
import { insertCoefficients } from '../../site/coefficients.store.ts';
import { letPacketsIn } from './let-in.ts';
import { beyond, entityOf, hashMonth, lastDay, month, openLocks, readMonth, until } from './lock.fixture.ts';

let tools: Awaited<ReturnType<typeof openLocks>>;
beforeAll(async () => {
  tools = await openLocks();
});
afterAll(() => tools.close());

const refusal = (name: string) =>
  `${month} of ${name} is locked: its data does not change until somebody unlocks it`;
const at = lastDay + 2 * HOUR_MS;

/** The requests that change readings of a person, each by its message. */
async function tryChanges(siteId: number, correctionId: number): Promise<Record<string, unknown>> {
  const { send } = tools;
  const change = (more: object, ts = at) => ({
    siteId,
    granularity: 'minute',
    reason: 'checked on site',
    changes: [{ ts, channel: 'PM2.5', ...more }],
  });
  const range = { siteId, channels: ['PM2.5'], periods: [{ from: at, to: at + HOUR_MS }] };
  const requests: [string, string, string, object][] = [
    ['correction', 'PUT', '/data/history', change({ value: 77 })],
    ['acceptance', 'PUT', '/data/history', change({ accept: true }, beyond.ts)],
    ['undo', 'POST', '/data/history/undo', change({}, at + 10 * MINUTE_MS)],
    ['range', 'PUT', '/data/history/range', { ranges: [range], reason: 'pump failed', value: null }],
    ['whole undo', 'POST', `/data/history/correction/${correctionId}/undo`, { reason: 'pump was fine' }],
  ];
  const found: Record<string, unknown> = {};
  for (const [name, method, path, json] of requests)
    found[name] = (await send(method, `${path}?lang=en`, json)).msg;
  return found;
}

/** One row in the locked month and one after it. */
const rows = () => [at + 7 * MINUTE_MS, until + 7 * MINUTE_MS].map((ts) => new Date(ts).toISOString());

describe.each([
  ['loose', false],
  ['packed', true],
])('a locked month with %s days', (kind, isPacked) => {
  it('does not change whatever is tried, and lets in what came meanwhile when it is unlocked', async () => {
    const { test, send, gateway, admin } = tools;
    const mn = `LOCK-${kind}`;
    const siteId = await tools.addMeasured(mn);
    const entityId = await entityOf(test, siteId);
    const corrected = await send('PUT', '/data/history/range', {
      ranges: [
        { siteId, channels: ['PM2.5'], periods: [{ from: at + 10 * MINUTE_MS, to: at + 20 * MINUTE_MS }] },
      ],
      reason: 'pump failed',
      value: 12,
    });
    expect(corrected.data).toEqual({ changed: 1 });
    const { rows: logged } = await test.app.pool.query(
      'select max(correction_id)::int as id from data_log where site_id = $1',
      [siteId],
    );
    if (isPacked) await runTask(test, 'readingTask.pack(3)');
    const lock = await tools.lock(entityId);
    expect(lock.code).toBe(200);
    // What waited was rolled up first.
    expect((await readMonth(test, siteId)).days).toMatchObject([{ day: '2026-10-31', c1: 24 }]);
    // A value that every rebuild of the hour would mend.
    await test.app.pool.query('update reading_hour set a1 = 777 where site_id = $1 and ts = $2', [
      siteId,
      new Date(at),
    ]);
    await test.app.pool.query(`update reading_day set a1 = 777 where site_id = $1 and day = '2026-10-31'`, [
      siteId,
    ]);
    const before = await hashMonth(test, siteId);

    // People.
    expect(await tryChanges(siteId, logged[0].id)).toEqual({
      correction: refusal(mn),
      acceptance: refusal(mn),
      undo: refusal(mn),
      range: refusal(mn),
      'whole undo': refusal(mn),
    });
    const upload = () => makeCsvUpload('time,MN,PM2.5', ...rows().map((time) => `${time},${mn},50`));
    const imports = importAs(test, admin);
    const reason = `${mn} is locked for ${month}: nothing is imported for that month`;
    const preview = await imports.preview(upload(), 'lang=en&granularity=minute');
    expect(preview.data).toMatchObject({
      failed: 1,
      outcomes: { added: 1 },
      problems: [{ line: 2, reason }],
    });
    expect(await imports.importFile(upload(), 'lang=en&granularity=minute')).toMatchObject({
      added: 1,
      failedCount: 1,
      failed: [{ line: 2, reason }],
    });
    const calibrate = (time: number) =>
      test.app.db.transaction().execute((db) =>
        insertCoefficients(db, siteId, [{ channelId: 1, k: 2, b: 0 }], {
          since: new Date(time),
          updateBy: 'admin',
        }),
      );
    for (const time of [at, lastDay - 90 * DAY_MS])
      await expect(calibrate(time)).rejects.toMatchObject({
        key: 'lock.month_locked',
        params: { entity: mn, month },
      });
    await calibrate(until);

    // Stations: late, sent again, and one batch with both sides of the end of the month.
    const station = await connectStation(gateway.port);
    const late = { mn, at: at + 5 * MINUTE_MS, values: { a34004: 33.5 }, flags: { a34004: 'D' } };
    station.send(...dataFrames(late), ...dataFrames({ ...late, at: until + 5 * MINUTE_MS }));
    expect(await station.answer(stationTime(late.at))).toMatchObject({ cn: '9014', mn });
    expect(await station.answer(stationTime(until + 5 * MINUTE_MS))).toMatchObject({ cn: '9014' });
    station.received.length = 0;
    station.send(...dataFrames(late));
    await station.answer(stationTime(late.at));
    const resent = { mn, at: at + 20 * MINUTE_MS, cn: '2051', values: { a34004: 99 } };
    station.send(...dataFrames({ ...resent, qn: stationTime(resent.at + HOUR_MS) }));
    await station.answer(stationTime(resent.at + HOUR_MS));
    station.end();
    // HTTP.
    const key = createHash('sha256').update(`key of ${mn}`).digest('hex');
    await test.app.pool.query('update site set http_key_hash = $2 where site_id = $1', [siteId, key]);
    await test.app.bus.publish(siteChanged);
    await soon(() => test.ingest.directory.findBySite(siteId)?.httpKeyHash).toBe(key);
    const posted = await test.send('POST', '/ingest/readings', {
      json: [{ mn, ts: at + 25 * MINUTE_MS, data: { a34004: 44 } }],
      headers: { 'x-device-key': `key of ${mn}` },
    });
    expect(posted.body).toMatchObject({ code: 200, data: { stored: 1 } });

    // The program.
    await runTask(test, 'readingTask.repair(60)');
    await test.app.pool.query('update basic_channel set max_value = 30000 where slot = 1');
    await test.app.pool.query(
      `insert into range_recheck (slot, old_limits) values (1, '{5000}') on conflict do nothing`,
    );
    await tools.recheck();
    await runTask(test, 'readingTask.pack(3)');
    await test.app.pool.query(`update site_entity set zone = 'America/New_York' where entity_id = $1`, [
      entityId,
    ]);
    await test.app.db.transaction().execute((db) => markSiteHoursDirty(db, [siteId]));
    // As if it had been queued before.
    await test.app.pool.query('insert into dirty_hour (hour, sites) values ($1, array[$2::integer])', [
      new Date(at),
      siteId,
    ]);
    await test.ingest.directory.refresh();
    await tools.rollUp();
    expect(await hashMonth(test, siteId)).toBe(before);
    const moved = await test.app.pool.query(
      `select count(*)::int as n from reading_day where site_id = $1 and day >= '2026-11-01'`,
      [siteId],
    );
    expect(moved.rows[0].n).toBe(1);

    // What came after the lock.
    const kept = await tools.listKept(lock.data?.['lockId']);
    expect(kept).toMatchObject([
      { localTime: '2026-10-31 02:05:00', kind: '2011', sentValues: 'PM2.5=33.5 D', arrivals: 2 },
      { localTime: '2026-10-31 02:20:00', kind: '2051', sentValues: 'PM2.5=99 N', arrivals: 1 },
      { localTime: '2026-10-31 02:25:00', kind: '2011', sentValues: 'PM2.5=44 N', arrivals: 1 },
    ]);
    const list = await send('GET', `/data/audit/lock/list?entityId=${entityId}`);
    expect(list.rows).toMatchObject([
      {
        month,
        state: 'locked',
        keptPackets: 3,
        keptSites: 1,
        lockedBy: 'admin',
        reason: 'reported',
        sites: 1,
      },
    ]);

    expect((await tools.unlock(lock.data?.['lockId'])).data).toEqual({ keptPackets: 3 });
    expect(await letPacketsIn(test.app, test.ingest)).toBe(3);
    await tools.recheck();
    await tools.rollUp();
    const after = await readMonth(test, siteId);
    const valueAt = (ts: number) =>
      after.readings.filter((one) => one.ts === ts).flatMap(({ values }) => values);
    expect(valueAt(late.at)).toEqual([null]);
    expect(valueAt(resent.at)).toEqual([99]);
    expect(valueAt(at + 25 * MINUTE_MS)).toEqual([44]);
    expect(valueAt(beyond.ts)).toEqual([beyond.raw]);
    expect(JSON.stringify([after.hours, after.days])).not.toContain('777');
    const { rows: log } = await test.app.pool.query(
      'select action, user_name, reason, kept_packets, let_in, expired from month_lock_log where entity_id = $1 order by log_id',
      [entityId],
    );
    expect(log).toEqual([
      { action: 'lock', user_name: 'admin', reason: 'reported', kept_packets: null, let_in: 0, expired: 0 },
      {
        action: 'unlock',
        user_name: 'admin',
        reason: 'one packet is missing',
        kept_packets: 3,
        let_in: 3,
        expired: 0,
      },
    ]);
    expect((await tryChanges(siteId, logged[0].id))['correction']).not.toBe(refusal(mn));
    await test.app.pool.query('update basic_channel set max_value = 5000 where slot = 1');
    await test.app.bus.publish(parametersChanged);
  });
});
