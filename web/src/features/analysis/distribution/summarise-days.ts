import type { Distribution } from '@limpid/contract/analysis/distribution';

interface DaySummary {
  day: string;
  count: number;
  lowest: number | null;
  highest: number | null;
  /** The hour of day of the highest value. */
  at: number | null;
}

/** Each day with its number of hours, the lowest and the highest of them. */
export function summariseDays(heat: Distribution['heat']): DaySummary[] {
  return heat.map(({ day, values }) => {
    const present = values.filter((value) => value !== null);
    if (present.length === 0) return { day, count: 0, lowest: null, highest: null, at: null };
    const highest = Math.max(...present);
    return { day, count: present.length, lowest: Math.min(...present), highest, at: values.indexOf(highest) };
  });
}
