import { describe, expect, it } from 'vitest';
import { makeExceedanceWatch } from './exceedance-watch.ts';

describe('the tone for new exceedances', () => {
  it('is not played for sites that exceed already when the screen opens', () => {
    const watch = makeExceedanceWatch(4000);
    expect(watch.update([1, 2], 0)).toBe(false);
    expect(watch.update([2], 5000)).toBe(false);
  });

  it('is played once for a site, and again after it came below its limit', () => {
    const watch = makeExceedanceWatch(4000);
    watch.update([], 0);
    expect([5, 10, 15, 20].map((s) => watch.update(s === 15 ? [] : [1], s * 1000))).toEqual([
      true,
      false,
      false,
      true,
    ]);
  });

  it('is played once for several sites, and waits for the time between two', () => {
    const watch = makeExceedanceWatch(4000);
    watch.update([], 0);
    expect(watch.update([1, 2, 3], 1000)).toBe(true);
    expect(watch.update([1, 2, 3, 4], 2000)).toBe(false);
    expect(watch.update([1, 2, 3, 4], 5000)).toBe(true);
    expect(watch.update([1, 2, 3, 4], 9000)).toBe(false);
  });

  it('forgets the sites of another search', () => {
    const watch = makeExceedanceWatch(4000);
    watch.update([], 0);
    watch.reset();
    expect(watch.update([7], 5000)).toBe(false);
  });
});
