import { describe, expect, it } from 'vitest';
import { readStationReport } from './station-report.ts';

describe('uploads without measured values', () => {
  it.each([
    ['2021', 'DataTime=20261115080000;SB1-RS=1;SB2-RS=0', null, { SB1: '1', SB2: '0' }],
    ['2081', 'DataTime=20261115080000;RestartTime=20261115075900', null, { RestartTime: '20261115075900' }],
    [
      '3020',
      'DataTime=20100301145000;PolId=w01018;i11001-Info=//清洗管路//',
      'w01018',
      { i11001: '清洗管路' },
    ],
    [
      '3020',
      'i21001-Info=//door; open, 2=3//;i12003-Info =0',
      null,
      { i21001: 'door; open, 2=3', i12003: '0' },
    ],
    ['3020', ' PolId=a34004;InfoId=i13008;i13008-Info=1.02', 'a34004', { i13008: '1.02' }],
    ['3020', 'nonsense', null, {}],
    [
      '3040',
      'DataTime=20261115080000;RunMode=2;SystemAlarm=01;SystemTime=20261115080000',
      null,
      { RunMode: '2', SystemAlarm: '01' },
    ],
  ] as const)('are read by command %s from %s', (command, cp, polId, items) => {
    const report = readStationReport(command, cp);
    expect(report.polId).toBe(polId);
    expect(Object.fromEntries(report.items.map(({ code, value }) => [code, value]))).toEqual(items);
  });
});
