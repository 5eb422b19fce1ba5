import { encodeFrame } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import { describe, expect, it } from 'vitest';
import { siteChanged } from '../../src/features/reading/site-changed.ts';
import { lastMinute } from '../../src/gateway/gateway.fixture.ts';
import { errorText } from '../../src/testing/error-text.ts';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { dataFrames, stationTime } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
  value,
} from './command.fixture.ts';

const commands = shareCommandFixture();

describe('a command', () => {
  it('is sent, accepted, answered and done, with its texts in the log', async () => {
    const station = await commands.openStation();
    const { data } = await commands.order('read', 'Read real-time interval', [station.siteId]);
    expect(data).toMatchObject({ devices: [{ siteId: station.siteId, state: 'queued' }] });
    const request = await nextRequest(station, '1061');
    expect(request).toMatchObject({ wantsAnswer: true, cp: '', mn: station.mn });
    station.send(acceptRequest(request), value(request, { RtdInterval: '30' }), finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'done',
      packets: 1,
      deviceSn: station.mn,
      userName: 'admin',
      resultDesc: '执行成功',
    });
    const { request: sent, response } = await commands.findLog(station.siteId);
    expect(sent).toContain('CN=1061;PW=******');
    expect(response).toContain('RtdInterval=30');
    expect(await commands.fixture.refusals(station.mn)).toEqual({});
  });

  it.each([
    ['refused', (request: Packet) => [acceptRequest(request, 2)], '设备拒绝执行'],
    ['failed', (request: Packet) => [acceptRequest(request), finishRequest(request, 5)], '系统繁忙'],
    ['done', (request: Packet) => [finishRequest(request)], '执行成功'],
    [
      'done',
      (request: Packet) => [
        acceptRequest(request),
        acceptRequest(request),
        finishRequest(request),
        finishRequest(request, 2),
      ],
      '执行成功',
    ],
  ])('ends once as %s', async (state, answers, result) => {
    const station = await commands.openStation();
    await commands.order('operate', 'Zero and span calibration', [station.siteId], {
      values: { PolId: 'a34004' },
    });
    const request = await nextRequest(station, '3011');
    expect(request.cp).toBe('PolId=a34004');
    station.send(...answers(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state, resultDesc: result });
  });

  it('is sent again without an answer, then given up; a late answer is counted', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    const request = await nextRequest(station, '1011');
    await commands.fixture.test.app.pool.query(
      `update basic_device_type set answer_seconds = 1 where device_type_id = 1`,
    );
    const other = await commands.openStation();
    await commands.order('read', 'Read clock', [other.siteId]);
    await nextRequest(other, '1011');
    commands.fixture.test.clock.advance(1.1 / 60);
    const again = await nextRequest(other, '1011', 2);
    expect(again.qn).toBe(requests(other, '1011')[0]?.qn);
    commands.fixture.test.clock.advance(1.1 / 60);
    await soon(() => commands.findLog(other.siteId)).toMatchObject({ state: 'timedOut', sent: 2 });
    other.send(finishRequest(again));
    await soon(() => commands.findLog(other.siteId)).toMatchObject({ state: 'timedOut', lateAnswers: 1 });
    station.send(finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'noValue' });
    await commands.fixture.test.app.pool.query('update basic_device_type set answer_seconds = 10');
  });

  it('waits for the one before it at the same device', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    const request = await nextRequest(station, '1011');
    await commands.order('read', 'Read minute interval', [station.siteId]);
    await station.waitUntilProcessed();
    expect(requests(station, '1063')).toEqual([]);
    station.send(finishRequest(request));
    const second = await nextRequest(station, '1063');
    station.send(finishRequest(second));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'noValue',
      commandCode: '1063',
    });
  });

  it('is refused for a device that is offline, or waits for it if asked to', async () => {
    const station = await commands.openStation();
    station.end();
    await station.closed;
    await waitUntil(async () => {
      await commands.fixture.gateway.report();
      const { rows } = await commands.fixture.test.app.pool.query(
        'select from gateway_connection where mn = $1',
        [station.mn],
      );
      return rows.length === 0;
    }, 'the connection is gone');
    const { data } = await commands.order('read', 'Read clock', [station.siteId]);
    expect(data).toMatchObject({ devices: [{ state: 'offline' }] });
    await commands.order('read', 'Read clock', [station.siteId], { waitHours: 1 });
    commands.fixture.test.clock.advance(1);
    const again = await commands.fixture.connectAgain(station);
    await again.waitUntilProcessed();
    const request = await nextRequest(again, '1011');
    again.send(
      acceptRequest(request),
      value(request, { SystemTime: '20260101000000' }),
      finishRequest(request),
    );
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done' });
    const row = await commands.findLog(station.siteId);
    const times = [row['dataTime'], row['sentAt'], row['acceptedAt'], row['answeredAt'], row['endedAt']].map(
      String,
    );
    expect(times).toEqual(times.toSorted());
    expect(times[1]).not.toBe(times[0]);
    // The minute before the device returned does not count.
    expect(row['seconds']).toBeLessThan(30);
  });

  it('that waits is not sent once its site is disabled, or has another device or protocol', async () => {
    const { pool, bus } = commands.fixture.test.app;
    const changes = [`status = '1'`, `mn = mn || '-NEW'`, `protocol = 'hj212-2005'`];
    const stations = await Promise.all(changes.map(() => commands.fixture.addStation()));
    const siteIds = stations.map(({ siteId }) => siteId);
    await commands.order('read', 'Read slope K', siteIds, { values: { PolId: 'a34004' }, waitHours: 1 });
    for (const [index, change] of changes.entries())
      await pool.query(`update site set ${change} where site_id = $1`, [siteIds[index]]);
    await bus.publish(siteChanged);
    const [, , changed] = stations;
    await changed?.waitUntilProcessed();
    for (const siteId of siteIds)
      await soon(() => commands.findLog(siteId)).toMatchObject({
        state: 'failed',
        sent: 0,
        resultDesc: '站点已停用或设备已变更，未发送',
      });
    expect(changed && requests(changed, '3020')).toEqual([]);
  });

  it('that waits behind another for too long says so', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    await commands.order('read', 'Read minute interval', [station.siteId]);
    await commands.fixture.test.app.pool.query(
      `update device_log set send_until = data_time where site_id = $1 and state = 'queued'`,
      [station.siteId],
    );
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'timedOut',
      resultDesc: '前面的命令耗时过长，未发送',
    });
  });

  it('is readable in the log where its frame is encrypted, and an answer with control characters too', async () => {
    const sm4Key = '00112233445566778899aabbccddeeff';
    const { rows } = await commands.fixture.test.app.pool.query<{ id: number }>(
      `with type as (
         insert into basic_device_type (type_code, type_name, protocol) values ('SM4', 'SM4', 'hj212-2025') returning device_type_id
       )
       insert into basic_device_type_channel (device_type_id, channel_id)
       select device_type_id, channel_id from type, basic_channel returning device_type_id as id`,
    );
    const station = await commands.openStation({ sm4Key, deviceTypeId: rows[0]?.id ?? 0 });
    for (let turn = 1; turn <= 5; turn++) {
      await commands.order('read', 'Read slope K', [station.siteId], { values: { PolId: 'a34004' } });
      await waitUntil(() => station.bytes().toString('latin1').split('CN=3020').length > turn, 'the request');
      const { request } = await commands.findLog(station.siteId);
      expect(request).toContain('CP=&&PolId=a34004;InfoId=i13008&&');
      expect(station.bytes().toString('latin1')).not.toContain('InfoId');
      const qn = /QN=(\d{17})/.exec(String(request))?.[1] ?? '';
      const answer = `QN=${qn};ST=91;CN=9012;PW=123456;MN=${station.mn};Flag=8;CP=&&ExeRtn=1;x=\u0000&&`;
      station.send(encodeFrame(answer));
      await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'noValue' });
    }
  });

  it('reads values that are never encrypted from a site that requires SM4, which refuses plain data', async () => {
    const sm4Key = '00112233445566778899aabbccddeeff';
    const station = await commands.fixture.addStation({ sm4Key, sm4Required: true });
    const { mn, siteId } = station;
    const report = { mn, at: lastMinute, values: { a34004: 1 }, version: '2025' } as const;
    station.send(...dataFrames({ ...report, encode: { key: Buffer.from(sm4Key, 'hex') } }));
    await station.answer(stationTime(lastMinute));
    await commands.fixture.gateway.report();
    await commands.order('read', 'Read clock', [siteId]);
    const request = await nextRequest(station, '1011');
    station.send(value(request, { SystemTime: '20260101000000' }), finishRequest(request));
    await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'done', packets: 1 });
    station.send(...dataFrames(report), ...dataFrames({ ...report, version: '2017' }));
    await soon(() => commands.fixture.refusals(mn)).toEqual({ plain: 2 });
  });

  it('that reads data stores no parameters of the device', async () => {
    const station = await commands.openStation();
    const values = { BeginTime: '20260101000000', EndTime: '20260101010000' };
    await commands.order('read', 'Read minute data', [station.siteId], { values });
    const request = await nextRequest(station, '2051');
    const minute = { DataTime: '20260101000000', 'a34004-Avg': '12' };
    // The acceptance may come after the data; it is noted all the same.
    station.send(value(request, minute), acceptRequest(request), finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    expect((await commands.findLog(station.siteId))['acceptedAt']).toEqual(expect.any(String));
    // The next command is sent once everything of this one is stored.
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    const { rows } = await commands.fixture.test.app.pool.query(
      'select from device_parameter where site_id = $1',
      [station.siteId],
    );
    expect(rows).toEqual([]);
  });

  it('can be cancelled; what the device says afterwards is late', async () => {
    const station = await commands.openStation();
    await commands.order('operate', 'Take sample', [station.siteId], { values: { PolId: 'a34004' } });
    const request = await nextRequest(station, '3012');
    const row = await commands.findLog(station.siteId);
    expect((await commands.log.send('POST', `/cancel/${row['logId']}`)).code).toBe(200);
    station.send(finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'cancelled', lateAnswers: 1 });
    const body = await commands.log.send('POST', `/cancel/${row['logId']}`);
    expect(body.msg).toBe(errorText('device_order.ended'));
  });

  it('can be cancelled by who may order it, and by nobody else', async () => {
    const { test } = commands.fixture;
    const permissions = ['device:equipment:read'];
    await addPerson(test, 'reader of devices', [{ permissions, dataScope: '1' }], 100);
    const token = await test.login('reader of devices', personPassword);
    const own = makeResourceClient(test, '/device/log', token);
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    const reading = await commands.findLog(station.siteId);
    expect((await own.send('POST', `/cancel/${reading['logId']}`)).code).toBe(200);
    await commands.order('operate', 'Take sample', [station.siteId], { values: { PolId: 'a34004' } });
    const sampling = await commands.findLog(station.siteId);
    expect((await own.send('POST', `/cancel/${sampling['logId']}`)).code).toBe(403);
  });

  it('that sets a password changes the one of the site once the device has accepted it', async () => {
    const station = await commands.openStation({ password: '123456' });
    const given = { values: { NewPW: 'zq-654' } };
    expect((await commands.order('write', 'Set password', [station.siteId], given)).msg).toBe(
      errorText('device_order.confirm', { count: 1 }),
    );
    await commands.order('write', 'Set password', [station.siteId], { ...given, confirmed: 1 });
    const request = await nextRequest(station, '1072');
    expect(request.cp).toBe('NewPW=zq-654');
    station.send(acceptRequest(request), finishRequest({ ...request, pw: 'zq-654' }));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done' });
    await soon(() => commands.fixture.test.ingest.directory.findByMn(station.mn)?.password).toBe('zq-654');
    // The next command carries it already, although the device has not sent it in a packet yet.
    await commands.order('read', 'Read clock', [station.siteId]);
    expect(await nextRequest(station, '1011')).toMatchObject({ pw: 'zq-654' });
    const { request: text, response } = await commands.findLog(station.siteId);
    expect(`${text}${response}`).not.toMatch(/zq-654|123456/);
    const { pool } = commands.fixture.test.app;
    const operations = `select from sys_oper_log where oper_url like '%/device/equipment/write%'`;
    await waitUntil(async () => (await pool.query(operations)).rows.length > 1, 'the operations are logged');
    for (const table of ['sys_oper_log', 'device_log', 'device_parameter'])
      expect((await pool.query(`select from ${table} t where t::text like '%zq-654%'`)).rows).toEqual([]);
  });

  it('is not ended by a late answer to a command that was sent before a restart', async () => {
    const station = await commands.openStation();
    const qn = '20260101000000000';
    await commands.fixture.test.app.pool.query(
      `insert into device_log (site_id, device_sn, command_code, log_type, kind, state, qn, data_time, send_until, ended_at)
       values ($1, $2, '3011', '2', 'execute', 'interrupted', $3, '2026-01-01', '2026-01-01', '2026-01-01')`,
      [station.siteId, station.mn, qn],
    );
    await commands.order('read', 'Read minute interval', [station.siteId]);
    const request = await nextRequest(station, '1063');
    station.send(finishRequest({ ...request, qn }, 2));
    await station.waitUntilProcessed();
    station.send(acceptRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'accepted' });
  });

  it('is not taken for one of a process that is gone while its own process is late', async () => {
    const { pool } = commands.fixture.test.app;
    const [late, lost] = [await commands.openStation(), await commands.openStation()];
    await commands.order('read', 'Read clock', [late.siteId, lost.siteId]);
    const request = await nextRequest(late, '1011');
    await nextRequest(lost, '1011');
    await pool.query(
      `update device_log set deadline = deadline - interval '1 hour' where site_id = any($1)`,
      [[late.siteId, lost.siteId]],
    );
    await pool.query(`update device_log set process = 'gone' where site_id = $1`, [lost.siteId]);
    // The same check ends the one that nobody follows.
    await soon(() => commands.findLog(lost.siteId)).toMatchObject({ state: 'interrupted' });
    expect(await commands.findLog(late.siteId)).toMatchObject({ state: 'sent' });
    late.send(finishRequest(request));
    await soon(() => commands.findLog(late.siteId)).toMatchObject({ state: 'noValue' });
  });

  it('is never sent again by itself after its process is gone', async () => {
    const station = await commands.openStation();
    await commands.order('write', 'Set clock', [station.siteId]);
    const request = await nextRequest(station, '1012');
    await commands.fixture.test.app.pool.query(
      `update device_log set process = 'gone', deadline = deadline - interval '1 hour'
       where site_id = $1`,
      [station.siteId],
    );
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'interrupted' });
    expect(requests(station, '1012')).toHaveLength(1);
    expect(request.cp).toMatch(/^SystemTime=\d{14}$/);
  });
});

describe('a database that fails when the time of a command is up', () => {
  it('does not block later commands to the device', async () => {
    const station = await commands.openStation();
    const { pool } = commands.fixture.test.app;
    await pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    // Sequences are not rolled back: this one counts the failed updates.
    await pool.query(`create sequence failed_updates;
      create function fail_update() returns trigger language plpgsql as
        $$ begin perform nextval('failed_updates'); raise 'no space left'; end $$;
      create trigger fail before update on device_log for each row when (old.site_id = ${station.siteId})
        execute function fail_update()`);
    commands.fixture.test.clock.advance(1.1 / 60);
    await waitUntil(async () => {
      const { rows } = await pool.query('select is_called from failed_updates');
      return rows[0]?.is_called === true;
    }, 'the end of the command could not be stored');
    await pool.query(`drop trigger fail on device_log`);
    await pool.query(
      `update device_log set deadline = deadline - interval '1 hour' where site_id = $1 and ended_at is null`,
      [station.siteId],
    );
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'interrupted' });
    await pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
    await commands.order('read', 'Read minute interval', [station.siteId]);
    station.send(finishRequest(await nextRequest(station, '1063')));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'noValue',
      commandCode: '1063',
    });
  });
});
