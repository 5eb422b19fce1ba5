import { DAY_MS } from '@limpid/contract/durations';

/** The start of the day that contains a moment, in a time zone. */
export function startOfDay(moment: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  // The local time, read as if it were UTC.
  const shownAt = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
  const shown = shownAt(moment);
  const midnight = Math.floor(shown / DAY_MS) * DAY_MS;
  const guess = moment - (moment % 1000) - (shown - midnight);
  // Corrects for a change of the clock since midnight.
  return guess - (shownAt(guess) - midnight);
}
