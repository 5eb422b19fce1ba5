import { DAY_MS, HOUR_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { Climate } from './climate.ts';

const windowMs = 12 * DAY_MS;

/** µg/m³ of dust from far away: rare episodes of most of a day that rise quickly and fall slowly. */
export function makeDust(seed: number, { dust }: Climate): (time: number) => number {
  const dustSeed = deriveSeed(seed, 'dust');
  return (time) => {
    const windowIndex = Math.floor(time / windowMs);
    const random = (salt: number) => randomUnit(dustSeed, windowIndex * 4 + salt);
    if (random(0) >= dust.chance) return 0;
    const duration = (12 + 16 * random(1)) * HOUR_MS;
    // An episode ends within its window, so that only one window has to be checked.
    const start = windowIndex * windowMs + random(2) * (windowMs - duration);
    const part = (time - start) / duration;
    if (part <= 0 || part >= 1) return 0;
    const shape = part < 0.2 ? part / 0.2 : (1 - part) / 0.8;
    return dust.peak * (0.6 + 0.4 * random(3)) * shape * shape * (3 - 2 * shape);
  };
}
