import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAutomaticDrafts } from '../../src/features/calibration/issue/issue.service.ts';
import { insertDraft } from '../../src/features/calibration/issue/issue.store.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { addSite } from '../../src/testing/stations.ts';
import { addProposal, type IssueClient, makeIssueClient } from './issue.fixture.ts';

let test: TestApp;
let client: IssueClient;

beforeAll(async () => {
  test = await openTestApp();
  client = makeIssueClient({ test }, await test.login());
});
afterAll(() => test.close());

async function issue(siteId: number, line: { k: number; b: number; kBefore?: number }, since?: number) {
  const resultId = await addProposal({ test }, { siteId, ...line });
  const [outcome] = await client.issue([resultId], since === undefined ? {} : { since });
  expect(outcome).toMatchObject({ state: 'confirmed', problem: null });
  return outcome?.issueId ?? 0;
}

it('a roll-back for the past corrects values back from all K and B that counted meanwhile', async () => {
  const siteId = await addSite(test, { mn: 'ROLLED-BACK' });
  const start = test.clock.now().getTime() - HOUR_MS;
  const first = await issue(siteId, { k: 2, b: 0 }, start);
  test.clock.advance(5);
  const second = await issue(siteId, { k: 3, b: 0, kBefore: 2 });
  test.clock.advance(5);
  expect(await client.rollBack([second])).toMatchObject([{ state: 'rolledBack', problem: null }]);
  test.clock.advance(5);
  expect(await client.rollBack([first])).toMatchObject([{ state: 'rolledBack', problem: null }]);
  const { rows } = await test.app.pool.query(
    'select replaced from coefficient_recheck where site_id = $1 order by recheck_id desc limit 1',
    [siteId],
  );
  expect(rows[0].replaced.map(({ k }: { k: number }) => k)).toEqual([2, 3, 2]);
});

describe('a month that was locked after an issue for the past', () => {
  const october = Date.UTC(2026, 9, 25);
  /** The midnight in China that ends October. */
  const end = Date.UTC(2026, 9, 31, 16);

  async function lockOctober(siteId: number): Promise<void> {
    const { rows } = await test.app.pool.query('select entity_id from site where site_id = $1', [siteId]);
    const locks = makeResourceClient(test, '/data/audit/lock', await test.login());
    const lock = { entityId: rows[0].entity_id, month: '2026-10' };
    expect(await locks.send('POST', '', lock)).toMatchObject({ code: 200 });
  }

  async function listLines(siteId: number): Promise<unknown[]> {
    const { rows } = await test.app.pool.query(
      'select extract(epoch from since)::float8 * 1000 as since, k from site_coefficient where site_id = $1 order by since',
      [siteId],
    );
    return rows.map(({ since, k }) => [Math.round(since), k]);
  }

  it('keeps the issue from being rolled back for the past, but not from now on', async () => {
    const siteId = await addSite(test, { mn: 'LOCKED-ROLL' });
    const issueId = await issue(siteId, { k: 2, b: 0 }, october);
    await recorrectValues(test.app, test.ingest.directory);
    await lockOctober(siteId);
    expect(await client.rollBack([issueId])).toMatchObject([
      { state: 'confirmed', problem: expect.stringContaining('2026-10') },
    ]);
    const now = test.clock.now().getTime();
    expect(await client.rollBack([issueId], { fromNow: true })).toMatchObject([
      { state: 'rolledBack', problem: null },
    ]);
    const lines = await listLines(siteId);
    expect(lines).toEqual([
      [october, 2],
      [expect.any(Number), 1],
    ]);
    expect((lines[1] as number[])[0]).toBeGreaterThanOrEqual(now);
  });

  it('is left out by a config that issues for the past by itself', async () => {
    const siteId = await addSite(test, { mn: 'LOCKED-AUTOMATIC' });
    await lockOctober(siteId);
    const proposal = { siteId, k: 2, b: 0, acceptance: 'automatic', forPast: true, from: october } as const;
    const resultId = await addProposal({ test }, proposal);
    await test.app.pool.query(`update calibration_result set decision = 'accepted' where result_id = $1`, [
      resultId,
    ]);
    await insertDraft(test.app.db, { resultId, at: test.clock.now(), by: null });
    await sendAutomaticDrafts(test.app);
    expect(await client.find(siteId)).toMatchObject({ state: 'confirmed' });
    expect(await listLines(siteId)).toEqual([[end, 2]]);
  });
});
