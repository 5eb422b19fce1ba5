import { MINUTE_MS } from '@limpid/contract/durations';
import { describe, expect, it } from 'vitest';
import { extendWindow, makeValueWindows, openWindowPlan, shapeRateWindow } from './value-windows.rule.ts';

const plan = openWindowPlan();
/** Spans of one minute, six of them before that of a value. */
const window = plan.add(3, 'minute', shapeRateWindow(MINUTE_MS, 'minute'));
const whole = plan.finish();

/** What is known after values at these minutes: the range for the last one, or undefined if values may be missing. */
function knownAfter(...values: [minute: number, value: number | null][]): [number, number] | undefined {
  const windows = makeValueWindows();
  windows.own(7, 0);
  let known: [number, number] | undefined;
  for (const [minute, value] of values) {
    const site = whole && windows.find(7, whole, minute * MINUTE_MS, 0);
    const isKnown = site && extendWindow(site, window, minute * MINUTE_MS, value);
    known = isKnown ? [site.low, site.high] : undefined;
  }
  return known;
}

describe('the last values of a channel', () => {
  it.each([
    [
      'not known before as many spans have passed',
      [
        [0, 5],
        [5, 6],
      ],
      undefined,
    ],
    [
      'known when as many spans have passed',
      [
        [0, 5],
        [6, 6],
      ],
      [5, 6],
    ],
    [
      'those of the spans before and of its own',
      [
        [0, 99],
        [5, 4],
        [10, 5],
        [10.5, 9],
      ],
      [4, 9],
    ],
    [
      'none across a gap',
      [
        [0, 1],
        [30, 5],
      ],
      [5, 5],
    ],
    [
      'without one that does not count',
      [
        [0, 5],
        [6, null],
      ],
      [5, 5],
    ],
    [
      'those around a value that is late by a span',
      [
        [0, 5],
        [8, 7],
        [7, 2],
      ],
      [2, 7],
    ],
    [
      'not known for a value that is later than that',
      [
        [0, 5],
        [9, 7],
        [7, 2],
      ],
      undefined,
    ],
    [
      'with one that came late',
      [
        [0, 5],
        [9, 7],
        [5, 2],
        [10, 6],
      ],
      [2, 7],
    ],
    [
      'known again after values of a clock that was ahead',
      [
        [0, 5],
        [20, 7],
        [9, 6],
        [21, 8],
      ],
      [7, 8],
    ],
  ] as [string, [number, number | null][], [number, number] | undefined][])('are %s', (_, values, range) =>
    expect(knownAfter(...values)).toEqual(range),
  );

  it.each([
    [1, 'minute', 1, 6],
    [5, 'minute', 2, 6],
    [1440, 'minute', 481, 6],
    [1, 'realtime', 1 / 3, 6],
  ] as const)('reach back two periods of %d min on %s values', (period, basis, span, back) => {
    const shape = shapeRateWindow(period * MINUTE_MS, basis);
    expect(shape).toEqual({ spanMs: span * MINUTE_MS, back });
    expect(shape.spanMs * back).toBeGreaterThanOrEqual(2 * period * MINUTE_MS);
  });

  it('are forgotten when rules need other windows, and stay when they need the same', () => {
    const windows = makeValueWindows();
    windows.own(7, 0);
    const makePlan = (period: number) => {
      const other = openWindowPlan();
      other.add(3, 'minute', shapeRateWindow(period * MINUTE_MS, 'minute'));
      return other.finish() ?? { key: '', windows: [], size: 0 };
    };
    const first = windows.find(7, makePlan(1), 1000, 1000);
    expect(windows.find(7, makePlan(1), 2000, 2000)).toBe(first);
    expect(windows.find(7, makePlan(10), 3000, 4000)).toMatchObject({ since: 4000 });
  });

  it('are known of a site until another process claims it', () => {
    const windows = makeValueWindows();
    expect(whole && windows.find(7, whole, 1000, 1000)).toBeUndefined();
    windows.own(7, 5000);
    expect(whole && windows.find(7, whole, 1000, 1000)).toMatchObject({ since: 5000 });
    expect(windows.release(7)).toMatchObject({ since: 5000 });
    expect(windows.owns(7)).toBe(false);
  });
});
