import { describe, expect, it } from 'vitest';
import { measureProcessorTime } from '../../../testing/processor-time.ts';
import { isBlacklisted } from './blacklist.rule.ts';

describe('the list of refused addresses', () => {
  it.each<[list: string, address: string, refused: boolean]>([
    ['', '10.0.0.1', false],
    [' ; ;', '10.0.0.1', false],
    ['10.0.0.1', '10.0.0.1', true],
    ['10.0.0.1', '10.0.0.11', false],
    ['10.0.0.1', '110.0.0.1', false],
    ['10.0.0.1', '10x0y0z1', false],
    ['10.0.0.1', '::ffff:10.0.0.1', true],
    ['192.168.1.1; 10.0.0.1 ;', '10.0.0.1', true],
    ['10.0.1.*', '10.0.1.200', true],
    ['10.0.1.*', '10.0.11.2', false],
    ['10.0.*', '10.0.11.2', true],
    ['*.7', '10.0.11.7', true],
    ['10.*.7', '10.0.11.7', true],
    ['10.*.7', '10.7', false],
    ['10.0.*.1*', '10.0.3.1', true],
    ['*', '10.0.0.1', true],
    ['*', '2001:db8::1', true],
    ['10.0.2.1-10.0.2.9', '10.0.2.1', true],
    ['10.0.2.1-10.0.2.9', '10.0.2.9', true],
    ['10.0.2.1 - 10.0.2.9', '10.0.2.5', true],
    ['10.0.2.1-10.0.2.9', '10.0.2.10', false],
    ['10.0.2.9-10.0.2.1', '10.0.2.5', true],
    ['10.0.2.1-10.0.2.9', '2001:db8::1', false],
    ['2001:db8::1-2001:db8::ff', '2001:db8::a', true],
    ['2001:db8::1', '2001:db8::1', true],
    ['2001:DB8::1', '2001:db8::1', true],
    ['fe80::1', 'fe80::1%eth0', true],
    ['fe80::1%eth0-fe80::9%eth0', 'fe80::5%eth0', true],
    ['fe80::1-fe80::9', 'fe80::5%eth0', true],
    ['2001:DB8:*', '2001:db8::1', true],
    ['10.0.2.1-2001:db8::1', '10.0.2.1', false],
    ['10.0.0.1-', '10.0.0.2', false],
    ['office; 10.0.0.1', '10.0.0.1', true],
    ['(10|11).*', '10.0.0.1', false],
    ['[', '10.0.0.1', false],
  ])('%j and the address %s: %s', (list, address, refused) => {
    expect(isBlacklisted(list, address)).toBe(refused);
  });

  it('is matched in linear time', () => {
    const spent = measureProcessorTime(() => {
      expect(isBlacklisted(`${'*1'.repeat(60)}*f`, '1111:1111:1111:1111:1111:1111:1111:1111')).toBe(false);
      expect(isBlacklisted(`${'*'.repeat(5000)}f`, '255.255.255.255')).toBe(false);
    });
    expect(spent).toBeLessThan(500);
  });
});
