import { MINUTE_MS } from '@limpid/contract/durations';
import { toInstant } from '@limpid/contract/local-time';
import { readPacketTime } from '@limpid/hj212/times';

const epoch = /^\d{9,10}(\.\d+)?$|^\d{12,13}$/;
const compact = /^\d{14}(\d{3})?$/;
const calendar =
  /^(\d{4})[-/](\d\d)[-/](\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/**
 * Parses a timestamp to epoch milliseconds; NaN if it is invalid. Epoch seconds and milliseconds are distinguished by
 * their length. A time without a zone is the wall clock at the site.
 */
export function parseTimestamp(given: number | string, zone: string): number {
  const text = String(given).trim();
  if (epoch.test(text)) return Math.round(Number(text) * (/^\d{12,13}$/.test(text) ? 1 : 1000));
  if (compact.test(text)) return atSite(text, zone);
  const parts = calendar.exec(text);
  if (!parts) return Number.NaN;
  const [year, month, day, hour, minutes, second = '00', fraction = ''] = parts.slice(1, 8);
  const digits = [year, month, day, hour, minutes, second, fraction.slice(0, 3).padEnd(3, '0')].join('');
  const offset = parts[8];
  return offset === undefined ? atSite(digits, zone) : atSite(digits, 'UTC') - offsetOf(offset);
}

function atSite(digits: string, zone: string): number {
  const wall = readPacketTime(digits);
  return wall ? toInstant(wall, zone) : Number.NaN;
}

/** NaN for an offset that no zone has. */
function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const [hours, minutes] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  if (hours > 14 || minutes > 59) return Number.NaN;
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * MINUTE_MS;
}
