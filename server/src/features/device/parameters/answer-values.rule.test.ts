import { describe, expect, it } from 'vitest';
import {
  nameAskedChannel,
  readAnsweredValues,
  readAnswerFields,
  readDeviceValues,
} from './answer-values.rule.ts';

const sampling = [
  { polId: '', code: 'CstartTime', value: '000000' },
  { polId: '', code: 'Ctime', value: '2' },
];

describe('the values of a device', () => {
  it.each([
    ['RtdInterval=30', [{ polId: '', code: 'RtdInterval', value: '30' }]],
    ['PolId=a34004;InfoId=i13008;i13008-Info=1.02', [{ polId: 'a34004', code: 'i13008', value: '1.02' }]],
    [
      'DataTime=20261115080000;PolId=a34004,a34004-SN= 0A ',
      [{ polId: 'a34004', code: 'a34004', value: '0A' }],
    ],
    ['CstartTime=000000;CTime=2', sampling],
    ['CstartTime=000000;Ctime=2', sampling],
    ['NewPW=654321', []],
    ['FtpPassword=654321;LoginPwd=654321;UserPW =654321', []],
    ['', []],
  ])('in %s', (cp, values) => {
    expect(readDeviceValues(cp)).toEqual(values);
  });

  it.each([
    ['its own', 'PolId=a34002;i13008-Info=1', 'PolId=a34004;InfoId=i13008', 'a34002'],
    ['the one that was asked for', 'i13008-Info=1', 'PolId=a34004;InfoId=i13008', 'a34004'],
    ['the one that was asked for in another case', 'i13008-Info=1', 'polid=a34004;InfoId=i13008', 'a34004'],
    ['none, because it is of the logger', 'i23101-Info=V2', 'PolId=a34004;InfoId=i23101', ''],
    ['none, because it is of the room', 'i33102-Info=40', 'PolId=a34004;InfoId=i33102', ''],
    ['none, because none was asked for', 'RtdInterval=30', '', ''],
  ])('have the channel of the answer: %s', (_, answer, request, polId) => {
    expect(readAnsweredValues(answer, request)).toMatchObject([{ polId }]);
  });

  it.each([
    ['i13008-Info=1', 'PolId=a34004;InfoId=i13008', 'PolId=a34004;i13008-Info=1'],
    ['PolId=a34002;i13008-Info=1', 'PolId=a34004;InfoId=i13008', 'PolId=a34002;i13008-Info=1'],
    ['i23101-Info=V2', 'PolId=a34004;InfoId=i23101', 'i23101-Info=V2'],
    ['i23101-Info=V2', 'InfoId=i23101', 'i23101-Info=V2'],
  ])('in %s, asked for by %s, are stored as %s', (answer, request, stored) => {
    expect(nameAskedChannel(answer, request)).toBe(stored);
  });

  it('come from the answers with the code of the command alone', () => {
    const answer = (cn: string, cp: string) => `QN=1;ST=91;CN=${cn};PW=******;MN=M;Flag=4;CP=&&${cp}&&`;
    const response = [
      answer('9011', 'QnRtn=1'),
      answer('1061', 'RtdInterval=30'),
      answer('9012', 'ExeRtn=1'),
    ];
    expect(readAnswerFields(response.join('\n'), '1061')).toEqual([
      { name: 'RtdInterval', value: '30', dataTime: null },
    ]);
    expect(readAnswerFields(null, '1061')).toEqual([]);
  });

  it('have the time of their packet, if it has a possible one', () => {
    const answer = (cp: string) => `QN=1;ST=22;CN=2061;MN=M;Flag=4;CP=&&${cp}&&`;
    const packets = [
      'DataTime=20261115080000;a-Avg=1',
      'DataTime=20261115090000;a-Avg=2',
      'DataTime=?;a-Avg=3',
    ];
    expect(readAnswerFields(packets.map(answer).join('\n'), '2061')).toEqual([
      { name: 'a-Avg', value: '1', dataTime: '2026-11-15 08:00:00' },
      { name: 'a-Avg', value: '2', dataTime: '2026-11-15 09:00:00' },
      { name: 'a-Avg', value: '3', dataTime: null },
    ]);
  });
});
