const dayMs = 86_400_000;

/** The moment at which the day of a zone began that another moment lies in. */
export function startOfDay(moment: number, zone: string): number {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  // What the clock shows, read as if it were UTC.
  const shownAt = (at: number) => Date.parse(`${clock.format(at).replace(' ', 'T')}Z`);
  const shown = shownAt(moment);
  const midnight = Math.floor(shown / dayMs) * dayMs;
  const guess = moment - (moment % 1000) - (shown - midnight);
  // The clock may have been changed since midnight: what it showed then counts.
  return guess - (shownAt(guess) - midnight);
}
