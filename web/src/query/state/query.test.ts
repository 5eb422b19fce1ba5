import { indexCode } from '@limpid/contract/map/indices';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  comparisons,
  copyParts,
  firstQuery,
  hasQuery,
  leaveOutUnshown,
  nameUnshown,
  presets,
  type Query,
  readQuery,
  steps,
  writeQuery,
} from './query.ts';

const dayText = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const moment = fc.nat({ max: 8_000_000_000_000 });
const query: fc.Arbitrary<Query> = fc.record({
  siteIds: fc.uniqueArray(fc.integer({ min: 1, max: 2 ** 31 - 1 }), { maxLength: 20 }),
  channels: fc.uniqueArray(fc.stringMatching(/^[\w.-]{1,8}$/), { maxLength: 40 }),
  period: fc.oneof(
    fc.constantFrom(...presets),
    fc.record({ fromDay: dayText, toDay: dayText }),
    fc.record({ from: moment, to: moment }),
  ),
  comparison: fc.constantFrom(...comparisons),
  step: fc.constantFrom(...steps),
});

describe('the query in an address', () => {
  it('is read as it was written', () => {
    fc.assert(
      fc.property(query, (written) => {
        expect(readQuery(writeQuery(written, new URLSearchParams()))).toEqual(written);
      }),
    );
  });

  it('leaves out what has its first value, and keeps other parts of the address', () => {
    const address = new URLSearchParams('tab=table&sites=3');
    const query = { ...firstQuery, channels: ['CO'] };
    expect(writeQuery(query, address).toString()).toBe('tab=table&channels=CO');
    expect(address.get('sites')).toBe('3');
  });

  it('has a part even if all have their first values, so that the last query does not replace it', () => {
    const address = writeQuery(firstQuery, new URLSearchParams('channels=CO'));
    expect(hasQuery(address)).toBe(true);
    expect(readQuery(address)).toEqual(firstQuery);
  });

  it('is saved with the parts of its screen, and opened without those of others', () => {
    const saved = new URLSearchParams('period=today&layout=multiples&page=3');
    const opened = copyParts(['layout', 'hide'], saved, new URLSearchParams('sites=3&hide=1:CO&tab=table'));
    expect(opened.toString()).toBe('sites=3&tab=table&layout=multiples');
  });

  it.each([
    ['sites=1,x,-2,1,3.5,4', { siteIds: [1, 4] }],
    ['period=2026-02-30..2026-03-01', { period: 'last7Days' }],
    ['period=tomorrow', { period: 'last7Days' }],
    ['period=2026-03-01..2026-02-01', { period: { fromDay: '2026-03-01', toDay: '2026-02-01' } }],
    ['step=week&compare=none', { step: 'auto', comparison: 'none' }],
    ['channels=,PM25,,PM25', { channels: ['PM25'] }],
    ['channels=*index,PM25', { channels: [indexCode, 'PM25'] }],
  ])('drops malformed parts of %s', (text, expected) => {
    expect(readQuery(new URLSearchParams(text))).toMatchObject(expected);
  });

  it('leaves out sites and channels that the screen cannot show, once they are loaded', () => {
    const asked = { ...firstQuery, siteIds: [1, 2, 3], channels: ['WD', 'PM25'] };
    const loading = { sites: undefined, channels: [] };
    expect(leaveOutUnshown(asked, loading)).toEqual(asked);
    const loaded = { sites: [{ siteId: 2 }, { siteId: 3 }], channels: [{ code: 'PM25' }] };
    expect(leaveOutUnshown(asked, loaded)).toEqual({ ...asked, siteIds: [2, 3], channels: ['PM25'] });
  });

  it('names channels that the screen cannot show, and those that do not exist by their code', () => {
    const shown = [{ code: 'PM25', name: 'Fine dust' }];
    const all = [...shown, { code: 'WD', name: 'Wind direction' }];
    expect(nameUnshown(['WD', 'PM25', 'XYZ'], shown, all)).toEqual(['Wind direction', 'XYZ']);
    expect(nameUnshown(['WD'], [], [])).toEqual([]);
    // Screens without a choice of the index have it anyway.
    expect(nameUnshown([indexCode, 'PM25'], shown, all)).toEqual([]);
  });
});
