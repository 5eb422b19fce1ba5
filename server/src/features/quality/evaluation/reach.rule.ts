import type { QualityTest } from '@limpid/contract/quality/data-rule';

/** A verdict depends on hours up to a day away. */
export const reachHours = 24;

/** The hours, from a changed one on, whose verdict depends on it; both included. */
export const reach: Readonly<Record<QualityTest, { before: number; after: number }>> = {
  range: { before: 0, after: 0 },
  spike: { before: 2, after: reachHours },
  flat: { before: reachHours, after: reachHours },
  rate: { before: 0, after: 1 },
  missing: { before: reachHours, after: reachHours },
  relation: { before: 0, after: 0 },
  difference: { before: 0, after: 0 },
};
