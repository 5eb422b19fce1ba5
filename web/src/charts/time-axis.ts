const quarterMs = 900_000;

/** Moments as the clocks of a zone show them, in the words of a language. */
export interface ZoneClock {
  /** 14:05 */
  time: (moment: number) => string;
  /** 15 Nov */
  day: (moment: number) => string;
}

export function makeClock(zone: string, language: string): ZoneClock {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, month: 'short', day: 'numeric' });
  return { time: (moment) => time.format(moment), day: (moment) => day.format(moment) };
}

/** The moments in a range when the clock shows a whole hour that is a multiple of `hours`, whatever happens to the clock. */
export function listTicks(from: number, to: number, hours: number, { time }: ZoneClock): number[] {
  const first = Math.ceil(from / quarterMs);
  const last = Math.floor(to / quarterMs);
  // No zone is off by anything finer than a quarter of an hour.
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, n) => (first + n) * quarterMs).filter(
    (moment) => {
      const [hour, minute] = time(moment).split(':').map(Number);
      return minute === 0 && (hour ?? 0) % hours === 0;
    },
  );
}
