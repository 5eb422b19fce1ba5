import { describe, expect, it } from 'vitest';
import { compareParameter } from './parameter.ts';

const [early, late] = ['2026-11-17 08:00:00', '2026-11-17 09:00:00'];

describe('a parameter of a device', () => {
  it.each([
    ['was never written', { readValue: '30', readAt: early, wantedValue: null, wantedAt: null }, undefined],
    ['was not read since', { readValue: '30', readAt: early, wantedValue: '60', wantedAt: late }, 'unread'],
    ['was never read', { readValue: null, readAt: null, wantedValue: '60', wantedAt: late }, 'unread'],
    ['has the value', { readValue: '60.0', readAt: late, wantedValue: '60', wantedAt: early }, 'same'],
    ['has another value', { readValue: '30', readAt: late, wantedValue: '60', wantedAt: early }, 'differs'],
    ['is empty', { readValue: '', readAt: late, wantedValue: '0', wantedAt: early }, 'differs'],
  ])('%s', (_, values, difference) => {
    expect(compareParameter(values)).toBe(difference);
  });
});
