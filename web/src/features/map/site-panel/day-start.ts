const dayMs = 86_400_000;

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
  const midnight = Math.floor(shown / dayMs) * dayMs;
  const guess = moment - (moment % 1000) - (shown - midnight);
  // Corrects for a change of the clock since midnight.
  return guess - (shownAt(guess) - midnight);
}
