import { channelsByDeviceType } from '../air/channels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { SimulatedSite } from '../site.ts';
import type { Fault, FaultKind } from './faults.ts';

/** The daily chance of each fault, and its maximum duration. */
const faultRates: [kind: FaultKind, chance: number, longest: number][] = [
  ['offline', 0.035, 5 * HOUR_MS],
  ['lateBatch', 0.06, 3 * HOUR_MS],
  ['flatLine', 0.03, 8 * HOUR_MS],
  ['spike', 0.08, 4 * MINUTE_MS],
  ['badCrc', 0.03, HOUR_MS],
  ['clockDrift', 0.02, 6 * HOUR_MS],
  ['standbyPower', 0.025, 2 * HOUR_MS],
];

/** Plans the faults of a site in a period: a few a week, the same ones on every call. */
export function planFaults(seed: number, site: SimulatedSite, from: number, to: number): Fault[] {
  const own = deriveSeed(seed, `${site.code} faults`);
  const faults: Fault[] = [];
  for (let number = Math.floor(from / DAY_MS); number * DAY_MS < to; number++) {
    for (const [index, [kind, chance, longest]] of faultRates.entries()) {
      const draw = (about: number) => randomUnit(own, (number * faultRates.length + index) * 4 + about);
      if (draw(0) >= chance) continue;
      const begins = number * DAY_MS + Math.floor(draw(1) * 1440) * MINUTE_MS;
      const ends = begins + Math.ceil((longest * (0.2 + 0.8 * draw(2))) / MINUTE_MS) * MINUTE_MS;
      if (ends > from && begins < to)
        faults.push({ kind, from: begins, to: ends, ...nameChannel(kind, site, draw(3)) });
    }
  }
  return faults;
}

function nameChannel(kind: FaultKind, { type }: SimulatedSite, draw: number): Pick<Fault, 'channel'> {
  if (kind !== 'flatLine' && kind !== 'spike') return {};
  // Particles and gases only: faults of weather sensors are rare.
  const candidates = channelsByDeviceType[type].slice(0, 3);
  const channel = candidates[Math.floor(draw * candidates.length)];
  return channel ? { channel } : {};
}
