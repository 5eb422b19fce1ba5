import { HOUR_MS } from '../durations.ts';
import { deriveSeed, randomUnit } from '../random.ts';
import type { Climate } from './climate.ts';

const window = 12 * 24 * HOUR_MS;

/** µg/m³ of dust from far away: rare episodes of most of a day that rise quickly and fall slowly. */
export function makeDust(seed: number, { dust }: Climate): (time: number) => number {
  const own = deriveSeed(seed, 'dust');
  return (time) => {
    const number = Math.floor(time / window);
    const draw = (about: number) => randomUnit(own, number * 4 + about);
    if (draw(0) >= dust.chance) return 0;
    const lasts = (12 + 16 * draw(1)) * HOUR_MS;
    // An episode ends within its window, so that only one window has to be checked.
    const begins = number * window + draw(2) * (window - lasts);
    const part = (time - begins) / lasts;
    if (part <= 0 || part >= 1) return 0;
    const shape = part < 0.2 ? part / 0.2 : (1 - part) / 0.8;
    return dust.peak * (0.6 + 0.4 * draw(3)) * shape * shape * (3 - 2 * shape);
  };
}
