import { type Granularity, granularityMs } from '@limpid/contract/data/series';
import { dayBounds, formatLocalDate } from '@limpid/contract/local-time';
import { type DateLanguage, formatMoment } from '../../../lib/dates.ts';
import { makeZoneClock } from '../../../lib/zone-clock.ts';
import { writeOffset } from '../../../query/state/write-offset.ts';

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
    offset: writeOffset(ts, zone),
  };
}

/** The end of a minute, an hour or a day of the zone. */
export function endOfStep(ts: number, granularity: Granularity, zone: string): number {
  return granularity === 'day'
    ? dayBounds(formatLocalDate(ts, zone), zone)[1]
    : ts + granularityMs[granularity];
}
