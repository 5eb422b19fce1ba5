import { HOUR_MS, MINUTE_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';

/** `UTC+8` or `UTC−3:30`: a clock shows an hour twice when daylight saving time ends. */
export function writeOffset(moment: number, zone: string): string {
  const offset = offsetAt(moment, zone);
  const minutes = (Math.abs(offset) % HOUR_MS) / MINUTE_MS;
  const hours = Math.floor(Math.abs(offset) / HOUR_MS);
  return `UTC${offset < 0 ? '−' : '+'}${hours}${minutes > 0 ? `:${String(minutes).padStart(2, '0')}` : ''}`;
}

/** The offsets of moments in brackets, if they differ; else nothing, because every moment has the same. */
export function makeOffsetNote(moments: readonly number[], zone: string): (moment: number) => string {
  const offsets = new Set(moments.map((moment) => offsetAt(moment, zone)));
  return (moment) => (offsets.size > 1 ? ` (${writeOffset(moment, zone)})` : '');
}
