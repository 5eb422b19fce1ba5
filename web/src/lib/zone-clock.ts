/** Formats moments in a time zone and a language. */
export interface ZoneClock {
  /** 14:05 */
  time: (moment: number) => string;
  /** 15 Nov */
  day: (moment: number) => string;
}

export function makeZoneClock(zone: string, language: string): ZoneClock {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(language, { timeZone: zone, month: 'short', day: 'numeric' });
  return { time: (moment) => time.format(moment), day: (moment) => day.format(moment) };
}
