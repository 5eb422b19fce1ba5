import { readWindField, type WindField } from './wind-field.ts';

/** Pixels a second at one metre a second: real speeds would hardly move. */
const pixelsPerMetre = 16;
/** Seconds until a particle starts again elsewhere, so that they do not gather where winds meet. */
const [leastLife, mostLife] = [2, 6];
/** Particles do not start or stay where stations are too far away. */
const leastTrust = 0.08;

/** The share of a trail that remains after a second. */
const remaining = 0.11;

/** The share of a trail that remains after some seconds: trails are as long at ten frames a second as at thirty. */
export const fadeAfter = (seconds: number) => remaining ** seconds;

/** The number of particles on the map of a screen of 1440 × 900, below its header; smaller ones have fewer. */
const density = 1500 / (1440 * 850);
/** Limits the work of a frame on large screens, such as walls. */
const mostParticles = 3000;

/** How many particles a map of this size has, in pixels of CSS. */
export function countParticles({ width, height }: { width: number; height: number }): number {
  return Math.min(mostParticles, Math.round(width * height * density));
}

export interface Particles {
  /** Moves all over a field by some seconds and calls `draw` with each movement and its opacity. */
  step(
    field: WindField,
    seconds: number,
    draw: (fromX: number, fromY: number, toX: number, toY: number, alpha: number) => void,
  ): void;
}

/** Particles that drift over a screen. `random` gives numbers from 0 to 1. */
export function makeParticles(
  { width, height }: { width: number; height: number },
  count: number,
  random: () => number = Math.random,
): Particles {
  const [xs, ys, left] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)];
  const wind = new Float32Array(3);

  function start(n: number): void {
    xs[n] = random() * width;
    ys[n] = random() * height;
    left[n] = leastLife + random() * (mostLife - leastLife);
  }
  for (let n = 0; n < count; n++) {
    start(n);
    // Otherwise all would end at the same time.
    left[n] = random() * mostLife;
  }

  return {
    step(field, seconds, draw) {
      for (let n = 0; n < count; n++) {
        const x = xs[n] ?? 0;
        const y = ys[n] ?? 0;
        readWindField(field, x, y, wind);
        const trust = wind[2] ?? 0;
        left[n] = (left[n] ?? 0) - seconds;
        if ((left[n] ?? 0) <= 0 || trust < leastTrust) {
          start(n);
          continue;
        }
        const toX = x + (wind[0] ?? 0) * pixelsPerMetre * seconds;
        const toY = y + (wind[1] ?? 0) * pixelsPerMetre * seconds;
        draw(x, y, toX, toY, Math.min(1, trust * 2));
        xs[n] = toX;
        ys[n] = toY;
      }
    },
  };
}
