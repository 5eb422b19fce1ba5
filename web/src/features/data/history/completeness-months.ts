import type { DayCompleteness, SiteCompletenessDays } from '@limpid/contract/analysis/completeness';

/** The days of a site in one month, and their sums. */
export interface SiteMonth {
  /** `2026-11` */
  month: string;
  days: readonly DayCompleteness[];
  transmissionRate: number | null;
  validRate: number | null;
}

/** Sums days by month; days that expect nothing count in neither number. */
export function groupByMonth({ days }: SiteCompletenessDays): SiteMonth[] {
  return [...Map.groupBy(days, ({ day }) => day.slice(0, 7))].map(([month, ofMonth]) => {
    const sum = (name: 'expected' | 'received' | 'values' | 'validValues') =>
      ofMonth.reduce((total, day) => total + day[name], 0);
    return {
      month,
      days: ofMonth,
      transmissionRate: divide(sum('received'), sum('expected')),
      validRate: divide(sum('validValues'), sum('values')),
    };
  });
}

function divide(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Whether data was expected on the day and none came. */
export function isGap({ expected, received }: DayCompleteness): boolean {
  return expected > 0 && received === 0;
}

/** The whole gap around a day without data, else the day itself. */
export function findGap(days: readonly DayCompleteness[], day: string): { fromDay: string; toDay: string } {
  const place = days.findIndex((one) => one.day === day);
  const isGapAt = (at: number) => {
    const one = days[at];
    return one !== undefined && isGap(one);
  };
  let [first, last] = [place, place];
  if (isGapAt(place)) {
    while (isGapAt(first - 1)) first--;
    while (isGapAt(last + 1)) last++;
  }
  return { fromDay: days[first]?.day ?? day, toDay: days[last]?.day ?? day };
}

/** The last months of a period, at most so many: `['2026-10', '2026-11']`. */
export function listMonths(fromDay: string, toDay: string, most: number): string[] {
  const [year = 0, month = 0] = toDay.split('-').map(Number);
  const months = Array.from({ length: most }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  );
  return months.filter((one) => one >= fromDay.slice(0, 7)).toReversed();
}
