import { maxIssueDays } from '@limpid/contract/calibration/issue';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Station } from '@limpid/simulator/station/station';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { addProposal, type IssueClient, makeIssueClient, openMeasuring } from './issue.fixture.ts';

let fixture: GatewayFixture;
let client: IssueClient;
const running: Station[] = [];
const [k, b] = [2, 1];

beforeAll(async () => {
  fixture = await openGatewayFixture();
  client = makeIssueClient(fixture, await fixture.test.login());
});
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});
afterAll(() => fixture.close());

const query = (text: string, values: unknown[]) => fixture.test.app.pool.query(text, values);
/** The draft of a proposal that somebody has accepted. */
async function addDraft(forPast = false, hoursAgo = 5) {
  const { siteId, readSite } = await openMeasuring(fixture, running);
  const from = fixture.test.clock.now().getTime() - hoursAgo * HOUR_MS;
  const resultId = await addProposal(fixture, { siteId, k, b, forPast, from });
  await query(
    `update calibration_result set decision = 'accepted', decided_by = 'somebody' where result_id = $1`,
    [resultId],
  );
  await followIssues(fixture.test.app);
  const { issueId } = await client.find(siteId);
  return { siteId, resultId, issueId: Number(issueId), from, readSite };
}
const readDates = async (issueId: number) =>
  (
    await query(
      `select (extract(epoch from since) * 1000)::float8 as since, for_past from calibration_issue where issue_id = $1`,
      [issueId],
    )
  ).rows[0];

describe('a draft is refused when it is issued, like its result', () => {
  it('if there is a newer round', async () => {
    const { issueId, resultId, readSite } = await addDraft();
    await query(
      `insert into calibration_run (config_id, started_at, finished_at, state, from_hour, to_hour, settings)
       select config_id, started_at, finished_at, 'done', from_hour, to_hour, '{}'
       from calibration_run join calibration_result using (run_id) where result_id = $1`,
      [resultId],
    );
    expect(await client.send([issueId])).toMatchObject([
      { state: 'failed', problem: errorText('calibration.newer_run') },
    ]);
    expect((await readSite()).set).toEqual([]);
  });

  it('if its result is rejected, or only proposed and the person may not accept', async () => {
    const { issueId, resultId, readSite } = await addDraft();
    const decide = (decision: string) =>
      query('update calibration_result set decision = $2 where result_id = $1', [resultId, decision]);
    await decide('rejected');
    expect(await client.send([issueId])).toMatchObject([
      { problem: errorText('calibration_issue.not_proposed') },
    ]);
    await decide('proposed');
    await addPerson(fixture.test, 'sender', [{ permissions: ['site:calibration:issue'] }]);
    const sender = makeIssueClient(fixture, await fixture.test.login('sender', personPassword));
    expect(await sender.send([issueId])).toMatchObject([
      { problem: errorText('calibration_issue.not_accepted') },
    ]);
    expect((await readSite()).set).toEqual([]);
    expect(await client.send([issueId])).toMatchObject([{ state: 'confirmed', problem: null }]);
  });

  it('if the person does not reach all sites of its config', async () => {
    const { siteId, issueId, resultId, readSite } = await addDraft();
    const other = await openMeasuring(fixture, running);
    const { rows } = await query(
      `with dept as (insert into sys_dept (dept_name) values ('of the draft') returning dept_id), moved as (
         update site_entity set dept_id = (select dept_id from dept)
         where entity_id = (select entity_id from site where site_id = $1)
       ), member as (
         insert into calibration_config_site select config_id, $2 from calibration_run join calibration_result using (run_id)
         where result_id = $3
       ) select dept_id from dept`,
      [siteId, other.siteId, resultId],
    );
    const permissions = ['site:calibration:issue', 'site:calibration:accept'];
    const deptIds = [rows[0].dept_id];
    await addPerson(fixture.test, 'partial', [{ permissions, dataScope: '2', deptIds }]);
    const token = await fixture.test.login('partial', personPassword);
    const calibration = makeResourceClient(fixture.test, '/site/calibration', token);
    expect(await calibration.send('PUT', '/issue', { issueIds: [issueId] })).toMatchObject({
      msg: errorText('scope.denied'),
    });
    expect((await readSite()).set).toEqual([]);
  });

  it('if its calibration has been removed', async () => {
    const { issueId, resultId } = await addDraft();
    await query('delete from calibration_result where result_id = $1', [resultId]);
    const calibration = makeResourceClient(fixture.test, '/site/calibration', await fixture.test.login());
    expect(await calibration.send('PUT', '/issue', { issueIds: [issueId] })).toMatchObject({
      msg: errorText('calibration_issue.no_result'),
    });
  });

  it('if it is to count from a moment to come, or from long ago', async () => {
    const { issueId } = await addDraft();
    const calibration = makeResourceClient(fixture.test, '/site/calibration', await fixture.test.login());
    const now = fixture.test.clock.now().getTime();
    for (const since of [now + HOUR_MS, now - 32 * 24 * HOUR_MS])
      expect(await calibration.send('PUT', '/issue', { issueIds: [issueId], since })).toMatchObject({
        code: 500,
        field: 'since',
      });
  });
});

describe('K and B of a draft count', () => {
  it('from the moment that the person names', async () => {
    const { issueId } = await addDraft();
    const since = fixture.test.clock.now().getTime() - HOUR_MS;
    expect(await client.send([issueId], { since })).toMatchObject([{ state: 'confirmed' }]);
    expect(await readDates(issueId)).toEqual({ since, for_past: true });
  });

  it('as the config says without a moment, and from now on if the person says so', async () => {
    const asked = await addDraft(true);
    expect(await client.send([asked.issueId])).toMatchObject([{ state: 'confirmed' }]);
    expect(await readDates(asked.issueId)).toEqual({ since: asked.from, for_past: true });
    const { issueId } = await addDraft(true);
    const now = fixture.test.clock.now().getTime();
    expect(await client.send([issueId], { since: null })).toMatchObject([{ state: 'confirmed' }]);
    const dates = await readDates(issueId);
    expect(dates.for_past).toBe(false);
    expect(dates.since).toBeGreaterThanOrEqual(now);
  });
});

describe('a draft for a past that has become too long', () => {
  it('counts as far back as K and B can', async () => {
    const { issueId } = await addDraft(true, 32 * 24);
    const earliest = fixture.test.clock.now().getTime() - maxIssueDays * DAY_MS;
    expect(await client.send([issueId])).toMatchObject([{ state: 'confirmed', problem: null }]);
    const { since } = await readDates(issueId);
    expect(since).toBeGreaterThanOrEqual(earliest);
    expect(since).toBeLessThan(earliest + 2 * MINUTE_MS);
  });
});

describe('a draft that no person made', () => {
  it.each([{ status: '1' }, { acceptance: 'manual' }])(
    'waits for a person if its config is now %j',
    async (now) => {
      const { siteId, readSite } = await openMeasuring(fixture, running);
      const resultId = await addProposal(fixture, { siteId, k, b, acceptance: 'automatic' });
      const [[column, value] = []] = Object.entries(now);
      await query(
        `update calibration_config set ${column} = $2
       where config_id = (select config_id from calibration_run join calibration_result using (run_id) where result_id = $1)`,
        [resultId, value],
      );
      await query(
        `update calibration_result set decision = 'accepted', decided_by = null where result_id = $1`,
        [resultId],
      );
      await followIssues(fixture.test.app);
      expect(await client.find(siteId)).toMatchObject({ state: 'draft', draftBy: null });
      expect((await readSite()).set).toEqual([]);
    },
  );
});
