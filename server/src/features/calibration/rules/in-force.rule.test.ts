import { describe, expect, it } from 'vitest';
import { joinInForce } from './in-force.rule.ts';

const neutral = { k: 1, b: 0 };
const own = { orderedAt: 19, k: 1.5, b: 2 };
const change = { at: 20, k: 0.9, b: 4 };

describe('K and B in force', () => {
  it('are those of the device, before the first order, after it, and after a roll-back', () => {
    const platform = [10, 21].map((at) => ({ at, ...neutral }));
    expect(joinInForce(platform, { changes: [change, { at: 30, k: 1.5, b: 2 }], own }, 10)).toEqual([
      { at: 10, k: 1.5, b: 2 },
      { at: 20, k: 0.9, b: 4 },
      { at: 30, k: 1.5, b: 2 },
    ]);
  });

  it('begin with what the device has got before the first moment', () => {
    expect(joinInForce([], { changes: [change], own }, 25)).toEqual([{ at: 25, k: 0.9, b: 4 }]);
  });

  it('are corrected once where the platform has applied what the device applies later', () => {
    const platform = [
      { at: 10, k: 2, b: 1 },
      { at: 20, ...neutral },
    ];
    expect(joinInForce(platform, { changes: [change], own: { ...own, k: 2, b: 1 } }, 10)).toEqual([
      { at: 10, k: 2, b: 1 },
      { at: 20, k: 0.9, b: 4 },
    ]);
  });

  it('are those of the platform where the device has none', () => {
    const platform = [{ at: 10, k: 2, b: 1 }];
    expect(joinInForce(platform, { changes: [], own: null }, 5)).toEqual(platform);
    expect(joinInForce([], { changes: [], own: null }, 5)).toEqual([]);
  });
});
