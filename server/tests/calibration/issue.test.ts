import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { Station } from '@limpid/simulator/station/station';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { followIssues } from '../../src/features/calibration/issue/follow-issues.ts';
import { insertDraft } from '../../src/features/calibration/issue/issue.store.ts';
import { recorrectValues } from '../../src/features/reading/recorrection/recorrect-values.ts';
import { type GatewayFixture, openGatewayFixture } from '../../src/gateway/gateway.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { addProposal, type IssueClient, makeIssueClient, measured, openMeasuring } from './issue.fixture.ts';

let fixture: GatewayFixture;
let client: IssueClient;
const running: Station[] = [];
const [k, b] = [2, 1];
const corrected = k * measured + b;

beforeAll(async () => {
  fixture = await openGatewayFixture();
  client = makeIssueClient(fixture, await fixture.test.login());
  await fixture.test.app.pool.query(
    'update basic_device_type set answer_seconds = 3, retries = 0, execution_seconds = 3',
  );
});
afterEach(() => {
  for (const station of running.splice(0)) station.stop();
});
afterAll(() => fixture.close());

describe('K and B that are issued to a device', () => {
  it('are written and read back, change what the device measures, and are taken back by a roll-back', async () => {
    const { siteId, measure, reaches, readSite } = await openMeasuring(fixture, running);
    expect(await measure()).toBe(measured);
    const resultId = await addProposal(fixture, { siteId, k, b, target: 'device' });
    const [issue] = await client.issue([resultId]);
    expect(issue).toMatchObject({ state: 'pending', problem: null, channelCode: 'PM2.5' });
    await reaches(client, {
      state: 'confirmed',
      sentAt: expect.any(String),
      confirmedAt: expect.any(String),
    });
    expect(await readSite()).toMatchObject({ place: 'device', set: [[k, b]] });
    // Once, by the device: the platform applies nothing.
    expect(await measure()).toBe(corrected);
    const issueId = issue?.issueId ?? 0;
    expect(await client.rollBack([issueId])).toMatchObject([{ state: 'confirmed', problem: null }]);
    await reaches(client, { state: 'rolledBack', rolledBackBy: 'admin' });
    expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
    expect(await measure()).toBe(measured);
  });

  it('fail if the device does not answer, and nothing has changed', async () => {
    const { siteId, measure, reaches, readSite } = await openMeasuring(fixture, running, 'never');
    const resultId = await addProposal(fixture, { siteId, k, b, target: 'device' });
    await client.issue([resultId]);
    await reaches(client, {
      state: 'failed',
      reason: expect.stringMatching(/./),
      failedAt: expect.any(String),
    });
    expect(await readSite()).toEqual({ place: 'platform', set: [], applied: [1, 0] });
    expect(await measure()).toBe(measured);
  });

  it('fail if the device refuses them', async () => {
    const { siteId, measure, reaches, readSite } = await openMeasuring(fixture, running, 'refused');
    await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
    await reaches(client, { state: 'failed' });
    expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
    expect(await measure()).toBe(measured);
  });

  it('stay on it if the roll-back gets no answer, and can be rolled back again', async () => {
    const { siteId, station, measure, reaches, readSite } = await openMeasuring(fixture, running);
    const [issue] = await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
    await reaches(client, { state: 'confirmed' });
    station.device.options.answers = 'never';
    const ids = [issue?.issueId ?? 0];
    await client.rollBack(ids);
    await reaches(client, { state: 'confirmed', reason: expect.stringMatching(/./) });
    expect(await readSite()).toMatchObject({ place: 'device', set: [[k, b]] });
    expect(await measure()).toBe(corrected);
    station.device.options.answers = 'prompt';
    await client.rollBack(ids);
    await reaches(client, { state: 'rolledBack' });
    expect(await measure()).toBe(measured);
  });

  it('are refused where the platform applies K and B of the site, or the device has no command', async () => {
    const { siteId } = await openMeasuring(fixture, running);
    await client.issue([await addProposal(fixture, { siteId, k: 1.5, b: 0 })]);
    const resultId = await addProposal(fixture, { siteId, k, b, kBefore: 1.5, target: 'device' });
    expect(await client.issue([resultId])).toMatchObject([
      { state: 'failed', problem: errorText('calibration_issue.place_platform') },
    ]);
    await fixture.test.app.pool.query(
      `update site set protocol = 'http', coefficients = '[]' where site_id = $1`,
      [siteId],
    );
    expect(
      await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]),
    ).toMatchObject([{ state: 'failed', problem: errorText('calibration_issue.no_command') }]);
  });
});

describe('K and B that are issued to the platform', () => {
  it('count at once, and a roll-back ends them', async () => {
    const { siteId, measure, readSite, listStored } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    const before = await listStored();
    const [issue] = await client.issue([resultId]);
    expect(issue).toMatchObject({ state: 'confirmed', problem: null });
    expect(await readSite()).toEqual({ place: 'platform', set: [[k, b]], applied: [k, b] });
    expect(await measure()).toBe(corrected);
    expect((await listStored()).slice(0, before.length)).toEqual(before);
    await client.rollBack([issue?.issueId ?? 0]);
    expect(await client.find(siteId)).toMatchObject({ state: 'rolledBack', rolledBackBy: 'admin' });
    expect(await readSite()).toEqual({ place: 'platform', set: [], applied: [1, 0] });
    expect(await measure()).toBe(measured);
    expect((await listStored()).filter((value) => value === corrected)).toHaveLength(1);
  });

  it('count for the past if that is asked for, and a roll-back restores it', async () => {
    const { siteId, measure, listStored } = await openMeasuring(fixture, running);
    for (let minute = 0; minute < 3; minute++) await measure();
    const { app, clock, ingest } = fixture.test;
    const stored = await listStored();
    const recorrect = async () => {
      await app.pool.query('delete from dirty_hour');
      const changed = await recorrectValues(app, ingest.directory);
      const { rows } = await app.pool.query(
        'select count(*)::int as hours from dirty_hour where $1 = any(sites)',
        [siteId],
      );
      return { changed, isQueued: rows[0].hours > 0 };
    };
    const since = clock.now().getTime() - 2 * MINUTE_MS;
    const [issue] = await client.issue([await addProposal(fixture, { siteId, k, b })], { since });
    expect(issue).toMatchObject({ state: 'confirmed' });
    const { changed, isQueued } = await recorrect();
    expect(changed).toBeGreaterThan(0);
    expect(isQueued).toBe(true);
    expect(await listStored()).toEqual(
      stored.map((value, n) => (n >= stored.length - changed ? corrected : value)),
    );
    await client.rollBack([issue?.issueId ?? 0]);
    expect((await recorrect()).changed).toBe(changed);
    expect(await listStored()).toEqual(stored);
  });

  it('cannot count from a moment to come, or from long ago', async () => {
    const { siteId } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    const calibration = makeResourceClient(fixture.test, '/site/calibration', await fixture.test.login());
    const now = fixture.test.clock.now().getTime();
    for (const since of [now + HOUR_MS, now - 32 * 24 * HOUR_MS])
      expect(await calibration.send('POST', '/issue', { resultIds: [resultId], since })).toMatchObject({
        code: 500,
        field: 'since',
      });
  });

  it('are refused where the device applies them', async () => {
    const { siteId, reaches } = await openMeasuring(fixture, running);
    await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
    await reaches(client, { state: 'confirmed' });
    const resultId = await addProposal(fixture, { siteId, k: 3, b: 0, kBefore: k, bBefore: b });
    expect(await client.issue([resultId])).toMatchObject([
      { state: 'failed', problem: errorText('calibration_issue.place_device') },
    ]);
  });
});

describe('K and B of two pollutants of a site', () => {
  it.each(['device', 'platform'] as const)('stay on the %s until both are rolled back', async (target) => {
    const { siteId, readSite, reaches } = await openMeasuring(fixture, running);
    const before = target === 'device' ? 'platform' : 'device';
    await fixture.test.app.pool.query('update site set coefficient_place = $2 where site_id = $1', [
      siteId,
      before,
    ]);
    const issued = await client.issue([
      await addProposal(fixture, { siteId, k, b, target }),
      await addProposal(fixture, { siteId, k: 3, b: 2, target, channel: 'PM10' }),
    ]);
    const [pm25 = 0, pm10 = 0] = issued.map(({ issueId }) => issueId ?? 0);
    const reach = (issueId: number, state: string) =>
      reaches({ ...client, find: () => client.find(siteId, issueId) }, { state });
    await reach(pm25, 'confirmed');
    await reach(pm10, 'confirmed');
    expect(await client.rollBack([pm10])).toMatchObject([{ problem: null }]);
    await reach(pm10, 'rolledBack');
    expect(await readSite()).toMatchObject({ place: target, set: [[k, b]] });
    // The other pollutant is neither locked for issuing nor for rolling back.
    const next = { siteId, k: 3, b: 2, target, channel: 'PM10' };
    const [again] = await client.issue([await addProposal(fixture, next)]);
    expect(again).toMatchObject({ problem: null });
    await reach(again?.issueId ?? 0, 'confirmed');
    expect(await client.rollBack([pm25])).toMatchObject([{ problem: null }]);
    await reach(pm25, 'rolledBack');
    expect(await readSite()).toMatchObject({ place: target, set: [[3, 2]] });
  });

  it('are on neither place once the last is rolled back, which restores the place', async () => {
    const { siteId, readSite, reaches } = await openMeasuring(fixture, running);
    const issued = await client.issue([
      await addProposal(fixture, { siteId, k, b, target: 'device' }),
      await addProposal(fixture, { siteId, k: 3, b: 2, target: 'device', channel: 'PM10' }),
    ]);
    const ids = issued.map(({ issueId }) => issueId ?? 0);
    for (const state of ['confirmed', 'rolledBack']) {
      for (const issueId of ids)
        await reaches({ ...client, find: () => client.find(siteId, issueId) }, { state });
      if (state === 'confirmed') await client.rollBack(ids);
    }
    expect(await readSite()).toMatchObject({ place: 'platform', set: [] });
  });
});

describe('two people who issue at once', () => {
  it('issue a result once, and the other is told', async () => {
    const { siteId } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    const all = (await Promise.all([client.issue([resultId]), client.issue([resultId])])).flat();
    expect(all.map(({ problem }) => problem).toSorted()).toEqual(
      [null, errorText('calibration_issue.issued')].toSorted(),
    );
    expect(all.filter(({ state }) => state === 'confirmed')).toHaveLength(1);
  });

  it('issue two results for one channel once: the other is out of date', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    const ids = [
      await addProposal(fixture, { siteId, k, b }),
      await addProposal(fixture, { siteId, k: 3, b: 0 }),
    ];
    const all = (await Promise.all(ids.map((id) => client.issue([id])))).flat();
    expect(all.filter(({ state }) => state === 'confirmed')).toHaveLength(1);
    expect(all.filter(({ problem }) => problem !== null)).toHaveLength(1);
    expect((await readSite()).set).toHaveLength(1);
  });

  it('do not write to one device at once', async () => {
    const { siteId, reaches } = await openMeasuring(fixture, running, 'never');
    await client.issue([await addProposal(fixture, { siteId, k, b, target: 'device' })]);
    const second = await client.issue([await addProposal(fixture, { siteId, k: 3, b: 0, target: 'device' })]);
    expect(second).toMatchObject([
      { state: 'failed', problem: errorText('calibration_issue.under_way', { name: 'admin' }) },
    ]);
    await reaches(client, { state: 'draft' });
  });

  it('cannot roll back what somebody has changed since', async () => {
    const { siteId } = await openMeasuring(fixture, running);
    const [issue] = await client.issue([await addProposal(fixture, { siteId, k, b })]);
    await client.issue([await addProposal(fixture, { siteId, k: 3, b: 0, kBefore: k, bBefore: b })]);
    expect(await client.rollBack([issue?.issueId ?? 0])).toMatchObject([
      { state: 'confirmed', problem: errorText('calibration_issue.newer') },
    ]);
  });
});

describe('an accepted result', () => {
  const decide = async (resultId: number, by: string | null) => {
    await fixture.test.app.pool.query(
      `update calibration_result set decision = 'accepted', decided_by = $2 where result_id = $1`,
      [resultId, by],
    );
    await followIssues(fixture.test.app);
  };

  it('becomes a draft, which a person issues', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    await decide(await addProposal(fixture, { siteId, k, b }), 'somebody');
    const draft = await client.find(siteId);
    expect(draft).toMatchObject({ state: 'draft', draftBy: 'somebody' });
    expect((await readSite()).set).toEqual([]);
    expect(await client.send([Number(draft['issueId'])])).toMatchObject([
      { state: 'confirmed', problem: null },
    ]);
    expect((await readSite()).set).toEqual([[k, b]]);
  });

  it('is issued at once if its config has accepted it', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    await decide(await addProposal(fixture, { siteId, k, b, acceptance: 'automatic' }), null);
    expect(await client.find(siteId)).toMatchObject({ state: 'confirmed', pendingBy: null });
    expect((await readSite()).set).toEqual([[k, b]]);
  });

  it('counts from the moment that is given when its draft is issued', async () => {
    const { siteId, listStored } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    await decide(resultId, 'somebody');
    const since = fixture.test.clock.now().getTime() - HOUR_MS;
    expect(await client.issue([resultId], { since })).toMatchObject([{ state: 'confirmed', problem: null }]);
    const { rows } = await fixture.test.app.pool.query(
      `select extract(epoch from i.since)::float8 * 1000 as since, for_past,
         extract(epoch from c.since)::float8 * 1000 as counts_since
       from calibration_issue i join site_coefficient c using (site_id) where site_id = $1`,
      [siteId],
    );
    expect(rows).toEqual([{ since, for_past: true, counts_since: since }]);
    await recorrectValues(fixture.test.app, fixture.test.ingest.directory);
    expect(new Set(await listStored())).toEqual(new Set([corrected]));
  });

  it('is issued although the process stopped after its draft was made', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b, acceptance: 'automatic' });
    const { db, pool } = fixture.test.app;
    await pool.query(`update calibration_result set decision = 'accepted' where result_id = $1`, [resultId]);
    await insertDraft(db, { resultId, at: fixture.test.clock.now(), by: null });
    await followIssues(fixture.test.app);
    expect(await client.find(siteId)).toMatchObject({ state: 'confirmed', draftBy: null });
    expect((await readSite()).set).toEqual([[k, b]]);
  });
});

describe('a proposal that is issued without having been accepted', () => {
  const query = (text: string, values: unknown[]) => fixture.test.app.pool.query(text, values);

  it('is refused if there is a newer round', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    await query(
      `insert into calibration_run (config_id, started_at, finished_at, state, from_hour, to_hour, settings)
       select config_id, started_at, finished_at, 'done', from_hour, to_hour, '{}'
       from calibration_run join calibration_result using (run_id) where result_id = $1`,
      [resultId],
    );
    expect(await client.issue([resultId])).toMatchObject([
      { state: 'failed', problem: errorText('calibration.newer_run') },
    ]);
    expect((await readSite()).set).toEqual([]);
  });

  it('needs the right to accept', async () => {
    const { siteId, readSite } = await openMeasuring(fixture, running);
    await addPerson(fixture.test, 'issuer', [{ permissions: ['site:calibration:issue'] }]);
    const issuer = makeIssueClient(fixture, await fixture.test.login('issuer', personPassword));
    const resultId = await addProposal(fixture, { siteId, k, b });
    expect(await issuer.issue([resultId])).toMatchObject([
      { state: 'failed', problem: errorText('calibration_issue.not_accepted') },
    ]);
    expect((await readSite()).set).toEqual([]);
    await query(
      `update calibration_result set decision = 'accepted', decided_by = 'admin' where result_id = $1`,
      [resultId],
    );
    expect(await issuer.issue([resultId])).toMatchObject([{ state: 'confirmed', problem: null }]);
  });

  it('needs the data scope of all sites of its config', async () => {
    const { siteId } = await openMeasuring(fixture, running);
    const other = await openMeasuring(fixture, running);
    const resultId = await addProposal(fixture, { siteId, k, b });
    const { rows } = await query(
      `with dept as (insert into sys_dept (dept_name) values ('of one site') returning dept_id), moved as (
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
    expect(await calibration.send('POST', '/issue', { resultIds: [resultId] })).toMatchObject({
      msg: errorText('scope.denied'),
    });
  });
});

it('a refused result is not issued', async () => {
  const { siteId } = await openMeasuring(fixture, running);
  const resultId = await addProposal(fixture, { siteId, k, b });
  await fixture.test.app.pool.query(
    `update calibration_result set decision = 'refused' where result_id = $1`,
    [resultId],
  );
  expect(await client.issue([resultId])).toMatchObject([
    { problem: errorText('calibration_issue.not_proposed') },
  ]);
});
