import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { formatLocalTime } from '@limpid/contract/local-time';
import { expect } from 'vitest';
import {
  beyond,
  entityOf,
  hashBlocks,
  hashMonth,
  lastDay,
  makeMinute,
  type openLocks,
  until,
} from '../../src/features/quality/lock/lock.fixture.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { siteChanged } from '../../src/features/reading/site-changed.ts';
import type { FloodingBroker } from '../../src/testing/flooding-broker.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { runTask } from '../../src/testing/run-task.ts';
import { addSite } from '../../src/testing/stations.ts';
import { wrapFile } from '../../src/testing/upload.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { addProposal, makeIssueClient } from '../calibration/issue.fixture.ts';

type Tools = Awaited<ReturnType<typeof openLocks>>;

/** The start of the hour of the locked month that is changed. */
const at = lastDay + 2 * HOUR_MS;
/** K that counts in the month before it is locked. */
const kBefore = 1.5;

export type LockedMonth = Awaited<ReturnType<typeof openLockedMonth>>;

/**
 * A site whose month is locked, with everything that can be changed in it: corrected values, flags of rules, neighbours
 * and a reference station that rules compare with, K and B that were issued for the past.
 */
export async function openLockedMonth(tools: Tools, broker: FloodingBroker, mn: string, isPacked: boolean) {
  const { test, send, admin } = tools;
  const { pool } = test.app;
  const issues = makeIssueClient(tools, admin);
  const rules = makeResourceClient(test, '/basic/dataRule', admin);

  /** Runs what the worker runs, until nothing waits. */
  async function settle(): Promise<void> {
    await test.ingest.directory.refresh();
    await tools.recheck();
    await recorrectValues(test.app, test.ingest.directory);
    while ((await test.services.rollUp.run(true)) > 0);
  }

  /** Issues K from the changed hour on; stored values are corrected by the worker. Returns the id of the issue. */
  async function issueForPast(of: number): Promise<number> {
    const resultId = await addProposal(tools, { siteId: of, k: kBefore, b: 0 });
    const [issued] = await issues.issue([resultId], { since: at });
    expect(issued).toMatchObject({ state: 'confirmed', problem: null });
    return issued?.issueId ?? 0;
  }

  const siteId = await tools.addMeasured(mn);
  const neighbours = [await tools.addMeasured(`${mn}-N1`), await tools.addMeasured(`${mn}-N2`)];
  await pool.query(
    'update site set longitude = 116 + site_id / 1000.0, latitude = 39.9 where site_id = any($1)',
    [[siteId, ...neighbours]],
  );
  const entityId = await entityOf(test, siteId);
  const elsewhere = await entityOf(test, await addSite(test, { mn: `${mn}-X` }));
  const httpKey = `key of ${mn}`;
  await pool.query(
    `update site set mqtt_allowed = 'Y', http_key_hash = encode(sha256($2::bytea), 'hex') where site_id = $1`,
    [siteId, httpKey],
  );
  await test.app.bus.publish(siteChanged);
  const hasKey = () => Boolean(test.ingest.directory.findBySite(siteId)?.httpKeyHash);
  await waitUntil(hasKey, 'ingest knows the key');

  const stationCode = `${mn}-R`;
  /** Publishes the same amount for every hour of the last day. */
  async function publish(amount: number): Promise<void> {
    const rows = Array.from({ length: 24 }, (_, hour) => {
      const release = formatLocalTime(lastDay + (hour + 1) * HOUR_MS, 'Asia/Shanghai');
      return `${release},${stationCode},${stationCode},City,116.4,39.9,${amount}`;
    });
    const head = 'time,station_code,station_name,city,longitude,latitude,pm2_5';
    const upload = wrapFile(Buffer.from([head, ...rows].join('\n')), 'file', 'hours.csv');
    const path = '/analysis/nationalControl/importData?updateSupport=1';
    const { body } = await test.send('POST', path, { token: admin, ...upload });
    expect(body['data']).toMatchObject({ failed: [] });
  }
  await publish(15);
  const addRule = (name: string, more: object) => {
    const ruleName = `${mn} ${name}`;
    return rules.add({ ruleName, channelId: 1, siteId, ...more }, ['ruleName', 'ruleId']);
  };
  const difference = { test: 'difference', tolerance: 30, percent: 20, counts: false };
  const rangeRule = await addRule('high', { test: 'range', maxValue: 12 });
  await addRule('station', { ...difference, stationCode });
  await addRule('neighbours', { ...difference, neighbourKm: 20 });

  // A correction that could be undone, and K that could be rolled back.
  const periods = [{ from: at + 10 * MINUTE_MS, to: at + 20 * MINUTE_MS }];
  const ranges = [{ siteId, channels: ['PM2.5'], periods }];
  const corrected = await send('PUT', '/data/history/range', { ranges, reason: 'pump failed', value: 12 });
  expect(corrected.data).toEqual({ changed: 1 });
  const { rows: logged } = await pool.query(
    'select max(correction_id)::int as id from data_log where site_id = $1',
    [siteId],
  );
  const issueId = await issueForPast(siteId);
  await settle();
  if (isPacked) await runTask(test, 'readingTask.pack(3)');

  const lock = await tools.lock(entityId);
  expect(lock.code).toBe(200);
  const wrong = [siteId, new Date(at)];
  // Values that every rebuild of the hour and its day would mend.
  await pool.query('update reading_hour set a1 = 777 where site_id = $1 and ts = $2', wrong);
  await pool.query(`update reading_day set a1 = 777 where site_id = $1 and day = '2026-10-31'`, [siteId]);

  return {
    tools,
    broker,
    issues,
    rules,
    mn,
    siteId,
    entityId,
    elsewhere,
    httpKey,
    settle,
    lockId: lock.data?.['lockId'],
    rangeRule,
    correctionId: logged[0].id as number,
    issueId,
    issueForPast,
    publish,
    addRule,
    /** Proposes other K and B; returns the id of the result. */
    propose: () => addProposal(tools, { siteId, k: 3, b: 1, kBefore }),
    /** Late minutes of the neighbours, which a rule of the site asks. */
    makeNeighbourMinutes: () =>
      neighbours.flatMap((id) =>
        Array.from({ length: 6 }, (_, n) => makeMinute(id, at + n * 10 * MINUTE_MS + MINUTE_MS, 900)),
      ),
    /** Everything of the month: readings, hours, days, flags, and what packed days are made of. */
    hash: async (of = siteId) => ({
      values: await hashMonth(test, of),
      ...(isPacked && { packed: await hashBlocks(test, of) }),
    }),
  };
}

/** Places of the month that the ways of changing it try. */
export const places = { minute: at, corrected: at + 10 * MINUTE_MS, beyond: beyond.ts, after: until };
