import { measured } from './channels.ts';
import type { Fault, FaultKind } from './faults.ts';
import { deriveSeed, pickUnit } from './random.ts';
import type { SiteFacts } from './site.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** How often a station has each fault on a day, and for how long at most. */
const habits: [kind: FaultKind, chance: number, longest: number][] = [
  ['offline', 0.035, 5 * hour],
  ['lateBatch', 0.06, 3 * hour],
  ['flatLine', 0.03, 8 * hour],
  ['spike', 0.08, 4 * minute],
  ['badCrc', 0.03, hour],
  ['clockDrift', 0.02, 6 * hour],
  ['standbyPower', 0.025, 2 * hour],
];

/** What goes wrong at a site in a time: a few faults a week, the same ones whenever it is asked. */
export function planFaults(seed: number, site: SiteFacts, from: number, to: number): Fault[] {
  const own = deriveSeed(seed, `${site.code} faults`);
  const faults: Fault[] = [];
  for (let number = Math.floor(from / day); number * day < to; number++) {
    for (const [index, [kind, chance, longest]] of habits.entries()) {
      const draw = (about: number) => pickUnit(own, (number * habits.length + index) * 4 + about);
      if (draw(0) >= chance) continue;
      const begins = number * day + Math.floor(draw(1) * 1440) * minute;
      const ends = begins + Math.ceil((longest * (0.2 + 0.8 * draw(2))) / minute) * minute;
      if (ends > from && begins < to)
        faults.push({ kind, from: begins, to: ends, ...nameChannel(kind, site, draw(3)) });
    }
  }
  return faults;
}

function nameChannel(kind: FaultKind, { type }: SiteFacts, draw: number): Pick<Fault, 'channel'> {
  if (kind !== 'flatLine' && kind !== 'spike') return {};
  // Particles and gases; weather seldom breaks, and a jump of it convinces nobody.
  const candidates = measured[type].slice(0, 3);
  const channel = candidates[Math.floor(draw * candidates.length)];
  return channel ? { channel } : {};
}
