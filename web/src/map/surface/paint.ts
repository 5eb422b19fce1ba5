import type { InterpolatedSurface } from './interpolate.ts';

/** A colour and the upper end of its values; null for the last one. */
export interface ColourStep {
  upTo: number | null;
  colour: string;
}

export type SurfaceTheme = 'light' | 'dark';

/** The highest opacity, so that the map below stays legible. */
const strongest = 150;

/**
 * Renders a surface as pixels: colours are graded within a level, keep its hue up to its limit, blend into the next level
 * above it, and fade where no station is near. On a dark map they are darker.
 */
export function paintSurface(
  { values, trust }: InterpolatedSurface,
  steps: readonly ColourStep[],
  theme: SurfaceTheme,
): Uint8ClampedArray<ArrayBuffer> {
  const ramps = makeRamps(steps, theme);
  const pixels = new Uint8ClampedArray(values.length * 4);
  for (let at = 0; at < values.length; at++) {
    const opacity = (trust[at] ?? 0) * strongest;
    if (opacity === 0) continue;
    const colour = colourAt(ramps, values[at] ?? 0);
    for (let part = 0; part < 3; part++) pixels[at * 4 + part] = colour[part] ?? 0;
    pixels[at * 4 + 3] = opacity;
  }
  return pixels;
}

type Colour = readonly [number, number, number];

/** The colours of one level, from its lower to its upper end. */
interface Ramp {
  from: number;
  width: number;
  upTo: number;
  low: Colour;
  high: Colour;
}

/** The share of a level at its lower end that blends with the level below: areas have smooth edges, and no other hue than markers. */
const blending = 0.02;
/** How far a level is lightened at its lower end and darkened at its upper end: differences within a level show. */
const grading = { light: { low: 0.22, high: -0.12 }, dark: { low: -0.3, high: -0.14 } } as const;

/** The last step has no upper end; its width is that of the step before. */
function makeRamps(steps: readonly ColourStep[], theme: SurfaceTheme): Ramp[] {
  const { low, high } = grading[theme];
  return steps.map(({ upTo, colour }, place): Ramp => {
    const from = steps[place - 1]?.upTo ?? 0;
    const rgb = readColour(colour);
    return {
      from,
      width: upTo === null ? from - (steps[place - 2]?.upTo ?? 0) : upTo - from,
      upTo: upTo ?? Number.POSITIVE_INFINITY,
      low: shadeColour(rgb, low),
      high: shadeColour(rgb, high),
    };
  });
}

/** Lightens a colour by a positive share, darkens it by a negative one. */
function shadeColour(colour: Colour, share: number): Colour {
  const target = share > 0 ? 255 : 0;
  const [red, green, blue] = colour.map((part) => part + (target - part) * Math.abs(share));
  return [red ?? 0, green ?? 0, blue ?? 0];
}

function readColour(text: string): Colour {
  const part = (at: number) => Number.parseInt(text.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function colourAt(ramps: readonly Ramp[], value: number): Colour {
  const found = ramps.findIndex(({ upTo }) => value <= upTo);
  const ramp = ramps[found];
  if (!ramp) return [128, 128, 128];
  const share = ramp.width > 0 ? Math.min(1, Math.max(0, (value - ramp.from) / ramp.width)) : 0;
  const colour = mix(ramp.low, ramp.high, share);
  const below = ramps[found - 1];
  return below && share < blending ? mix(below.high, colour, share / blending) : colour;
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
  return [part(0), part(1), part(2)];
}
