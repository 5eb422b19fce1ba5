import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import type { SourceState } from '@limpid/contract/reference/reference-source';

/** After this many failures in a row a source is shown as failing. */
const failingAfter = 5;
const longestBackOffMs = HOUR_MS;
const firstBackOffMs = 2 * MINUTE_MS;
/** A source that is later than this is asked once an hour. */
const lateMs = 6 * HOUR_MS;

interface Standing {
  now: number;
  /** Minutes of an hour at which the source is asked, in order. */
  minutes: readonly number[];
  /** The end of the newest published hour. */
  newestRelease: number | null;
  /** Failures in a row, the last run included. */
  failCount: number;
  /** Whether hours before the newest one can be asked for. */
  hasPast: boolean;
}

const startOfHour = (at: number) => at - (at % HOUR_MS);

/** Minutes of an hour, in order and each once; undefined if the text is something else. */
export function readPollMinutes(text: string): number[] | undefined {
  const parts = text.split(/[,，;；\s]+/).filter((part) => part !== '');
  const minutes = [...new Set(parts.map((part) => (/^\d{1,2}$/.test(part) ? Number(part) : Number.NaN)))];
  const isGood = minutes.length > 0 && minutes.length <= 12 && minutes.every((minute) => minute <= 59);
  return isGood ? minutes.sort((a, b) => a - b) : undefined;
}

/** Whether the hour that closed last has been published. */
function isCurrent({ now, newestRelease }: Pick<Standing, 'now' | 'newestRelease'>): boolean {
  return newestRelease !== null && newestRelease >= startOfHour(now);
}

/**
 * When a source is asked again: at its minutes until the hour that closed last is there, then in the next hour. One without
 * past hours is asked at all of its minutes, because stations that publish later than the first would be lost. A failure
 * is repeated after a time that doubles, up to an hour.
 */
export function planNext({ now, minutes, newestRelease, failCount, hasPast }: Standing): number {
  if (failCount > 0) return now + Math.min(longestBackOffMs, firstBackOffMs * 2 ** (failCount - 1));
  const hour = startOfHour(now);
  const nextHour = hour + HOUR_MS + (minutes[0] ?? 0) * MINUTE_MS;
  if (hasPast && isCurrent({ now, newestRelease })) return nextHour;
  if (newestRelease !== null && hour - newestRelease > lateMs) return nextHour;
  const later = minutes.map((minute) => hour + minute * MINUTE_MS).find((at) => at > now);
  return later ?? nextHour;
}

export function describeState({
  now,
  newestRelease,
  failCount,
}: Omit<Standing, 'minutes' | 'hasPast'>): SourceState {
  if (failCount >= failingAfter) return 'failing';
  if (failCount > 0) return 'retrying';
  return isCurrent({ now, newestRelease }) ? 'current' : 'waiting';
}
