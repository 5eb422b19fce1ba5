import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../src/testing/app.ts';
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
