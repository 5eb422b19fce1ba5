import { describe, expect, it } from 'vitest';
import { makePacket } from '../reading/reading.fixture.ts';
import { readClockDrift, readFact } from './device-facts.rule.ts';

const zone = 'Asia/Shanghai';
const now = Date.parse('2026-11-15T08:00:00+08:00');
const driftOf = (header: string, cp = 'DataTime=20261115075900') =>
  readClockDrift(makePacket(cp, header), zone, now);

describe('the clock of a device', () => {
  it.each([
    ['of the QN of real-time data', 'QN=20261115080130500;ST=22;CN=2011;PW=1;MN=M;Flag=5', 90.5],
    ['of a heartbeat', 'QN=20261115075955000;ST=22;CN=9015;PW=1;MN=M;Flag=9', -5],
    ['of the sample, where 2005 has no QN', 'ST=22;CN=2011;PW=1;MN=M', -60],
    ['unknown from data of the past', 'QN=20261115080130500;ST=22;CN=2051;PW=1;MN=M;Flag=5', null],
    [
      'unknown from an answer, which has the QN of the platform',
      'QN=20261115080130500;ST=22;CN=1061;PW=1;MN=M;Flag=4',
      null,
    ],
    ['unknown from a QN that is no time', 'QN=1;ST=22;CN=2011;PW=1;MN=M;Flag=5', null],
  ])('is %s', (_, header, drift) => {
    expect(driftOf(header)).toBe(drift);
  });
});

describe('a fact about a device', () => {
  it.each([
    ['i23101', 'PolId=a34004;i23101-Info=//V2.1;b3//', 'V2.1'],
    ['i23101', 'DataTime=20261115080000;I23101-Info = 7 ', '7'],
    ['CSQ', 'DataTime=20261115080000;CSQ-Rtd=23,CSQ-Flag=N;a34004-Rtd=35', '23'],
    ['CSQ', 'XCSQ-Rtd=23', null],
    ['v1.0', 'v1x0=5', null],
    ['CSQ', 'CSQ-Rtd=', null],
    [null, 'CSQ-Rtd=23', null],
  ])('with the code %s in %s is %s', (code, cp, value) => {
    expect(readFact(cp, code)).toBe(value);
  });
});
