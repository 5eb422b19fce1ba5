import { expect, it } from 'vitest';
import { findSeriesEnd } from './use-site-series.ts';

const now = Date.UTC(2026, 10, 16, 12, 10, 30);

it.each([
  ['five', 'Asia/Shanghai', Date.UTC(2026, 10, 16, 12, 15)],
  ['hour', 'Asia/Shanghai', Date.UTC(2026, 10, 16, 12)],
  ['hour', 'Asia/Kolkata', Date.UTC(2026, 10, 16, 11, 30)],
] as const)(
  'ends a chart of %s values in %s with the last finished hour, or now',
  (granularity, zone, end) => {
    expect(findSeriesEnd(now, granularity, zone)).toBe(end);
  },
);
