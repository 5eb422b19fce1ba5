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
 * Renders a surface as pixels: colours are graded within a level, blend between levels and fade where no station is near. On a
 * dark map they are darker.
 */
export function paintSurface(
  { values, trust }: InterpolatedSurface,
  steps: readonly ColourStep[],
  theme: SurfaceTheme,
): Uint8ClampedArray<ArrayBuffer> {
  const stops = makeStops(steps, theme);
  const pixels = new Uint8ClampedArray(values.length * 4);
  for (const [at, value] of values.entries()) {
    const [red, green, blue] = colourAt(stops, value);
    pixels.set([red, green, blue, (trust[at] ?? 0) * strongest], at * 4);
  }
  return pixels;
}

type Colour = readonly [number, number, number];
type Stop = readonly [value: number, colour: Colour];

/** The share of a step that blends at each end; small, so that the ground has nearly the colour of its site. */
const blending = 0.12;
/** How far a level is lightened at its lower end and darkened at its upper end: differences within a level show. */
const grading = { light: { low: 0.4, high: -0.12 }, dark: { low: -0.5, high: -0.28 } } as const;

/** The last step has no upper end; its width is that of the step before. */
function makeStops(steps: readonly ColourStep[], theme: SurfaceTheme): Stop[] {
  const { low, high } = grading[theme];
  return steps.flatMap(({ upTo, colour }, place): Stop[] => {
    const from = steps[place - 1]?.upTo ?? 0;
    const width = upTo === null ? from - (steps[place - 2]?.upTo ?? 0) : upTo - from;
    const rgb = readColour(colour);
    return [
      [from + width * blending, shadeColour(rgb, low)],
      [from + width * (1 - blending), shadeColour(rgb, high)],
    ];
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

function colourAt(stops: readonly Stop[], value: number): Colour {
  const above = stops.findIndex(([at]) => value < at);
  const [low, high] = [stops[above < 0 ? stops.length - 1 : above - 1], stops[above]];
  if (!low || !high) return (low ?? high)?.[1] ?? [128, 128, 128];
  const share = (value - low[0]) / (high[0] - low[0]);
  const mix = (part: 0 | 1 | 2) => low[1][part] + (high[1][part] - low[1][part]) * share;
  return [mix(0), mix(1), mix(2)];
}
