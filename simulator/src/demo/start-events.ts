import type { City } from '../air/city.ts';
import { HOUR_MS, MINUTE_MS } from '../durations.ts';
import type { Fault } from '../faults/faults.ts';
import type { DemoSite } from './demo-city.ts';

/** µg/m³ of total dust while earth is loaded beside the instrument. */
const dustPeak = 1150;

/** Events by the code of the site; dust is scaled from what the air has at this moment. */
const startEvents: Readonly<Record<string, (site: DemoSite, city: City, now: number) => Fault>> = {
  BJD03: (site, city, now) => ({
    kind: 'spike',
    channel: 'TSP',
    amount: dustPeak / (city.valuesAt(site, now).TSP ?? dustPeak),
    from: now + MINUTE_MS / 2,
    to: now + 10 * MINUTE_MS,
  }),
  LYA01: (_site, _city, now) => ({ kind: 'standbyPower', from: now + MINUTE_MS, to: now + HOUR_MS }),
};

/** An event at a site shortly after each start of the demonstration, which raises an alarm that is live. */
export function planStartEvents(site: DemoSite, city: City, now: number): Fault[] {
  const plan = startEvents[site.code];
  return plan ? [plan(site, city, now)] : [];
}
