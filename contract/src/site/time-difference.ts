import { HOUR_MS } from '../durations.ts';
import { defaultZone } from '../zone.ts';

/** Time differences are relative to China, the default zone. */
const chinaHours = 8;

/** Zones without daylight saving time whose offset from UTC, the key, is not a whole number of hours. */
const between: Record<string, string> = {
  '-9.5': 'Pacific/Marquesas',
  '3.5': 'Asia/Tehran',
  '4.5': 'Asia/Kabul',
  '5.5': 'Asia/Kolkata',
  '5.75': 'Asia/Kathmandu',
  '6.5': 'Asia/Yangon',
  '8.75': 'Australia/Eucla',
  '9.5': 'Australia/Darwin',
};

/**
 * The zone that is always this many hours ahead of China: China's own for 0, a fixed offset for whole hours, and for
 * other differences the one country that keeps it all year. Undefined if there is none.
 */
export function zoneOfDifference(hours: number): string | undefined {
  const ahead = chinaHours + hours;
  if (hours === 0) return defaultZone;
  if (!Number.isInteger(ahead)) return between[String(ahead)];
  if (ahead < -12 || ahead > 14) return undefined;
  // The signs of these zones are inverted: Etc/GMT-9 is nine hours ahead of UTC.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}

/** How many hours ahead of China a zone is at an instant. */
export function differenceOfZone(zone: string, instant: Date): number {
  const hours = (timeZone: string) => {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) / HOUR_MS;
  };
  return hours(zone) - hours(defaultZone);
}
