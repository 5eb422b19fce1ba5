import { describe, expect, it } from 'vitest';
import { joinInForce } from './in-force.rule.ts';

const neutral = { k: 1, b: 0 };
const issue = { at: 20, orderedAt: 19, k: 0.9, b: 4, before: { k: 1.5, b: 2 }, rolledBackAt: null };

describe('K and B in force', () => {
  it('are those of the device, before its issue, after it, and after a roll-back', () => {
    const platform = [10, 21].map((at) => ({ at, ...neutral }));
    expect(joinInForce(platform, [{ ...issue, rolledBackAt: 30 }], 10)).toEqual([
      { at: 10, k: 1.5, b: 2 },
      { at: 20, k: 0.9, b: 4 },
      { at: 30, k: 1.5, b: 2 },
    ]);
  });

  it('begin with what an issue before the first moment has brought', () => {
    expect(joinInForce([], [issue], 25)).toEqual([{ at: 25, k: 0.9, b: 4 }]);
  });

  it('are corrected once where the platform has applied what the device applies later', () => {
    const platform = [
      { at: 10, k: 2, b: 1 },
      { at: 20, ...neutral },
    ];
    expect(joinInForce(platform, [{ ...issue, before: { k: 2, b: 1 } }], 10)).toEqual([
      { at: 10, k: 2, b: 1 },
      { at: 20, k: 0.9, b: 4 },
    ]);
  });

  it('are those of the platform without an issue to the device', () => {
    const platform = [{ at: 10, k: 2, b: 1 }];
    expect(joinInForce(platform, [], 5)).toEqual(platform);
    expect(joinInForce([], [], 5)).toEqual([]);
  });
});
