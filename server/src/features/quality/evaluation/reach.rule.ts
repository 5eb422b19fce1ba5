import type { QualityTest } from '@limpid/contract/quality/data-rule';
import type { Hours } from '../tests/finding.ts';
import { reachHours } from './hour-window.ts';

/** Places of a window, both included. */
export interface PlaceSpan {
  first: number;
  last: number;
}

/** The hours whose verdict depends on a changed hour: those beside it that a test compares it with. */
export function findReach(test: QualityTest, hours: Hours, changed: number): PlaceSpan {
  switch (test) {
    case 'spike':
      return { first: changed - 2, last: changed + reachHours };
    case 'rate':
      return { first: changed, last: changed + 1 };
    // The lines and gaps that end at the changed hour: it joins, splits or lengthens them.
    case 'flat':
      return findRuns(hours, changed, (value, beside) => value === beside);
    case 'missing':
      return findRuns(hours, changed, Number.isNaN);
    default:
      return { first: changed, last: changed };
  }
}

/** Extends to both sides while hours continue the one beside the changed hour. */
function findRuns(
  hours: Hours,
  changed: number,
  continues: (value: number, beside: number) => boolean,
): PlaceSpan {
  const length = (direction: 1 | -1): number => {
    const beside = hours[changed + direction] ?? Number.NaN;
    let count = 0;
    while (count < reachHours && continues(hours[changed + direction * (count + 1)] ?? Number.NaN, beside))
      count++;
    return count;
  };
  return { first: changed - length(-1), last: changed + length(1) };
}
