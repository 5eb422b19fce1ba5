/** The fields of a wall clock; the protocol never names its zone. */
export interface PacketTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  millisecond: number;
}

const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d{3})?$/;

/** Reads `YYYYMMDDhhmmss` with or without milliseconds; null unless the moment exists in the calendar. */
export function readPacketTime(text: string): PacketTime | null {
  const match = digits.exec(text.trim());
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const exists =
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= daysIn(year, month) &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return exists ? { year, month, day, hour, minute, second, millisecond } : null;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** The same wall clock some milliseconds later, in the form of a QN. */
export function laterQn(qn: string, milliseconds: number): string {
  const time = readPacketTime(qn);
  if (!time) throw new RangeError(`qn: ${qn} is not a time`);
  const { year, month, day, hour, minute, second, millisecond } = time;
  const moment = new Date(Date.UTC(2000, month - 1, day, hour, minute, second, millisecond));
  moment.setUTCFullYear(year, month - 1, day);
  moment.setTime(moment.getTime() + milliseconds);
  return moment.toISOString().replace(/\D/g, '');
}
