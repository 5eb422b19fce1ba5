import { MINUTE_MS } from '@limpid/contract/durations';
import { offsetAt } from '@limpid/contract/local-time';

/** `UTC+08:00` at a moment in a zone; a text that begins with a sign would be taken for a formula. */
export function formatOffset(moment: number, zone: string): string {
  const offset = offsetAt(moment, zone);
  const minutes = Math.abs(offset) / MINUTE_MS;
  const two = (part: number) => String(Math.floor(part)).padStart(2, '0');
  return `UTC${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
