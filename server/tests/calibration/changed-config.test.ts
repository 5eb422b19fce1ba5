import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addSite } from '../../src/testing/stations.ts';
import { addProposal, type IssueClient, makeIssueClient } from './issue.fixture.ts';

let t: TestApp;
let token: string;
let client: IssueClient;
let count = 0;
const [k, b] = [2, 1];

beforeAll(async () => {
  t = await openTestApp();
  token = await t.login();
  client = makeIssueClient({ test: t }, token);
});
afterAll(() => t.close());

const query = (text: string, values: unknown[]) => t.app.pool.query(text, values);

/** A proposal for a site of its own, and what its config makes of it later. */
async function propose(channel = 'PM2.5', acceptance: 'manual' | 'automatic' = 'manual') {
  const mn = `CHANGED-${++count}`;
  const siteId = await addSite(t, { mn });
  const resultId = await addProposal({ test: t }, { siteId, k, b, channel, acceptance });
  const { rows } = await query(
    'select config_id as "configId" from calibration_run join calibration_result using (run_id) where result_id = $1',
    [resultId],
  );
  return {
    siteId,
    resultId,
    name: `${mn} · ${channel}`,
    changeConfig: (change: string) => query(change, [rows[0].configId]),
    async readDecision() {
      const found = await query('select decision from calibration_result where result_id = $1', [resultId]);
      return found.rows[0].decision;
    },
    countLines: async () =>
      (await query('select from site_coefficient where site_id = $1', [siteId])).rowCount,
  };
}
const decide = async (how: 'accept' | 'reject', resultId: number) =>
  (await t.send('PUT', `/site/calibration/${how}`, { token, json: { resultIds: [resultId] } })).body;

const limit = (assignment: string) => `update calibration_config set ${assignment} where config_id = $1`;
const changes: [
  string,
  { change: string; key: string; params?: Record<string, number>; channel?: string },
][] = [
  [
    'its site was removed',
    { change: 'delete from calibration_config_site where config_id = $1', key: 'calibration.removed' },
  ],
  [
    'its pollutant was removed',
    { change: 'delete from calibration_config_channel where config_id = $1', key: 'calibration.removed' },
  ],
  [
    'K is above its maximum',
    { change: limit('k_max = 1.5'), key: 'calibration.k_outside', params: { found: k, limit: 1.5 } },
  ],
  [
    'K is below its minimum',
    { change: limit('k_min = 2.5'), key: 'calibration.k_outside', params: { found: k, limit: 2.5 } },
  ],
  [
    'B is above its maximum',
    { change: limit('b_max = 0.5'), key: 'calibration.b_outside', params: { found: b, limit: 0.5 } },
  ],
  [
    'B is above its maximum in the unit of CO',
    {
      change: limit('b_max = 50'),
      key: 'calibration.b_outside',
      params: { found: b, limit: 0.5 },
      channel: 'CO',
    },
  ],
];

describe.each(changes)(
  'K and B of a calibration in which %s since',
  (_, { change, key, params, channel }) => {
    const problemOf = (name: string) => errorText(key, { name, ...params });

    it('are not accepted, and can be rejected', async () => {
      const { resultId, name, changeConfig, readDecision } = await propose(channel);
      await changeConfig(change);
      expect(await decide('accept', resultId)).toMatchObject({ code: 500, msg: problemOf(name) });
      expect(await readDecision()).toBe('proposed');
      expect(await decide('reject', resultId)).toMatchObject({ code: 200 });
    });

    it('are not issued by hand, accepted or not', async () => {
      const proposed = await propose(channel);
      await proposed.changeConfig(change);
      expect(await client.issue([proposed.resultId])).toMatchObject([
        { state: 'failed', problem: problemOf(proposed.name) },
      ]);
      expect(await proposed.readDecision()).toBe('proposed');
      expect(await proposed.countLines()).toBe(0);

      const accepted = await propose(channel);
      expect(await decide('accept', accepted.resultId)).toMatchObject({ code: 200 });
      await followIssues(t.app);
      const { issueId } = await client.find(accepted.siteId);
      await accepted.changeConfig(change);
      const failed = { state: 'failed', problem: problemOf(accepted.name) };
      expect(await client.send([Number(issueId)])).toMatchObject([failed]);
      expect(await client.find(accepted.siteId)).toMatchObject({ state: 'failed', reason: failed.problem });
      expect(await accepted.countLines()).toBe(0);
    });

    it('are not issued by the config itself', async () => {
      const { siteId, resultId, name, changeConfig, countLines } = await propose(channel, 'automatic');
      await query(`update calibration_result set decision = 'accepted' where result_id = $1`, [resultId]);
      await changeConfig(change);
      await followIssues(t.app);
      expect(await client.find(siteId)).toMatchObject({ state: 'failed', reason: problemOf(name) });
      expect(await countLines()).toBe(0);
    });
  },
);

it('K and B are accepted and issued if other settings have changed, or the limits allow them again', async () => {
  const { resultId, changeConfig } = await propose();
  await changeConfig(limit('k_max = 1.5, b_max = 0.5'));
  expect(await client.issue([resultId])).toMatchObject([{ state: 'failed' }]);
  await changeConfig(
    limit(`k_max = 2, b_max = 1, min_r2 = 0.9, max_change = 1, method = 'ratio', max_km = 1`),
  );
  expect(await decide('accept', resultId)).toMatchObject({ code: 200 });
  expect(await client.issue([resultId])).toMatchObject([{ state: 'confirmed', problem: null }]);
});

it('K and B on the way back into the limits are accepted and issued, if the way still ends within them', async () => {
  const { resultId, changeConfig } = await propose();
  await query(
    'update calibration_result set k_before = 2.5, b_before = 0, k_fitted = 0.9, b_fitted = 0.5 where result_id = $1',
    [resultId],
  );
  await changeConfig(limit('k_max = 1.5'));
  expect(await decide('accept', resultId)).toMatchObject({ code: 200 });
  const other = await propose();
  await query(
    'update calibration_result set k_before = 2.5, b_before = 0, k_fitted = 1.6, b_fitted = 0.5 where result_id = $1',
    [other.resultId],
  );
  await other.changeConfig(limit('k_max = 1.5'));
  const problem = errorText('calibration.k_outside', { name: other.name, found: 1.6, limit: 1.5 });
  expect(await decide('accept', other.resultId)).toMatchObject({ code: 500, msg: problem });
});
