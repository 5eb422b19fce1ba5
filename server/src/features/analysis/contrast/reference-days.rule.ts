import { computeMean } from '@limpid/aqi/decimal';
import { isPeriodValid } from '@limpid/aqi/validity';
import { formatLocalDate } from '@limpid/contract/local-time';
import type { Points } from '../../reading/reading.api.ts';
import type { ValueByTime } from './contrast.rule.ts';

/**
 * The means of days with at least 20 published hours, by their date at midnight UTC. Other days are counted as dropped, and
 * the running day apart from them.
 */
export function averagePublishedDays(
  { at, values }: Points,
  zone: string,
  now: number,
): { values: ValueByTime; dropped: number; running: number } {
  const days = Map.groupBy(values.keys(), (position) => formatLocalDate(at[position] ?? 0, zone));
  const running = days.delete(formatLocalDate(now, zone)) ? 1 : 0;
  const valid = new Map<number, number>();
  for (const [day, positions] of days) {
    const mean = computeMean(positions.flatMap((position) => values[position] ?? []));
    if (mean !== null && isPeriodValid('day', positions.length)) valid.set(Date.parse(day), mean);
  }
  return { values: valid, dropped: days.size - valid.size, running };
}
