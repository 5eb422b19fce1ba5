import type { DayCompleteness, RecentCompleteness } from '@limpid/contract/analysis/completeness';

type Counts = RecentCompleteness['lastDay'];

/** Rounds to four decimals, a hundredth of a percent; null if there is nothing to count. */
function rate(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 1e4) / 1e4;
}

/** The counts of several days together. */
export function sumCompleteness(days: readonly DayCompleteness[]): Counts {
  const sum = (read: (day: DayCompleteness) => number) => days.reduce((total, day) => total + read(day), 0);
  const [expected, received] = [sum((day) => day.expected), sum((day) => day.received)];
  const [values, validValues] = [sum((day) => day.values), sum((day) => day.validValues)];
  return {
    expected,
    received,
    transmissionRate: rate(received, expected),
    values,
    validValues,
    validRate: rate(validValues, values),
  };
}
