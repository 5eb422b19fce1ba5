import { formatLocalDate } from '@limpid/contract/local-time';
import { type DateLanguage, formatDay, formatMoment } from '../../lib/dates.ts';
import { isWholeDays, type Range } from './period.ts';

/** "Oct 18, 2026 – Nov 16, 2026" for whole days, both included; else the two moments to the minute. */
export function describePeriod(range: Range, zone: string, language: DateLanguage): string {
  const isWhole = isWholeDays(range, zone);
  const day = (moment: number) => formatDay(formatLocalDate(moment, zone), language);
  const minute = (moment: number) => formatMoment(moment, zone, language).slice(0, -':00'.length);
  const [first, last] = isWhole
    ? [day(range.from), day(range.to - 1)]
    : [minute(range.from), minute(range.to)];
  return first === last ? first : `${first} – ${last}`;
}
