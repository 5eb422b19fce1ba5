import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findHeld, type HeldCoefficient, listAppliedByPlatform } from './coefficient-state.rule.ts';

const none: HeldCoefficient = { value: null, isInDoubt: false };
const doubt = (value: number | null): HeldCoefficient => ({ value, isInDoubt: true });
const has = (value: number): HeldCoefficient => ({ value, isInDoubt: false });
const channelId = 1;
const ordered = {
  ordered: 2,
  wanted: 2,
  read: null,
  written: null,
  held: none,
  mayBeExecuted: false,
  settled: false,
};

describe('K on a device after 2 was written', () => {
  it.each<[string, Partial<Parameters<typeof findHeld>[1]>, HeldCoefficient]>([
    ['the device says 2', { read: '2.0' }, has(2)],
    ['it says 2 although the result was lost', { read: '2', mayBeExecuted: true }, has(2)],
    ['it says 2 although it has refused', { read: '2' }, has(2)],
    ['it says 1', { read: '1', mayBeExecuted: true }, none],
    ['it still says what it had', { read: '1.5', held: has(1.5) }, has(1.5)],
    ['it says what was written before without being confirmed', { read: '3', written: '3' }, has(3)],
    ['it has refused and has one of its own', { read: '1.02' }, none],
    ['it has accepted and says something else', { read: '1.999', mayBeExecuted: true }, doubt(null)],
    ['it has refused and says something else than before', { read: '4', held: has(3) }, doubt(3)],
    ['it has refused and says nothing', {}, none],
    ['it has accepted and says nothing', { mayBeExecuted: true }, doubt(null)],
    ['it was in doubt and says nothing', { held: doubt(null) }, doubt(null)],
    ['it was in doubt and says 2', { read: '2', held: doubt(null) }, has(2)],
    ['it answers without a number', { read: ' ', mayBeExecuted: true }, doubt(null)],
  ])('%s', (_, given, expected) => {
    expect(findHeld('k', { ...ordered, ...given })).toEqual(expected);
  });
});

describe('K on a device that had given it back, so that the platform applies 2', () => {
  it.each<[string, Partial<Parameters<typeof findHeld>[1]>, HeldCoefficient]>([
    ['the device says 1', { read: '1.0' }, none],
    ['it says one of its own', { read: '1.02' }, none],
    ['somebody has written another to it', { read: '1.02', written: '1.02' }, none],
    ['it has the 2 of a backup', { read: '2' }, has(2)],
    ['it had the 2 of a backup and says something else', { read: '1.02', held: has(2) }, doubt(2)],
    ['it had not given it back', { read: '1.02', settled: false }, doubt(null)],
    ['it is in doubt', { read: '1.02', held: doubt(null) }, doubt(null)],
    ['it says 1 after a doubt', { read: '1', held: doubt(null) }, none],
  ])('%s', (_, given, expected) => {
    const back = { ...ordered, ordered: 1, written: '1', mayBeExecuted: true, settled: true };
    expect(findHeld('k', { ...back, ...given })).toEqual(expected);
  });
});

describe('the platform applies', () => {
  it.each<[string, HeldCoefficient, HeldCoefficient, { k: number; b: number }]>([
    ['both if the device has none', none, none, { k: 2, b: 1 }],
    ['none if the device has both', has(2), has(1), { k: 1, b: 0 }],
    ['B if the device has K alone', has(2), none, { k: 1, b: 1 }],
    ['K, and takes off what this makes of B, if the device has B alone', none, has(1), { k: 2, b: -1 }],
    ['none that is in doubt', doubt(null), doubt(null), { k: 1, b: 0 }],
    ['B if K is in doubt', doubt(null), none, { k: 1, b: 1 }],
    ['none while the device has earlier ones', has(3), has(5), { k: 1, b: 0 }],
  ])('%s', (_, k, b, expected) => {
    const [applied] = listAppliedByPlatform([{ channelId, k: 2, b: 1 }], [{ channelId, k, b }]);
    expect(applied).toEqual({ channelId, ...expected });
  });

  test('everything exactly once, whatever part the device has', () => {
    const amount = fc.integer({ min: -400, max: 400 }).map((value) => value / 8);
    const factor = fc.integer({ min: 1, max: 80 }).map((value) => value / 8);
    fc.assert(
      fc.property(factor, amount, amount, fc.boolean(), fc.boolean(), (k, b, raw, hasK, hasB) => {
        const held = { channelId, k: hasK ? has(k) : none, b: hasB ? has(b) : none };
        const [applied] = listAppliedByPlatform([{ channelId, k, b }], [held]);
        const sent = (hasK ? k : 1) * raw + (hasB ? b : 0);
        expect((applied?.k ?? 0) * sent + (applied?.b ?? 0)).toBeCloseTo(k * raw + b, 6);
      }),
    );
  });
});
