import { describe, expect, it } from 'vitest';
import { makePacket } from '../../reading/reading.fixture.ts';
import { isRepeated, readReportPacket } from './station-report.rule.ts';

const device = { siteId: 1, zone: 'Asia/Shanghai' };
const start = Date.parse('2026-11-01T00:00:00Z');
let arrivals = 0;
const read = (cp: string, second: number, header = 'ST=22;CN=2021;PW=1;MN=A;Flag=5') =>
  readReportPacket(makePacket(cp, header), '2021', device, start + second * 1000, ++arrivals);
const digestOf = (...packet: Parameters<typeof read>) => read(...packet).digest.toString('hex');

describe('a packet without a QN and a time', () => {
  const repeats = (...packets: [cp: string, second: number][]) => {
    const reports = packets.map(([cp, second]) => read(cp, second));
    return reports.map((report, index) => isRepeated(report, reports.slice(0, index)));
  };

  it('counts as a repeat if the same packet arrived within a minute', () => {
    expect(repeats(['SB1-RS=0', 0], ['SB1-RS=0', 59], ['SB1-RS=0', 119])).toEqual([false, true, false]);
    expect(repeats(['SB1-RS=0', 59], ['SB1-RS=0', 61])).toEqual([false, true]);
  });

  it('is distinguished from a repeat if a state returns', () => {
    expect(repeats(['SB1-RS=0', 0], ['SB1-RS=2', 0], ['SB1-RS=0', 0])).toEqual([false, false, false]);
    expect(repeats(['SB1-RS=0;SB2-RS=1', 0], ['SB1-RS=2', 10], ['SB1-RS=0;SB2-RS=1', 20])[2]).toBe(false);
    expect(repeats(['SB1-RS=0', 0], ['SB2-RS=2', 10], ['SB1-RS=0', 20])[2]).toBe(true);
  });

  it('is kept if it cannot be compared: another one without codes came between, or its data were truncated', () => {
    expect(repeats(['SB1-RS=0', 0], ['odd', 10], ['SB1-RS=0', 20])[2]).toBe(false);
    const long = `SB1-RS=0;${'x'.repeat(4000)}`;
    expect(repeats([long, 0], [`${long}y`, 1])).toEqual([false, false]);
  });

  it('has its own digest however soon it arrives', () => {
    expect(digestOf('SB1-RS=0', 0)).not.toBe(digestOf('SB1-RS=0', 0));
  });
});

it('has a digest independent of its arrival if it has a QN or a time', () => {
  const timed = 'DataTime=20261101080000;SB1-RS=0';
  expect(digestOf(timed, 600)).toBe(digestOf(timed, 0));
  const numbered = 'QN=20261101080000000;ST=22;CN=2021;PW=1;MN=A;Flag=5';
  expect(digestOf('SB1-RS=0', 600, numbered)).toBe(digestOf('SB1-RS=0', 0, numbered));
});

it('is stored without the passwords in its log texts and values', () => {
  const cp = 'DataTime=20261101080000;i21001-Info=//set NewPW=S3cret//;FtpPW-Info=S3cret';
  const report = readReportPacket(makePacket(cp), '3020', device, start, ++arrivals);
  expect(report.raw).toContain('i21001-Info=//set NewPW=******//');
  expect(JSON.parse(report.content).items).toContainEqual({ code: 'i21001', value: 'set NewPW=******' });
  expect(JSON.stringify(report)).not.toContain('S3cret');
});
