import { encodeAnswer } from '@limpid/hj212/answers';
import { expect, it } from 'vitest';
import { addPerson, personPassword } from '../../src/testing/people.ts';
import { makeResourceClient } from '../../src/testing/resource-client.ts';
import { soon } from '../../src/testing/soon.ts';
import { acceptRequest, finishRequest, nextRequest, shareCommandFixture, value } from './command.fixture.ts';

const commands = shareCommandFixture();
const foreign = '20991231235959000';

async function addVendorRead(): Promise<number> {
  const { rows } = await commands.fixture.test.app.pool.query<{ id: number }>(
    `insert into basic_command (command_code, command_name, command_type) values ('3107', 'vendor read', '0')
     on conflict (command_name) do update set status = '0' returning command_id as id`,
  );
  return rows[0]?.id ?? 0;
}

it.each([
  ['3019', 'Read serial number', { 'a34004-SN': '0A' }],
  ['3020', 'Read instrument state', { PolId: 'a34004', 'i12001-Info': '2' }],
  ['3107', 'vendor', { Level: '3' }],
])(
  '%s with a value of another QN ends without a value, and with its own QN with one',
  async (cn, name, given) => {
    const station = await commands.openStation();
    const values = { values: { PolId: 'a34004' } };
    const more = name === 'vendor' ? { commandId: await addVendorRead() } : values;
    const order = () => commands.order('read', name, [station.siteId], more);
    expect((await order()).code).toBe(200);
    const first = await nextRequest(station, cn);
    station.send(acceptRequest(first), value({ ...first, qn: foreign }, given), finishRequest(first));
    const find = async () =>
      (await commands.log.list(`?siteId=${station.siteId}&commandCode=${cn}`)).filter(
        ({ state }) => state !== 'received',
      );
    await soon(find).toMatchObject([{ state: 'noValue', packets: 0, resultDesc: '已完成，但未返回数值' }]);
    expect((await order()).code).toBe(200);
    const second = await nextRequest(station, cn, 2);
    station.send(acceptRequest(second), value(second, given), finishRequest(second));
    await soon(find).toMatchObject([
      { state: 'done', packets: 1, resultDesc: '执行成功' },
      { state: 'noValue' },
    ]);
  },
);

it('a value that devices never send unasked is taken with any QN', async () => {
  const station = await commands.openStation();
  await commands.order('read', 'Read real-time interval', [station.siteId]);
  const request = await nextRequest(station, '1061');
  const answer = value({ ...request, qn: foreign }, { RtdInterval: '30' });
  station.send(acceptRequest(request), answer, finishRequest(request));
  await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
});

it('packets of data are taken with their own QN', async () => {
  const station = await commands.openStation();
  const values = { BeginTime: '20260101000000', EndTime: '20260101120000' };
  await commands.order('read', 'Read hourly data', [station.siteId], { values });
  const request = await nextRequest(station, '2061');
  const hour = { DataTime: '20260101010000', 'a34004-Avg': '30' };
  station.send(acceptRequest(request), value({ ...request, qn: foreign }, hour), finishRequest(request));
  await soon(() => commands.findLog(station.siteId)).toMatchObject({ state: 'done', packets: 1 });
});

it('a notice and a command without a result end with their own words', async () => {
  const { pool } = commands.fixture.test.app;
  const station = await commands.openStation();
  await commands.order('operate', 'Stop real-time data', [station.siteId]);
  const notice = await nextRequest(station, '2012');
  station.send(encodeAnswer(notice, { cn: '9013' }));
  await soon(() => commands.findLog(station.siteId)).toMatchObject({
    state: 'done',
    resultDesc: '设备已确认收到通知',
  });
  await pool.query('update basic_device_type set execution_seconds = 1');
  await commands.order('operate', 'Start real-time data', [station.siteId]);
  station.send(acceptRequest(await nextRequest(station, '2011')));
  await soon(() => commands.findLog(station.siteId)).toMatchObject({
    state: 'timedOut',
    sent: 1,
    acceptedAt: expect.any(String),
    resultDesc: '设备已接受，但未在时限内报告执行结果',
  });
  await pool.query('update basic_device_type set execution_seconds = 60');
});

it('a write without an answer is to be read back, with the command that does it and for who may order it', async () => {
  const { test } = commands.fixture;
  const { pool } = test.app;
  const { siteId, ...station } = await commands.openStation();
  await pool.query('update basic_device_type set answer_seconds = 1, retries = 0');
  const values = { PolId: 'a34004', Minutes: '60' };
  await commands.order('write', 'Set measuring interval', [siteId], { values, confirmed: 1 });
  await nextRequest(station, '3021');
  test.clock.advance(1.1 / 60);
  await soon(() => commands.findLog(siteId)).toMatchObject({ state: 'timedOut' });
  await pool.query('update basic_device_type set answer_seconds = 10, retries = 1');
  const list = async (token: string) =>
    (await makeResourceClient(test, '/device/equipment', token).send('GET', `/parameters/${siteId}`)).data;
  const [parameter] = (await list(await test.login())) as { readCommandId: number }[];
  const wanted = { polId: 'a34004', code: 'i13003', wantedState: 'timedOut', isReadSince: false };
  expect(parameter).toMatchObject(wanted);
  await addPerson(test, 'viewer', [{ permissions: ['device:equipment:query'] }]);
  const viewed = await list(await test.login('viewer', personPassword));
  expect(viewed).toMatchObject([{ ...wanted, readCommandId: null }]);
  const order = { commandId: parameter?.readCommandId, values: { PolId: 'a34004' } };
  await commands.order('read', '', [siteId], order);
  const request = await nextRequest(station, '3020');
  expect(request.cp).toBe('PolId=a34004;InfoId=i13003');
  // The answer does not repeat the channel.
  station.send(acceptRequest(request), value(request, { 'i13003-Info': '60' }), finishRequest(request));
  await soon(async () => list(await test.login())).toMatchObject([
    { ...wanted, readValue: '60', isReadSince: true },
  ]);
});
