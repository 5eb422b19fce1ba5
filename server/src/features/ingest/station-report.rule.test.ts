import { describe, expect, it } from 'vitest';
import { makePacket } from './reading.fixture.ts';
import { readReportPacket } from './station-report.rule.ts';

const device = { siteId: 1, zone: 'Asia/Shanghai' };
const start = Date.parse('2026-11-01T00:00:00Z');
const digestOf = (cp: string, second: number, header = 'ST=22;CN=2021;PW=1;MN=A;Flag=5') =>
  readReportPacket(makePacket(cp, header), '2021', device, start + second * 1000).digest.toString('hex');

describe('the digest by which a repeated report is recognised', () => {
  it('tells a state that comes back from a packet that is sent again, without a QN and a time', () => {
    const [off, fault, again] = [
      digestOf('SB1-RS=0', 0),
      digestOf('SB1-RS=2', 60),
      digestOf('SB1-RS=0', 120),
    ];
    expect(new Set([off, fault, again]).size).toBe(3);
    expect(digestOf('SB1-RS=0', 10)).toBe(off);
  });

  it('is the same whenever a packet with a QN or a time arrives', () => {
    const timed = 'DataTime=20261101080000;SB1-RS=0';
    expect(digestOf(timed, 600)).toBe(digestOf(timed, 0));
    const numbered = 'QN=20261101080000000;ST=22;CN=2021;PW=1;MN=A;Flag=5';
    expect(digestOf('SB1-RS=0', 600, numbered)).toBe(digestOf('SB1-RS=0', 0, numbered));
  });
});
