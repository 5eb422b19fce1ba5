import { SECOND_MS } from '@limpid/contract/durations';

/** How long a receiver asks to wait: the header is a number of seconds or a date (RFC 9110, 10.2.3). */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * SECOND_MS : Date.parse(header) - now;
  return ms > 0 ? ms : undefined;
}
