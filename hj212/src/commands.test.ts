import { expect, test } from 'vitest';
import { encodeAnswer, executionResults, requestResults } from './answers.ts';
import { type CommandHeader, encodeCommand, readStationHeader, readTimeFactor } from './commands.ts';
import { decodePacket } from './decode.fixture.ts';
import { encodeFrame } from './encode.ts';

const header: CommandHeader = {
  version: '2017',
  qn: '20160801085857223',
  st: '32',
  pw: '123456',
  mn: '010000A8900016F000169DC0',
};
const period = { BeginTime: '20160801084000', EndTime: '20160801084000' };
const w01018 = { PolId: 'w01018' };

/** The segment between the length and the CRC, without the common header. */
function contentOf(frame: Buffer): string {
  const { cn, cp, flag } = decodePacket(frame);
  return `${cn} ${flag} ${cp}`;
}

test('writes commands as in the standard’s annex, byte for byte', () => {
  const segment = (cn: string, cp: string) =>
    `QN=20160801085857223;ST=32;CN=${cn};PW=123456;MN=010000A8900016F000169DC0;Flag=5;CP=&&${cp}&&`;
  expect(encodeCommand(1062, header, { RtdInterval: 30 }).toString()).toBe(
    `##0101${segment('1062', 'RtdInterval=30')}4400\r\n`,
  );
  expect(encodeCommand(1072, header, { NewPW: '654321' }).toString()).toBe(
    `##0099${segment('1072', 'NewPW=654321')}3B80\r\n`,
  );
  expect(encodeCommand(2011, header, {}).toString()).toBe(`##0087${segment('2011', '')}30C0\r\n`);
  expect(encodeCommand(2051, header, period).toString()).toBe(
    `##0134${segment('2051', 'BeginTime=20160801084000;EndTime=20160801084000')}56C0\r\n`,
  );
  expect(encodeCommand(3020, header, { ...w01018, InfoId: 'i13004' }).toString()).toBe(
    `##0113${segment('3020', 'PolId=w01018;InfoId=i13004')}D581\r\n`,
  );
  expect(encodeCommand(3021, header, { ...w01018, Info: { i13004: '168.0' } }).toString()).toBe(
    `##0131${segment('3021', 'PolId=w01018;InfoId=i13004;i13004-Info=168.0')}4E00\r\n`,
  );
});

test.each([
  [encodeCommand(1000, header, { OverTime: 5, ReCount: 3 }), '1000 5 OverTime=5;ReCount=3'],
  [
    encodeCommand(1000, { ...header, version: '2005' }, { OverTime: 5, ReCount: 3, WarnTime: 60 }),
    '1000 1 OverTime=5;ReCount=3;WarnTime=60',
  ],
  [encodeCommand(1011, header, {}), '1011 5 '],
  [encodeCommand(1011, header, w01018), '1011 5 PolId=w01018'],
  [encodeCommand(1012, header, { SystemTime: '20261115083001' }), '1012 5 SystemTime=20261115083001'],
  [encodeCommand(1013, header, {}), '1013 5 '],
  [encodeCommand(1061, header, {}), '1061 5 '],
  [encodeCommand(1063, header, {}), '1063 5 '],
  [encodeCommand(1064, header, { MinInterval: 10 }), '1064 5 MinInterval=10'],
  [encodeCommand(2012, header, {}), '2012 5 '],
  [encodeCommand(2021, header, {}), '2021 5 '],
  [encodeCommand(2022, header, {}), '2022 5 '],
  [encodeCommand(2031, header, period), '2031 5 BeginTime=20160801084000;EndTime=20160801084000'],
  [encodeCommand(2041, header, period), '2041 5 BeginTime=20160801084000;EndTime=20160801084000'],
  [encodeCommand(2061, header, period), '2061 5 BeginTime=20160801084000;EndTime=20160801084000'],
  [encodeCommand(3011, header, w01018), '3011 5 PolId=w01018'],
  [encodeCommand(3012, header, w01018), '3012 5 PolId=w01018'],
  [encodeCommand(3013, header, w01018), '3013 5 PolId=w01018'],
  [encodeCommand(3014, header, w01018), '3014 5 PolId=w01018'],
  [encodeCommand(3015, header, { VaseNo: 1 }), '3015 5 VaseNo=1'],
  [
    encodeCommand(3016, header, { ...w01018, CstartTime: '000000', Ctime: 2 }),
    '3016 5 PolId=w01018;CstartTime=000000;Ctime=2',
  ],
  [encodeCommand(3017, header, w01018), '3017 5 PolId=w01018'],
  [encodeCommand(3018, header, w01018), '3018 5 PolId=w01018'],
  [encodeCommand(3019, header, w01018), '3019 5 PolId=w01018'],
  [
    encodeCommand(3021, header, { PolId: 'a34004', Info: { i13008: 1.08, i13007: -3.2 } }),
    '3021 5 PolId=a34004;InfoId=i13008;i13008-Info=1.08;InfoId=i13007;i13007-Info=-3.2',
  ],
  [encodeCommand(9015, { ...header, version: '2025', st: '91' }, {}), '9015 9 '],
])('writes command %#', (frame, content) => expect(contentOf(frame)).toBe(content));

test.each<[string, () => Buffer]>([
  ['OverTime', () => encodeCommand(1000, header, { OverTime: 0, ReCount: 3 })],
  ['ReCount', () => encodeCommand(1000, header, { OverTime: 5, ReCount: 100 })],
  ['WarnTime', () => encodeCommand(1000, header, { OverTime: 5, ReCount: 3, WarnTime: 5 })],
  ['SystemTime', () => encodeCommand(1012, header, { SystemTime: '20261315083001' })],
  ['SystemTime', () => encodeCommand(1012, header, { SystemTime: '20261115083001123' })],
  ['RtdInterval', () => encodeCommand(1062, header, { RtdInterval: 29 })],
  ['RtdInterval', () => encodeCommand(1062, header, { RtdInterval: 3601 })],
  ['RtdInterval', () => encodeCommand(1062, header, { RtdInterval: Number.NaN })],
  ['MinInterval', () => encodeCommand(1064, header, { MinInterval: 7 })],
  ['NewPW', () => encodeCommand(1072, header, { NewPW: '65432' })],
  ['NewPW', () => encodeCommand(1072, header, { NewPW: '6543;1' })],
  ['EndTime', () => encodeCommand(2051, header, { ...period, EndTime: '20160801083959' })],
  [
    'BeginTime',
    () => encodeCommand(3020, header, { ...w01018, InfoId: 'i11001', EndTime: '20160801083959' }),
  ],
  ['PolId', () => encodeCommand(3011, header, { PolId: '' })],
  ['CstartTime', () => encodeCommand(3016, header, { ...w01018, CstartTime: '240000', Ctime: 2 })],
  ['InfoId', () => encodeCommand(3021, header, { ...w01018, Info: { K: 1 } })],
  ['Info', () => encodeCommand(3021, header, { ...w01018, Info: {} })],
  ['i13008', () => encodeCommand(3021, header, { ...w01018, Info: { i13008: Number.POSITIVE_INFINITY } })],
  ['cn', () => encodeCommand(3021, { ...header, version: '2005' }, { ...w01018, Info: { i13008: 1 } })],
  ['cn', () => encodeCommand(9015, header, {})],
  // @ts-expect-error an argument of another command
  ['Extra', () => encodeCommand(2011, header, { Extra: 1 })],
  // @ts-expect-error an argument is missing
  ['RtdInterval', () => encodeCommand(1062, header, {})],
])('names a wrong %s', (name, encode) => {
  expect(encode).toThrow(RangeError);
  expect(encode).toThrow(new RegExp(`^${name}:`));
});

test('repeats QN, PW and MN in answers of 2017 and 2025 and requests no answer', () => {
  const command = decodePacket(encodeCommand(1062, header, { RtdInterval: 30 }));
  expect(encodeAnswer(command, { cn: '9011', result: 1 }).toString()).toBe(
    '##0094QN=20160801085857223;ST=91;CN=9011;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&QnRtn=1&&1B00\r\n',
  );
  expect(encodeAnswer(command, { cn: '9012', result: 1 }).toString()).toBe(
    '##0095QN=20160801085857223;ST=91;CN=9012;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&ExeRtn=1&&6240\r\n',
  );
  expect(encodeAnswer(command, { cn: '9013' }).toString()).toBe(
    '##0087QN=20160801085857223;ST=91;CN=9013;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&&&2A80\r\n',
  );
  expect(encodeAnswer(command, { cn: '9014' }).toString()).toBe(
    '##0087QN=20160801085857223;ST=91;CN=9014;PW=123456;MN=010000A8900016F000169DC0;Flag=4;CP=&&&&3240\r\n',
  );
  const data = encodeFrame('QN=20260706103512345;ST=22;CN=2011;PW=123456;MN=A110000_0001;Flag=9;CP=&&&&');
  expect(encodeAnswer(decodePacket(data), { cn: '9014' }).toString()).toBe(
    '##0075QN=20260706103512345;ST=91;CN=9014;PW=123456;MN=A110000_0001;Flag=8;CP=&&&&0140\r\n',
  );
});

test('writes QN, and the command of answered data, inside CP in answers of 2005', () => {
  const data = decodePacket(
    encodeFrame('QN=20040516010101001;ST=32;CN=2011;PW=123456;MN=88888880000001;Flag=1;CP=&&&&'),
  );
  const answer = (frame: Buffer) => frame.toString().slice(6, -6);
  const start = 'PW=123456;MN=88888880000001;Flag=0;CP=&&';
  expect(answer(encodeAnswer(data, { cn: '9014' }))).toBe(
    `ST=91;CN=9014;${start}CN=2011;QN=20040516010101001&&`,
  );
  expect(answer(encodeAnswer(data, { cn: '9011', result: 3 }))).toBe(
    `ST=91;CN=9011;${start}QN=20040516010101001;QnRtn=3&&`,
  );
  expect(answer(encodeAnswer(data, { cn: '9012', result: 100 }))).toBe(
    `ST=91;CN=9012;${start}QN=20040516010101001;ExeRtn=100&&`,
  );
  expect(answer(encodeAnswer(data, { cn: '9013' }))).toBe(`ST=91;CN=9013;${start}QN=20040516010101001&&`);
  expect(answer(encodeAnswer({ ...data, qn: null }, { cn: '9014' }))).toBe(`ST=91;CN=9014;${start}CN=2011&&`);
});

test('repeats unusual fields of devices unchanged, and leaves absent ones out', () => {
  const odd = decodePacket(encodeFrame('QN=1617955917963;ST=21;CN=2011;MN=NJ q0001;Flag=5;CP=&&&&'));
  expect(encodeAnswer(odd, { cn: '9014' }).toString()).toContain(
    'QN=1617955917963;ST=91;CN=9014;MN=NJ q0001;Flag=4;CP',
  );
});

test('accepts only results of the standard in answers', () => {
  const command = decodePacket(encodeCommand(2011, header, {}));
  expect(Object.keys(requestResults).map(Number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 100]);
  expect(Object.keys(executionResults).map(Number)).toEqual([1, 2, 3, 4, 5, 6, 100]);
  expect(() => encodeAnswer(command, { cn: '9011', result: 10 })).toThrow(/^QnRtn/);
  expect(() => encodeAnswer(command, { cn: '9012', result: 7 })).toThrow(/^ExeRtn/);
});

test.each(['p@ss!w0rd', '"$%\'()*+-./:<>?', '~'.repeat(24)])(
  'carries the password of the station: %s',
  (pw) => {
    const packet = decodePacket(encodeFrame(`QN=1;ST=22;CN=2011;PW=${pw};MN=A1;Flag=4;CP=&&&&`));
    const known = readStationHeader(packet);
    expect(decodePacket(encodeCommand(1011, { ...header, ...known }, {})).pw).toBe(pw);
  },
);

test.each(['a=b', 'a,b', 'a&b', 'a#b', 'a b'])('refuses a password that would break a frame: %s', (pw) => {
  // The error does not quote it.
  expect(() => encodeCommand(1011, { ...header, pw }, {})).toThrow(new RangeError('pw: ******'));
});

test('keeps the version of a station although its answers have the Flag of another', () => {
  const data = decodePacket(encodeCommand(2011, { ...header, st: '22' }, {}));
  const answer = decodePacket(encodeAnswer({ ...data, version: '2005' }, { cn: '9013' }));
  expect(readStationHeader(answer, readStationHeader(data))).toEqual({
    version: '2017',
    st: '22',
    pw: '123456',
  });
});

test.each([
  ['', ''],
  ['PolId=a34004', 'a34004'],
  ['PolId= w01018 ', 'w01018'],
  ['PolId=a b', undefined],
])('reads which clock asks for the time: %s', (cp, factor) => {
  expect(readTimeFactor({ cp })).toBe(factor);
});
