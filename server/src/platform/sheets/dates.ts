import { DAY_MS } from '@limpid/contract/durations';

// Sheet dates are wall-clock values without a zone: they are Dates whose UTC fields hold the wall clock.
const epoch1904 = Date.UTC(1904, 0, 1);
// Excel treats 1900 as a leap year: serials up to 60 count from one day later than the rest.
const epoch1900 = Date.UTC(1899, 11, 30);
const leapSerial = 61;
const lastSerial = 2_958_466;

export function dateFromSerial(serial: number, is1904: boolean): Date {
  if (is1904) return new Date(epoch1904 + Math.round(serial * DAY_MS));
  return new Date(epoch1900 + Math.round((serial < leapSerial - 1 ? serial + 1 : serial) * DAY_MS));
}

/** Undefined if a sheet cannot show the date (before March 1900, after 9999, invalid). */
export function serialFromDate(date: Date): number | undefined {
  const serial = (date.getTime() - epoch1900) / DAY_MS;
  return serial >= leapSerial && serial < lastSerial ? serial : undefined;
}

export function formatWallClock(date: Date): string {
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T', ' ');
}

export function isBuiltInDateFormat(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Whether a number format such as `yyyy"年"m"月"` or `[h]:mm` shows a date or a time. */
export function isDateFormat(code: string): boolean {
  const bare = code
    .replace(/"[^"]*"?|\\.|[_*]./g, '')
    .replace(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replace(/\[[^\]]*\]?|general/gi, '');
  return /[ymdhs]|a\/p/i.test(bare);
}
