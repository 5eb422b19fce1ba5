import { encodePacket } from '@limpid/hj212/encode';
import type { Packet } from '@limpid/hj212/packet';
import { describe, expect, it } from 'vitest';
import { startGateway } from '../../src/roles/gateway.ts';
import { openTestApp } from '../../src/testing/app.ts';
import { testNow } from '../../src/testing/clock.ts';
import { soon } from '../../src/testing/soon.ts';
import { stationTime } from '../../src/testing/stations.ts';
import {
  acceptRequest,
  finishRequest,
  nextRequest,
  requests,
  shareCommandFixture,
  value,
} from './command.fixture.ts';

const commands = shareCommandFixture();

it('a response that is too long for the log ends after a complete packet, with a mark', async () => {
  const { siteId, ...station } = await commands.openStation();
  const values = { BeginTime: '20260101000000', EndTime: '20260102000000' };
  await commands.order('read', 'Read minute data', [siteId], { values });
  const request = await nextRequest(station, '2051');
  const note = 'x'.repeat(880);
  const packet = (index: number) => value(request, { DataTime: `202601010${100 + index}00`, Note: note });
  station.send(acceptRequest(request), ...Array.from({ length: 25 }, (_, index) => packet(index)));
  station.send(finishRequest(request));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'done', packets: 25 });
  const lines = String((await commands.findLog(siteId))['response']).split('\n');
  expect(lines.at(-1)).toBe('…');
  expect(lines.length).toBeGreaterThan(18);
  expect(lines.slice(0, -1).filter((line) => !line.endsWith('&&'))).toEqual([]);
});

it('a value that comes after the end of its command is a parameter of the device', async () => {
  const { siteId, ...station } = await commands.openStation();
  await commands.order('read', 'Read real-time interval', [siteId]);
  const request = await nextRequest(station, '1061');
  station.send(finishRequest(request));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'noValue' });
  station.send(value(request, { RtdInterval: '60' }));
  await soon(async () => {
    const { rows } = await commands.fixture.test.app.pool.query(
      'select code, read_value as value from device_parameter where site_id = $1',
      [siteId],
    );
    return rows;
  }).toEqual([{ code: 'RtdInterval', value: '60' }]);
});

/** Commands of a site, oldest first, with what has come of them. */
async function listOutcomes(siteId: number): Promise<unknown[]> {
  const { rows } = await commands.fixture.test.app.pool.query(
    'select command_code, state, late_answers from device_log where site_id = $1 order by log_id',
    [siteId],
  );
  return rows.map(({ command_code, state, late_answers }) => [command_code, state, late_answers]);
}

const wholeDay = { BeginTime: '20261117000000', EndTime: '20261117230000' };

/** A packet of hourly data, with a QN of its own unless one is given. */
function hourOf({ mn }: Packet, hour: number, qn = stationTime(testNow - 1000 + hour)): Buffer {
  const time = `20261117${String(hour).padStart(2, '0')}0000`;
  const items = [
    [{ name: 'DataTime', value: time }],
    [
      { name: 'a34004-Avg', value: '10' },
      { name: 'a34004-Flag', value: 'N' },
    ],
  ];
  return encodePacket({ version: '2017', qn, st: '22', cn: '2061', pw: '123456', mn: mn ?? '', items });
}

describe('an answer that reaches another process than the one that sent the command', () => {
  it('may be one packet of several at once, and neither process keeps the next command waiting', async () => {
    const { connection, app } = commands.fixture.test;
    const other = await openTestApp({ DATA_DIR: app.config.dataDir }, { connection });
    const there = await startGateway(other.app, other.ingest);
    const here = await commands.openStation();
    await soon(() => other.ingest.directory.findByMn(here.mn) !== undefined).toBe(true);
    const move = async (port?: number) => {
      const moved = await commands.fixture.connectAgain(here, port);
      await moved.waitUntilProcessed();
      await there.report();
      await commands.fixture.gateway.report();
      return moved;
    };
    for (const [name, code, content, data] of [
      ['Read minute interval', '1063', {}, (request: Packet) => [value(request, { MinInterval: '10' })]],
      [
        'Read hourly data',
        '2061',
        { values: wholeDay },
        (request: Packet) => [hourOf(request, 1), hourOf(request, 2)],
      ],
    ] as const) {
      const away = await move(there.port);
      await commands.order('read', name, [here.siteId], content);
      const request = await nextRequest(away, code);
      const home = await move();
      const packets = data(request);
      home.send(Buffer.concat([acceptRequest(request), ...packets, finishRequest(request)]));
      await soon(() => commands.findLog(here.siteId)).toMatchObject({
        state: 'done',
        commandCode: code,
        packets: packets.length,
        sent: 1,
      });
    }
    // The command that this process has finished is forgotten by the one that sent it.
    const back = await move(there.port);
    await commands.order('read', 'Read clock', [here.siteId]);
    const last = await nextRequest(back, '1011');
    back.send(value(last, { SystemTime: '20261118183000' }), finishRequest(last));
    await soon(() => commands.findLog(here.siteId)).toMatchObject({ state: 'done', commandCode: '1011' });
    const { rows } = await app.pool.query(
      `select max(extract(epoch from ended_at - data_time)::float8) as seconds from device_log where site_id = $1`,
      [here.siteId],
    );
    expect(rows[0].seconds).toBeLessThan(30);
    await there.close();
    await other.close();
  });
});

describe('an answer that comes while another command is in flight', () => {
  it('is counted as late if it is a second result', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read clock', [station.siteId]);
    const first = await nextRequest(station, '1011');
    station.send(value(first, { SystemTime: '20261118183000' }), finishRequest(first));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done' });
    await commands.order('write', 'Set clock', [station.siteId]);
    const second = await nextRequest(station, '1012');
    station.send(acceptRequest(first), finishRequest(first, 2));
    await soon(() => listOutcomes(station.siteId)).toEqual([
      ['1011', 'done', 2],
      ['1012', 'sent', 0],
    ]);
    station.send(finishRequest(second));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', lateAnswers: 0 });
  });

  it('is counted as late and not refused if it is a value, whatever the other command is', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read minute interval', [station.siteId]);
    const first = await nextRequest(station, '1063');
    station.send(acceptRequest(first), finishRequest(first));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'noValue' });
    await commands.order('read', 'Read clock', [station.siteId]);
    const second = await nextRequest(station, '1011');
    station.send(value(first, { MinInterval: '5' }));
    await soon(() => listOutcomes(station.siteId)).toEqual([
      ['1063', 'noValue', 1],
      ['1011', 'sent', 0],
    ]);
    station.send(value(second, { SystemTime: '20261118183000' }), finishRequest(second));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    // The same code again: the value before is not taken for that of this command.
    await commands.order('read', 'Read minute interval', [station.siteId]);
    const third = await nextRequest(station, '1063', 2);
    station.send(value(first, { MinInterval: '5' }));
    await soon(() => listOutcomes(station.siteId)).toMatchObject([['1063', 'noValue', 2], {}, {}]);
    station.send(value(third, { MinInterval: '10' }), finishRequest(third));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    expect(await commands.fixture.refusals(station.mn)).toEqual({});
  });

  it('is counted as late if it is a packet of data with the QN of the earlier request', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read hourly data', [station.siteId], { values: wholeDay });
    const first = await nextRequest(station, '2061');
    station.send(acceptRequest(first), hourOf(first, 3), finishRequest(first));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
    await commands.order('read', 'Read hourly data', [station.siteId], { values: wholeDay });
    const second = await nextRequest(station, '2061', 2);
    station.send(acceptRequest(second), hourOf(first, 4, first.qn ?? ''));
    await soon(() => listOutcomes(station.siteId)).toEqual([
      ['2061', 'done', 1],
      ['2061', 'accepted', 0],
    ]);
    station.send(hourOf(second, 5), finishRequest(second));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
  });
});

it('a late answer that names no channel is of the channel that its own command has asked for', async () => {
  const { siteId, ...station } = await commands.openStation();
  await commands.order('read', 'Read range', [siteId], { values: { PolId: 'a34004' } });
  const first = await nextRequest(station, '3020');
  station.send(acceptRequest(first), finishRequest(first));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'noValue' });
  await commands.order('read', 'Read slope K', [siteId], { values: { PolId: 'a34002' } });
  const second = await nextRequest(station, '3020', 2);
  station.send(value(first, { 'i13001-Info': '777' }));
  await soon(() => listOutcomes(siteId)).toEqual([
    ['3020', 'noValue', 1],
    ['3020', 'sent', 0],
  ]);
  station.send(value(second, { 'i13008-Info': '1.5' }), finishRequest(second));
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'done' });
  await soon(async () => {
    const { rows } = await commands.fixture.test.app.pool.query(
      'select pol_id, code, read_value from device_parameter where site_id = $1 order by code',
      [siteId],
    );
    return rows.map(({ pol_id, code, read_value }) => [pol_id, code, read_value]);
  }).toEqual([
    ['a34004', 'i13001', '777'],
    ['a34002', 'i13008', '1.5'],
  ]);
});

describe('a value with the code of an answer', () => {
  it('is late, not refused, also after the station has connected again', async () => {
    const station = await commands.openStation();
    await commands.order('read', 'Read minute interval', [station.siteId]);
    const request = await nextRequest(station, '1063');
    station.send(finishRequest(request));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'noValue' });
    const again = await commands.fixture.connectAgain(station);
    again.send(value(request, { MinInterval: '10' }));
    await soon(() => commands.findLog(station.siteId)).toMatchObject({ lateAnswers: 1 });
    expect(await commands.fixture.refusals(station.mn)).toEqual({});
  });

  it('is refused if nobody has asked for it', async () => {
    const station = await commands.openStation();
    const packet = { mn: station.mn, qn: stationTime(testNow - 1), cn: '1063' } as Packet;
    station.send(value(packet, { MinInterval: '10' }));
    await soon(() => commands.fixture.refusals(station.mn)).toEqual({ unsupported: 1 });
    expect(requests(station, '9014')).toEqual([]);
  });
});
