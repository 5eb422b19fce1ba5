import { encodePacket } from '@limpid/hj212/encode';
import { describe, expect, it } from 'vitest';
import { heartbeatFrame } from '../../src/gateway/gateway.fixture.ts';
import { startGateway } from '../../src/roles/gateway.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { stationTime } from '../../src/testing/stations.ts';
import { waitUntil } from '../../src/testing/wait-until.ts';
import { openWorkbook } from '../compatibility/family-client.fixture.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
  value,
} from './command.fixture.ts';

const commands = shareCommandFixture();

describe('a command to stations behind a concentrator', () => {
  it('reaches each of them over the shared connection', async () => {
    const one = await commands.openStation();
    const other = await commands.fixture.addStation();
    other.end();
    one.send(heartbeatFrame(other.mn, stationTime(testNow)));
    await one.answer(stationTime(testNow));
    await commands.fixture.gateway.report();
    const { test } = commands.fixture;
    const equipment = makeResourceClient(test, '/device/equipment', await test.login());
    for (const { siteId } of [one, other]) {
      const { data: connections } = await equipment.send('GET', `/connections/${siteId}`);
      expect((connections as object[])[0]).toMatchObject({ endedAt: null });
    }
    const { data } = await commands.order('read', 'Read clock', [one.siteId, other.siteId]);
    expect(data).toMatchObject({ devices: [{ state: 'queued' }, { state: 'queued' }] });
    await waitUntil(() => requests(one, '1011').length === 2, 'both requests');
    expect(new Set(requests(one, '1011').map(({ mn }) => mn))).toEqual(new Set([one.mn, other.mn]));
    one.send(...requests(one, '1011').map((request) => finishRequest(request)));
    for (const { siteId } of [one, other])
      await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'noValue' });
    // One of them gets a connection of its own; the shared one stays for the rest.
    const alone = await commands.fixture.connectAgain(other);
    await alone.waitUntilProcessed();
    await commands.order('read', 'Read minute interval', [one.siteId, other.siteId]);
    one.send(finishRequest(await nextRequest(one, '1063')));
    alone.send(finishRequest(await nextRequest(alone, '1063')));
    for (const { siteId } of [one, other])
      await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'noValue', commandCode: '1063' });
  });
});

describe('a device that reconnects during a command', () => {
  it('answers on its new connection', async () => {
    const station = await commands.openStation();
    await commands.order('write', 'Set clock', [station.siteId]);
    const request = await nextRequest(station, '1012');
    station.send(acceptRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'accepted' });
    const again = await commands.fixture.connectAgain(station);
    await again.waitUntilProcessed();
    again.send(finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', sent: 1 });
    expect(requests(again, '1012')).toEqual([]);
  });

  it('does not get a request again there that it has not answered', async () => {
    await commands.fixture.test.app.pool.query('update basic_device_type set answer_seconds = 1');
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    await nextRequest(station, '1011');
    const again = await commands.fixture.connectAgain(station);
    await again.waitUntilProcessed();
    await soon(() => commands.findLog(station.siteId)).toMatchObject({
      state: 'interrupted',
      sent: 1,
      resultDesc: expect.stringContaining('连接已断开'),
    });
    expect(requests(again, '1011')).toEqual([]);
    await commands.fixture.test.app.pool.query('update basic_device_type set answer_seconds = 10');
  });
});

it('a command that a process took but did not send before it was gone is sent', async () => {
  const station = await commands.openStation();
  station.end();
  await station.closed;
  await commands.order('write', 'Set clock', [station.siteId], { waitHours: 1 });
  await commands.fixture.test.app.pool.query(
    `update device_log set state = 'sent', process = 'gone', qn = '20260101000000000', sent = 1, sent_at = data_time,
       deadline = data_time - interval '1 hour' where site_id = $1`,
    [station.siteId],
  );
  const again = await commands.fixture.connectAgain(station);
  await again.waitUntilProcessed();
  again.send(finishRequest(await nextRequest(again, '1012')));
  await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', sent: 1 });
});

describe('a device that is connected to another process', () => {
  it('gets commands that are ordered here, and may answer in either process', async () => {
    const { connection, app } = commands.fixture.test;
    // Processes of one installation share the key of secrets.
    const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
    const there = await startGateway(other.app, other.ingest);
    const here = await commands.openStation();
    await soon(() => other.ingest.directory.findByMn(here.mn) !== undefined).toBe(true);
    const moved = await commands.fixture.connectAgain(here, there.port);
    await moved.waitUntilProcessed();
    await here.closed;
    await there.report();
    await commands.fixture.gateway.report();
    await commands.order('write', 'Set clock', [here.siteId]);
    const request = await nextRequest(moved, '1012');
    moved.send(acceptRequest(request));
    await soon(() => commands.findLog(here.siteId)).toMatchObject({ state: 'accepted' });
    const back = await commands.fixture.connectAgain(here);
    await back.waitUntilProcessed();
    back.send(finishRequest(request));
    await soon(() => commands.findLog(here.siteId)).toMatchObject({ state: 'done', sent: 1 });
    expect(requests(back, '1012')).toEqual([]);
    await there.close();
    await other.close();
  });

  it('has its lost request followed to the end by one process, and gets the next one from the other', async () => {
    const { connection, app } = commands.fixture.test;
    const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
    const there = await startGateway(other.app, other.ingest);
    await app.pool.query('update basic_device_type set answer_seconds = 1');
    const here = await commands.openStation();
    await soon(() => other.ingest.directory.findByMn(here.mn) !== undefined).toBe(true);
    // Sequences are not rolled back: this one counts how often the command ends.
    await app.pool.query(`create sequence ends;
      create function count_end() returns trigger language plpgsql as $$ begin perform nextval('ends'); return null; end $$;
      create trigger count_end after update on device_log for each row
        when (new.site_id = ${here.siteId} and new.ended_at is not null) execute function count_end()`);
    await commands.order('write', 'Set clock', [here.siteId]);
    await nextRequest(here, '1012');
    const moved = await commands.fixture.connectAgain(here, there.port);
    await moved.waitUntilProcessed();
    await here.closed;
    await there.report();
    await commands.fixture.gateway.report();
    await soon(() => commands.findLog(here.siteId)).toMatchObject({
      state: 'interrupted',
      resultDesc: expect.stringContaining('连接已断开'),
      sent: 1,
    });
    expect(requests(moved, '1012')).toEqual([]);
    await commands.order('read', 'Read clock', [here.siteId]);
    const request = await nextRequest(moved, '1011');
    moved.send(value(request, { SystemTime: '20260101000000' }), finishRequest(request));
    await soon(() => commands.findLog(here.siteId)).toMatchObject({ state: 'done', commandCode: '1011' });
    const { rows } = await app.pool.query('select last_value::integer as ends from ends');
    expect(rows).toEqual([{ ends: 2 }]);
    await app.pool.query('drop trigger count_end on device_log; drop function count_end; drop sequence ends');
    await app.pool.query('update basic_device_type set answer_seconds = 10');
    await there.close();
    await other.close();
  });
});

it('ten devices answer one order at once', async () => {
  const added = await Promise.all(Array.from({ length: 10 }, () => commands.fixture.addStation()));
  const stations = added.toSorted((a, b) => a.siteId - b.siteId);
  await Promise.all(stations.map((station) => station.waitUntilProcessed()));
  await commands.fixture.gateway.report();
  const siteIds = stations.map(({ siteId }) => siteId);
  const { data } = await commands.order('read', 'Read real-time interval', siteIds);
  await Promise.all(
    stations.map(async (station, index) => {
      const request = await nextRequest(station, '1061');
      station.send(
        acceptRequest(request),
        value(request, { RtdInterval: String(30 + index) }),
        finishRequest(request),
      );
    }),
  );
  const { batchId } = data as { batchId: string };
  await soon(async () => {
    const { rows } = await commands.fixture.test.app.pool.query(
      'select site_id, state, packets, response from device_log where batch_id = $1 order by site_id',
      [batchId],
    );
    return rows;
  }).toEqual(
    siteIds.map((site_id, index) => ({
      site_id,
      state: 'done',
      packets: 1,
      response: expect.stringContaining(`RtdInterval=${30 + index}`),
    })),
  );
});

describe('what a device sends unasked', () => {
  /** A packet that requests an acknowledgement. */
  function report(mn: string, cn: string, values: Record<string, string>, ms = 0): Buffer {
    const items = Object.entries(values).map(([name, text]) => [{ name, value: text }]);
    const header = { version: '2017' as const, qn: stationTime(testNow + ms), st: '22', pw: '123456', mn };
    return encodePacket({ ...header, cn, wantsAnswer: true, items });
  }

  it('is in the log once, before it is acknowledged, without passwords', async () => {
    const { mn, siteId, ...station } = await commands.openStation();
    const frames = [
      report(mn, '2081', { DataTime: '20261118180000', RestartTime: '20261118175900' }, 1),
      report(mn, '3020', { DataTime: '20261118180500', PolId: 'a34004', 'i12001-Info': '2' }, 2),
      report(mn, '3020', { 'i21001-Info': '//NewPW=654321; door open//' }, 3),
      report(mn, '3019', { PolId: 'a34004', 'a34004-SN': '000000000000000000000001' }, 4),
    ];
    station.send(...frames, ...frames);
    for (const ms of [1, 2, 3, 4])
      expect(await station.answer(stationTime(testNow + ms))).toMatchObject({ cn: '9014' });
    await waitUntil(() => requests(station, '9014').length === 8, 'repeats are acknowledged too');
    const rows = await commands.log.list(`?siteId=${siteId}&orderByColumn=logId&isAsc=asc`);
    expect(rows.map(({ commandCode, resultDesc }) => [commandCode, resultDesc])).toEqual([
      ['2081', 'RestartTime = 20261118175900'],
      ['3020', 'a34004 i12001 = 2'],
      ['3020', expect.stringMatching(/^i21001 = NewPW=\*+; door open$/)],
      ['3019', expect.stringContaining('a34004-SN=000000000000000000000001')],
    ]);
    expect(rows[1]).toMatchObject({
      logType: '3',
      state: 'received',
      dataTime: '2026-11-18 18:05:00',
      commandName: '上报日志、状态与参数',
      seconds: null,
      userName: null,
      deviceSn: mn,
    });
    const { bytes } = await commands.fixture.test.send('POST', `/device/log/export?siteId=${siteId}`, {
      token: await commands.fixture.test.login(),
    });
    const exported = openWorkbook(bytes).rows;
    expect(exported).toHaveLength(rows.length);
    expect(JSON.stringify(exported)).toContain('a34004 i12001 = 2');
    await commands.fixture.test.ingest.flush();
    const { rows: parameters } = await commands.fixture.test.app.pool.query(
      'select pol_id, code, read_value from device_parameter where site_id = $1 order by code',
      [siteId],
    );
    expect(parameters).toEqual([
      { pol_id: 'a34004', code: 'a34004', read_value: '000000000000000000000001' },
      { pol_id: 'a34004', code: 'i12001', read_value: '2' },
    ]);
    const { rows: reports } = await commands.fixture.test.app.pool.query(
      'select raw, content from station_report where site_id = $1',
      [siteId],
    );
    expect(reports).toHaveLength(3);
    expect(JSON.stringify([rows, exported, reports])).not.toMatch(/654321|PW=123456/);
    expect(await commands.fixture.refusals(mn)).toEqual({});
  });

  it('is logged again only if it says something else, except logs', async () => {
    const { mn, siteId, ...station } = await commands.openStation();
    let sent = 100;
    const send = async (values: Record<string, string>) => {
      station.send(report(mn, '3020', values, ++sent));
      await station.answer(stationTime(testNow + sent));
    };
    for (const state of ['0', '0', '2', '0']) await send({ PolId: 'a34004', 'i12001-Info': state });
    await send({ PolId: 'a34002', 'i12001-Info': '0' });
    for (const text of ['door', 'door']) await send({ 'i21001-Info': `//${text}//` });
    const rows = await commands.log.list(`?siteId=${siteId}&orderByColumn=logId&isAsc=asc`);
    expect(rows.map(({ resultDesc }) => resultDesc)).toEqual([
      'a34004 i12001 = 0',
      'a34004 i12001 = 2',
      'a34004 i12001 = 0',
      'a34002 i12001 = 0',
      'i21001 = door',
      'i21001 = door',
    ]);
  });

  it('is not taken for an upload if a command has asked for it, even late', async () => {
    const station = await commands.openStation();
    const values = { PolId: 'a34004', BeginTime: '20261118000000', EndTime: '20261118120000' };
    await commands.order('read', 'Read instrument log', [station.siteId], { values });
    const request = await nextRequest(station, '3020');
    const entry = { DataTime: '20261118080000', PolId: 'a34004', 'i11001-Info': '//zero//' };
    station.send(acceptRequest(request), report(station.mn, '3020', entry, 10), finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    station.send(value(request, entry));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', lateAnswers: 1 });
    expect(await commands.log.list(`?siteId=${station.siteId}`)).toHaveLength(1);
  });

  it('is refused with the code of no standard, until an administrator adds it as a log upload', async () => {
    const station = await commands.openStation();
    const upload = report(station.mn, '2076', { Log: 'power lost' }, 20);
    station.send(upload);
    await station.waitUntilProcessed();
    expect(await commands.fixture.refusals(station.mn)).toEqual({ unsupported: 1 });
    const token = await commands.fixture.test.login();
    const definitions = makeResourceClient(commands.fixture.test, '/basic/command', token);
    const given = { commandCode: '2076', commandName: '站点日志', commandType: '3' };
    const id = await definitions.add(given, ['commandName', 'commandId']);
    await waitUntil(async () => {
      station.send(upload);
      await station.waitUntilProcessed();
      return requests(station, '9014').length > 0;
    }, 'the upload is accepted');
    expect(await commands.findLog(station.siteId)).toMatchObject({
      commandName: '站点日志',
      state: 'received',
    });
    // It is not a command that a person could send.
    const equipment = makeResourceClient(commands.fixture.test, '/device/equipment', token);
    expect(await equipment.send('POST', '/read', { commandId: id, siteIds: [station.siteId] })).toMatchObject(
      {
        code: 500,
      },
    );
    // Nor one of devices of another type.
    await definitions.send('PUT', '', { ...given, commandId: id, deviceTypeIds: [2] });
    await waitUntil(async () => {
      station.send(report(station.mn, '2076', { Log: 'power back' }, 21));
      await station.waitUntilProcessed();
      return Number((await commands.fixture.refusals(station.mn))['unsupported']) > 2;
    }, 'the upload is refused again');
  });
});

describe('commands that only vendors have', () => {
  async function define(given: { commandCode: string; commandName: string; commandType: string }) {
    const token = await commands.fixture.test.login();
    const definitions = makeResourceClient(commands.fixture.test, '/basic/command', token);
    const parameters = makeResourceClient(commands.fixture.test, '/basic/commandParam', token);
    const { commandCode } = given;
    const slot = { commandCode, paramCode: 'Slot', paramName: '槽位', paramType: 'integer', minValue: 1 };
    await parameters.add(slot, ['paramCode', 'paramId']);
    return definitions.add({ ...given, configParams: 'Slot={Slot}' }, ['commandCode', 'commandId']);
  }

  it('save the configuration of a device', async () => {
    const station = await commands.openStation();
    const commandId = await define({ commandCode: '3104', commandName: '保存配置', commandType: '5' });
    const order = { commandId, values: { Slot: '2' } };
    expect((await commands.order('operate', '', [station.siteId], order)).code).toBe(500);
    expect((await commands.order('write', '', [station.siteId], order)).code).toBe(200);
    const request = await nextRequest(station, '3104');
    expect(request.cp).toBe('Slot=2');
    station.send(acceptRequest(request), finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', logType: '5' });
    const { pool } = commands.fixture.test.app;
    await soon(async () => {
      const { rows } = await pool.query(
        'select code, wanted_value from device_parameter where site_id = $1',
        [station.siteId],
      );
      return rows;
    }).toEqual([{ code: 'Slot', wanted_value: '2' }]);
  });

  it('get calibration data, on order or unasked', async () => {
    const station = await commands.openStation();
    const commandId = await define({ commandCode: '3105', commandName: '校准数据', commandType: '7' });
    await commands.order('read', '', [station.siteId], { commandId, values: { Slot: '1' } });
    const request = await nextRequest(station, '3105');
    station.send(acceptRequest(request), value(request, { Ratio: '1.02' }), finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    expect((await commands.findLog(station.siteId))['response']).toContain('Ratio=1.02');
    const qn = stationTime(testNow + 40);
    const items = [[{ name: 'Ask', value: 'reference' }]];
    const header = { version: '2017' as const, qn, st: '22', cn: '3105', pw: '123456', mn: station.mn };
    station.send(encodePacket({ ...header, wantsAnswer: true, items }));
    expect(await station.answer(qn)).toMatchObject({ cn: '9014' });
    const received = await commands.log.list(`?siteId=${station.siteId}&state=received`);
    expect(received).toMatchObject([{ logType: '7', commandName: '校准数据' }]);
  });
});
