import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { dayBounds, formatLocalDate, offsetAt } from '@limpid/contract/local-time';
import { type DateLanguage, formatMoment } from '../../../lib/dates.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';

export interface RowTime {
  date: string;
  /** The minute, or the window that a mean stands for; empty for a day. */
  clock: string;
  /** `UTC+8`: the clock shows an hour twice when daylight saving time ends. */
  offset: string;
}

const secondsLength = ' HH:mm:ss'.length;

export function writeRowTime(
  ts: number,
  granularity: Granularity,
  zone: string,
  language: DateLanguage,
): RowTime {
  const { time } = makeZoneClock(zone, language);
  const window = `${time(ts)}–${time(ts + granularityMs[granularity])}`;
  return {
    date: formatMoment(ts, zone, language).slice(0, -secondsLength),
    clock: granularity === 'day' ? '' : granularity === 'minute' ? time(ts) : window,
    offset: writeOffset(offsetAt(ts, zone)),
  };
}

/** The end of a minute, an hour or a day of the zone. */
export function endOfStep(ts: number, granularity: Granularity, zone: string): number {
  return granularity === 'day'
    ? dayBounds(formatLocalDate(ts, zone), zone)[1]
    : ts + granularityMs[granularity];
}

function writeOffset(offset: number): string {
  const minutes = (Math.abs(offset) % HOUR_MS) / MINUTE_MS;
  const hours = Math.floor(Math.abs(offset) / HOUR_MS);
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes > 0 ? `:${String(minutes).padStart(2, '0')}` : ''}`;
}
