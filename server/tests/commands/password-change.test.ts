import { DAY_MS, HOUR_MS } from '@limpid/contract/durations';
import { deviceCommand, encodeCommand } from '@limpid/hj212/commands';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../src/roles/gateway.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { connectStation, stationTime } from '../../src/testing/stations.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
} from './command.fixture.ts';

const commands = shareCommandFixture();
const oldPassword = '123456';
let beats = 0;

/** A heartbeat with a password, made some time after the start of the test. */
function beat(mn: string, pw: string, afterMs = 0): { qn: string; frame: Buffer } {
  const qn = stationTime(testNow + afterMs + ++beats);
  return {
    qn,
    frame: encodeCommand(deviceCommand.heartbeat, { version: '2025', qn, st: '22', pw, mn }, {}),
  };
}

/** Connects with a password; resolves once the gateway has accepted it. */
async function connectWith(mn: string, pw: string, port = commands.fixture.gateway.port) {
  const station = await connectStation(port);
  const { qn, frame } = beat(mn, pw);
  station.send(frame);
  await station.answer(qn);
  return station;
}

async function isRefused(mn: string, pw: string): Promise<boolean> {
  const before = (await commands.fixture.refusals(mn))['password'] ?? 0;
  const station = await connectStation(commands.fixture.gateway.port);
  station.send(beat(mn, pw).frame);
  await soon(async () => (await commands.fixture.refusals(mn))['password']).toBe(before + 1);
  station.end();
  return true;
}

async function changePassword(siteId: number, password: string, more: object = {}): Promise<void> {
  const order = { values: { NewPW: password }, confirmed: 1, ...more };
  expect((await commands.order('write', 'Set password', [siteId], order)).code).toBe(200);
}

/** A station that has got a new password, and whose answer never comes: a person cancels the command. */
async function loseChange(password: string) {
  const station = await commands.openStation({ password: oldPassword });
  await changePassword(station.siteId, password);
  await nextRequest(station, '1072');
  const { logId } = await commands.findLog(station.siteId);
  expect((await commands.log.send('POST', `/cancel/${logId}`)).code).toBe(200);
  return station;
}

const passwordOf = (mn: string) => commands.fixture.test.ingest.directory.findByMn(mn)?.password;

async function countChanges(siteId: number): Promise<number> {
  const { rows } = await commands.fixture.test.app.pool.query(
    'select from station_password_change where site_id = $1',
    [siteId],
  );
  return rows.length;
}

describe('a password whose change got no result', () => {
  it('is accepted beside the old one, and replaces it once the device uses it', async () => {
    const { mn, siteId } = await loseChange('new-01');
    (await connectWith(mn, oldPassword)).end();
    (await connectWith(mn, 'new-01')).end();
    await soon(() => passwordOf(mn)).toBe('new-01');
    expect(await countChanges(siteId)).toBe(0);
    expect(await isRefused(mn, oldPassword)).toBe(true);
  });

  it('is dropped once the device has sent packets with the old one that are a day younger', async () => {
    const { mn, siteId, ...station } = await loseChange('new-02');
    const send = async (afterMs: number) => {
      const { qn, frame } = beat(mn, oldPassword, afterMs);
      station.send(frame);
      await station.answer(qn);
    };
    await send(HOUR_MS);
    expect(await countChanges(siteId)).toBe(1);
    await send(DAY_MS + HOUR_MS);
    await soon(() => countChanges(siteId)).toBe(0);
    await soon(() => commands.fixture.test.ingest.directory.findByMn(mn)?.newPasswords).toEqual([]);
    expect(await isRefused(mn, 'new-02')).toBe(true);
  });

  it('is no longer accepted after a later change', async () => {
    const { mn, siteId, ...station } = await loseChange('new-03');
    await changePassword(siteId, 'new-04');
    const request = await nextRequest(station, '1072', 2);
    station.send(acceptRequest(request), finishRequest({ ...request, pw: 'new-04' }));
    await soon(() => passwordOf(mn)).toBe('new-04');
    expect(await countChanges(siteId)).toBe(0);
    expect(await isRefused(mn, 'new-03')).toBe(true);
  });

  it('is dropped when the password of the site is set by hand', async () => {
    const { mn, siteId } = await loseChange('new-05');
    const sites = makeResourceClient(
      commands.fixture.test,
      '/site/site',
      await commands.fixture.test.login(),
    );
    const save = async (more: object) => sites.send('PUT', '', { ...(await sites.get(siteId)), ...more });
    await save({ remark: 'unrelated' });
    expect(await countChanges(siteId)).toBe(1);
    await save({ accessPassword: 'by-hand' });
    expect(await countChanges(siteId)).toBe(0);
    await soon(() => passwordOf(mn)).toBe('by-hand');
  });

  it('stands in no answer and in no table as it is', async () => {
    const { siteId } = await loseChange('zq-678');
    const { test } = commands.fixture;
    const sites = makeResourceClient(test, '/site/site', await test.login());
    expect(JSON.stringify(await sites.get(siteId))).not.toContain('zq-678');
    for (const table of ['station_password_change', 'device_log', 'sys_oper_log', 'site'])
      expect(
        (await test.app.pool.query(`select from ${table} t where t::text like '%zq-678%'`)).rows,
      ).toEqual([]);
  });
});

it('a device that refuses a new password keeps the old one', async () => {
  const { mn, siteId, ...station } = await commands.openStation({ password: oldPassword });
  await changePassword(siteId, 'new-06');
  station.send(acceptRequest(await nextRequest(station, '1072'), 2));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'refused' });
  await soon(() => countChanges(siteId)).toBe(0);
  expect(passwordOf(mn)).toBe(oldPassword);
});

it('a change that is cancelled just before it is sent never reaches the device', async () => {
  const { siteId, ...station } = await commands.openStation({ password: oldPassword });
  const client = await commands.fixture.test.app.pool.connect();
  try {
    // The new password cannot be stored yet, so the command is taken but not sent.
    await client.query('begin');
    await client.query('lock table station_password_change in exclusive mode');
    await changePassword(siteId, 'new-09');
    await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'sent' });
    const { logId } = await commands.findLog(siteId);
    expect((await commands.log.send('POST', `/cancel/${logId}`)).code).toBe(200);
  } finally {
    await client.query('rollback');
    client.release();
  }
  await commands.order('read', 'Read clock', [siteId]);
  await nextRequest(station, '1011');
  expect(requests(station, '1072')).toEqual([]);
  expect(await countChanges(siteId)).toBe(0);
});

it.each([
  [{}, 'offline'],
  [{ waitHours: 1 }, 'sent'],
])(
  'a change with %j is %s once its device has connected again just before it is sent',
  async (more, state) => {
    const { siteId, ...station } = await commands.openStation({ password: oldPassword });
    const client = await commands.fixture.test.app.pool.connect();
    const again = await commands.fixture.connectAgain({ siteId, ...station });
    try {
      await client.query('begin');
      await client.query('lock table station_password_change in exclusive mode');
      await changePassword(siteId, 'new-11', more);
      await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'sent' });
      await again.waitUntilProcessed();
    } finally {
      await client.query('rollback');
      client.release();
    }
    await soon(() => commands.findLog(siteId)).toMatchObject({ state });
    if (state === 'sent') await nextRequest(again, '1072');
    else expect(requests(again, '1072')).toEqual([]);
    expect(requests(station, '1072')).toEqual([]);
  },
);

it('a device that says "no data" to a new password may use either', async () => {
  const { mn, siteId, ...station } = await commands.openStation({ password: oldPassword });
  await changePassword(siteId, 'new-08');
  const request = await nextRequest(station, '1072');
  station.send(acceptRequest(request), finishRequest(request, 100));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'failed', resultDesc: '没有数据' });
  // The next command is sent once everything of this one is stored.
  await commands.order('read', 'Read clock', [siteId]);
  expect(await nextRequest(station, '1011')).toMatchObject({ pw: oldPassword });
  expect(passwordOf(mn)).toBe(oldPassword);
  expect(await countChanges(siteId)).toBe(1);
  (await connectWith(mn, 'new-08')).end();
});

it.each([
  ['PW={NewPW}', 'new-10'],
  ['Mode=1', oldPassword],
])('a template %s makes %s the password of the site', async (template, expected) => {
  const { pool } = commands.fixture.test.app;
  const { mn, siteId, ...station } = await commands.openStation({ password: oldPassword });
  const define = `update basic_command set config_params = $1 where command_code = '1072'`;
  await pool.query(define, [template]);
  await changePassword(siteId, 'new-10');
  await pool.query(define, ['NewPW={NewPW}']);
  const request = await nextRequest(station, '1072');
  station.send(acceptRequest(request), finishRequest(request));
  await commands.order('read', 'Read clock', [siteId]);
  expect(await nextRequest(station, '1011')).toMatchObject({ pw: expected });
  await soon(() => passwordOf(mn)).toBe(expected);
});

it('a device that gets a new password in one process may use it at once in another', async () => {
  const { connection, app } = commands.fixture.test;
  const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
  const there = await startGateway(other.app, other.ingest);
  const { mn, siteId, ...station } = await commands.openStation({ password: oldPassword });
  await changePassword(siteId, 'new-07');
  const request = await nextRequest(station, '1072');
  await soon(() => other.ingest.directory.findByMn(mn)?.newPasswords.length).toBe(1);
  const moved = await connectWith(mn, 'new-07', there.port);
  moved.send(finishRequest({ ...request, pw: 'new-07' }));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'done', sent: 1 });
  await soon(() => passwordOf(mn)).toBe('new-07');
  moved.end();
  await there.close();
  await other.close();
});
