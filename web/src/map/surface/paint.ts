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
 * Renders a surface as pixels: colours are graded within a level, change at its limit as those of markers do, and fade where
 * no station is near. On a dark map they are darker.
 */
export function paintSurface(
  { values, trust }: InterpolatedSurface,
  steps: readonly ColourStep[],
  theme: SurfaceTheme,
): Uint8ClampedArray<ArrayBuffer> {
  const ramps = makeRamps(steps, theme);
  const pixels = new Uint8ClampedArray(values.length * 4);
  for (const [at, value] of values.entries()) {
    const [red, green, blue] = colourAt(ramps, value);
    pixels.set([red, green, blue, (trust[at] ?? 0) * strongest], at * 4);
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

/** How far a level is lightened at its lower end and darkened at its upper end: differences within a level show. */
const grading = { light: { low: 0.4, high: -0.12 }, dark: { low: -0.5, high: -0.28 } } as const;

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
  const ramp = ramps.find(({ upTo }) => value <= upTo) ?? ramps.at(-1);
  if (!ramp) return [128, 128, 128];
  const { from, width, low, high } = ramp;
  const share = width > 0 ? Math.min(1, Math.max(0, (value - from) / width)) : 0;
  const mix = (part: 0 | 1 | 2) => low[part] + (high[part] - low[part]) * share;
  return [mix(0), mix(1), mix(2)];
}
