import { describe, expect, it } from 'vitest';
import { readAddressFilter, writeAddressFilter } from './equipment-filter.ts';

describe('the filter of the list of devices', () => {
  it('is read from the address, without what is no filter', () => {
    const address = new URLSearchParams(
      'device=7&siteName=Lyon&online=off&alarmState=loud&deptId=103&entityId=x',
    );
    expect(readAddressFilter(address)).toEqual({ siteName: 'Lyon', online: 'off', deptId: 103 });
  });

  it('replaces its fields in the address and leaves the rest', () => {
    const address = new URLSearchParams('device=7&siteName=Lyon&online=off');
    const next = writeAddressFilter(address, ['siteName', 'online'], { siteName: 'Bron' });
    expect(next.toString()).toBe('device=7&siteName=Bron');
  });
});
