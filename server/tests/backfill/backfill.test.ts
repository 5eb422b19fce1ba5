import { HOUR_MS } from '@limpid/contract/durations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addDepartment, addPerson, personPassword } from '../../src/testing/people.ts';
import { soon } from '../../src/testing/soon.ts';
import { hourAgo, openBackfill } from './backfill.fixture.ts';

let backfill: Awaited<ReturnType<typeof openBackfill>>;

beforeAll(async () => {
  backfill = await openBackfill();
});
afterAll(() => backfill.close());

const allBut = (...missing: number[]) =>
  Array.from({ length: 24 }, (_, n) => n + 1).filter((hours) => !missing.includes(hours));

describe('hours that are missing', () => {
  it('are shown as gaps, asked for, followed, and gone when the device has sent them', async () => {
    const site = await backfill.addSite({ stored: allBut(20, 19, 18, 9, 2) });
    await backfill.connect(site);
    const { hours } = await backfill.gaps(site.siteId);
    expect(hours).toMatchObject({ count: 3, missing: 5, asked: 0, requests: 1, problem: null });
    expect(hours?.gaps).toEqual([
      { from: hourAgo(2), to: hourAgo(1), missing: 1, asked: 0 },
      { from: hourAgo(9), to: hourAgo(8), missing: 1, asked: 0 },
      { from: hourAgo(20), to: hourAgo(17), missing: 3, asked: 0 },
    ]);

    expect((await backfill.ask(site.siteId))['data']).toEqual({ requests: 1, missing: 5 });
    expect((await backfill.ask(site.siteId)).msg).toBe('Nothing is missing that was not requested already');
    await soon(() => backfill.requests(site.siteId)).toEqual([
      { kind: '2061', state: 'answered', reason: null, missing: 5, arrived: 5, automatic: false },
    ]);
    expect((await backfill.gaps(site.siteId)).hours).toMatchObject({ gaps: [], missing: 0, requests: 0 });

    const commands = await backfill.commands(site.siteId);
    // By the clock of the site, eight hours ahead of UTC.
    expect(commands).toMatchObject([{ state: 'done', userName: 'admin' }]);
    expect(commands[0]?.request).toContain('BeginTime=20261117220000;EndTime=20261118165959');
  });

  it('are asked for in several requests, one after the other, where the type limits them', async () => {
    const { pool } = backfill.test.app;
    await pool.query('update basic_device_type set request_hours = 2 where device_type_id = 2');
    const site = await backfill.addSite({ stored: allBut(20, 19, 18, 9), deviceTypeId: 2 });
    await backfill.connect(site);
    expect((await backfill.gaps(site.siteId)).hours).toMatchObject({ requests: 3 });
    expect((await backfill.ask(site.siteId))['data']).toEqual({ requests: 3, missing: 4 });
    const answered = { state: 'answered', reason: null };
    await soon(() => backfill.requests(site.siteId)).toMatchObject([
      { ...answered, missing: 2 },
      { ...answered, missing: 1 },
      { ...answered, missing: 1 },
    ]);
  });

  it('come as minutes and days too', async () => {
    const site = await backfill.addSite({ stored: Array.from({ length: 12 }, (_, n) => n + 60) });
    await backfill.connect(site);
    const { days, minutes } = await backfill.gaps(site.siteId, 48);
    // The whole day before the running one, in China.
    expect(days).toMatchObject({ missing: 1, requests: 1 });
    expect(minutes).toMatchObject({ missing: 288, requests: 2 });
    await backfill.ask(site.siteId, 2031, { hours: 48 });
    await soon(() => backfill.requests(site.siteId)).toMatchObject([{ kind: '2031', state: 'answered' }]);
    await backfill.ask(site.siteId, 2051, { hours: 2 });
    await soon(() => backfill.requests(site.siteId)).toMatchObject([
      {},
      { kind: '2051', state: 'answered', missing: 12 },
    ]);
  });
});

describe('a request', () => {
  it('fails if the device never answers', async () => {
    const site = await backfill.addSite({ stored: allBut(5) });
    await backfill.connect(site, 'never');
    await backfill.ask(site.siteId);
    await soon(() => backfill.commands(site.siteId)).toMatchObject([{ state: 'timedOut' }]);
    expect(await backfill.requests(site.siteId)).toMatchObject([{ state: 'sent' }]);
    backfill.test.clock.advance(1);
    await soon(() => backfill.requests(site.siteId)).toMatchObject([
      { state: 'failed', reason: 'timedOut', arrived: 0 },
    ]);
    expect((await backfill.gaps(site.siteId)).hours).toMatchObject({ missing: 1, asked: 0, requests: 1 });
  });

  it('is refused if the device refuses it', async () => {
    const site = await backfill.addSite({ stored: allBut(5) });
    await backfill.connect(site, 'refused');
    await backfill.ask(site.siteId);
    await soon(() => backfill.commands(site.siteId)).toMatchObject([{ state: 'refused' }]);
    backfill.test.clock.advance(1);
    await soon(() => backfill.requests(site.siteId)).toMatchObject([{ state: 'refused', reason: 'refused' }]);
  });
});

describe('asking is refused', () => {
  it('while the device is offline', async () => {
    const { siteId, mn } = await backfill.addSite({ stored: allBut(5) });
    const reason = `“${mn}” is offline: only a connected device can be asked`;
    expect((await backfill.ask(siteId)).msg).toBe(reason);
    expect((await backfill.gaps(siteId)).hours).toMatchObject({ missing: 1, problem: reason });
    expect(await backfill.requests(siteId)).toEqual([]);
  });

  it('for a kind that the device type does not send again', async () => {
    await backfill.test.app.pool.query(
      'update basic_device_type set answers_hours = false where device_type_id = 3',
    );
    const site = await backfill.addSite({ stored: allBut(5), deviceTypeId: 3 });
    await backfill.connect(site);
    expect((await backfill.ask(site.siteId)).msg).toContain('do not send such data again');
    expect((await backfill.ask(site.siteId, 2051, { hours: 2 })).code).toBe(200);
  });

  it('for a month that is locked', async () => {
    const { app } = backfill.test;
    const site = await backfill.addSite({ stored: allBut(5) });
    await backfill.connect(site);
    await app.pool.query(
      `with lock as (
         insert into month_lock (entity_id, month, zone, since, until, locked_at, locked_by)
         select entity_id, '2026-11-01', 'Asia/Shanghai', '2026-10-31T16:00Z', '2026-11-30T16:00Z', now(), 'admin'
         from site where site_id = $1 returning *)
       insert into month_lock_site (lock_id, site_id, month, since, until)
       select lock_id, $1, month, since, until from lock`,
      [site.siteId],
    );
    const reason = `2026-11 of ${site.mn} is locked: its data does not change until somebody unlocks it`;
    expect((await backfill.ask(site.siteId)).msg).toBe(reason);
    expect((await backfill.gaps(site.siteId)).hours?.problem).toBe(reason);
    expect(await backfill.requests(site.siteId)).toEqual([]);
  });

  it('without the permission, for sites of other departments, and for periods that are too long', async () => {
    const { test } = backfill;
    const { siteId } = await backfill.addSite({ stored: allBut(5) });
    await addDepartment(test, 9001, 100, [0, 100]);
    await addPerson(test, 'reader', [{ permissions: ['data:completeness:list', 'data:backfill:list'] }]);
    const own = { permissions: ['data:completeness:list', 'data:backfill:add'], dataScope: '3' };
    await addPerson(test, 'elsewhere', [own], 9001);
    const reader = await test.login('reader', personPassword);
    const elsewhere = await test.login('elsewhere', personPassword);
    expect((await backfill.ask(siteId, 2061, { token: reader })).code).toBe(403);
    expect((await backfill.ask(siteId, 2061, { token: elsewhere })).msg).toBe(
      'You do not have access to this data',
    );
    const { from, to } = backfill.period(siteId);
    const search = `/gaps?siteId=${siteId}&from=${from}&to=${to}`;
    expect((await backfill.send('GET', search, undefined, elsewhere)).code).toBe(403);
    expect((await backfill.ask(siteId, 2051, { hours: 49 })).code).toBe(500);
    expect((await backfill.send('POST', '', { siteId, kind: 2061, from: to, to: to - HOUR_MS })).code).toBe(
      500,
    );
    expect(await backfill.requests(siteId)).toEqual([]);
  });
});

it('requests are listed, filtered, exported and in the operation log', async () => {
  const site = await backfill.addSite({ stored: allBut(7, 8) });
  await backfill.connect(site);
  await backfill.ask(site.siteId);
  await soon(() => backfill.requests(site.siteId)).toMatchObject([{ state: 'answered' }]);
  const { rows } = await backfill.send(
    'GET',
    `/list?siteName=${site.mn}&state=answered&kind=2061&pageSize=10`,
  );
  expect(rows).toMatchObject([
    {
      siteName: site.mn,
      missing: 2,
      arrived: 2,
      createBy: 'admin',
      automatic: false,
      fromTs: '2026-11-18 10:00:00',
    },
  ]);
  const sheet = await backfill.test.send('POST', `/data/backfill/export`, { token: backfill.admin });
  expect(sheet.status).toBe(200);
  expect(sheet.bytes.length).toBeGreaterThan(1000);
  const { rows: logged } = await backfill.test.app.pool.query(
    `select oper_name from sys_oper_log where oper_url like '%/data/backfill' and request_method = 'POST' and oper_param like $1`,
    [`%"siteId":${site.siteId}%`],
  );
  expect(logged).toEqual([{ oper_name: 'admin' }]);
});
