import { describe, expect, it } from 'vitest';
import { compareParameter } from './parameter.ts';

const later = { wantedState: 'done', isReadSince: true };
const before = { wantedState: 'done', isReadSince: false };
const refused = { wantedState: 'refused', isReadSince: false };

describe('a parameter of a device', () => {
  it.each([
    ['was never written', { readValue: '30', wantedValue: null, wantedState: null }, undefined],
    ['was not read since', { readValue: '30', wantedValue: '60' }, 'unread'],
    ['was never read', { readValue: null, wantedValue: '60' }, 'unread'],
    ['has the value', { ...later, readValue: '60.0', wantedValue: '60' }, 'same'],
    ['has another value', { ...later, readValue: '30', wantedValue: '60' }, 'differs'],
    ['is empty', { ...later, readValue: '', wantedValue: '0' }, 'differs'],
    ['was not taken by the device', { ...refused, readValue: '30', wantedValue: '60' }, 'differs'],
    ['was not taken by a device that has it', { ...refused, readValue: '60', wantedValue: '60' }, 'same'],
    ['was refused and never read', { ...refused, readValue: null, wantedValue: '60' }, 'unread'],
  ])('%s', (_, values, difference) => {
    expect(compareParameter({ ...before, ...values })).toBe(difference);
  });

  it.each(['timedOut', 'interrupted', 'cancelled'])(
    'may have been taken by a device whose command is %s, until it is read',
    (wantedState) => {
      const wanted = { ...before, wantedValue: '60', wantedState };
      expect(compareParameter({ ...wanted, readValue: '30' })).toBe('unknown');
      expect(compareParameter({ ...wanted, readValue: '60' })).toBe('unknown');
      expect(compareParameter({ ...wanted, readValue: null })).toBe('unknown');
      expect(compareParameter({ ...wanted, isReadSince: true, readValue: '60' })).toBe('same');
    },
  );
});
