import { channelsByDeviceType } from '../air/channels.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { SimulatedSite } from '../site.ts';
import type { Fault, FaultKind } from './faults.ts';

/** The daily chance of each fault, and its maximum duration. */
const faultRates: [kind: FaultKind, chance: number, maxDuration: number][] = [
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
  const siteSeed = deriveSeed(seed, `${site.code} faults`);
  const faults: Fault[] = [];
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) {
    for (const [index, [kind, chance, maxDuration]] of faultRates.entries()) {
      const random = (salt: number) => randomUnit(siteSeed, (day * faultRates.length + index) * 4 + salt);
      if (random(0) >= chance) continue;
      const start = day * DAY_MS + Math.floor(random(1) * (DAY_MS / MINUTE_MS)) * MINUTE_MS;
      const end = start + Math.ceil((maxDuration * (0.2 + 0.8 * random(2))) / MINUTE_MS) * MINUTE_MS;
      if (end > from && start < to)
        faults.push({ kind, from: start, to: end, ...nameChannel(kind, site, random(3)) });
    }
  }
  return [...faults, ...planWithheld(seed, site, from, to)];
}

const withheldChance = 0.05;
const maxWithheldHours = 5;

/** Whole hours that the logger keeps to itself, by random numbers of their own. */
function planWithheld(seed: number, { code }: SimulatedSite, from: number, to: number): Fault[] {
  const siteSeed = deriveSeed(seed, `${code} withheld`);
  const faults: Fault[] = [];
  for (let day = Math.floor(from / DAY_MS); day * DAY_MS < to; day++) {
    if (randomUnit(siteSeed, day * 3) >= withheldChance) continue;
    const start = day * DAY_MS + Math.floor(randomUnit(siteSeed, day * 3 + 1) * 24) * HOUR_MS;
    const end = start + Math.ceil(maxWithheldHours * randomUnit(siteSeed, day * 3 + 2)) * HOUR_MS;
    if (end > from && start < to) faults.push({ kind: 'withheld', from: start, to: end });
  }
  return faults;
}

function nameChannel(kind: FaultKind, { type }: SimulatedSite, fraction: number): Pick<Fault, 'channel'> {
  if (kind !== 'flatLine' && kind !== 'spike') return {};
  // Particles and gases only: faults of weather sensors are rare.
  const candidates = channelsByDeviceType[type].slice(0, 3);
  const channel = candidates[Math.floor(fraction * candidates.length)];
  return channel ? { channel } : {};
}
