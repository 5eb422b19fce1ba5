import type { InterpolatedSurface } from './interpolate.ts';

/** A colour and the upper end of its values; null for the last one. */
export interface ColourStep {
  upTo: number | null;
  colour: string;
}

/** The highest opacity, so that the map below stays legible. */
const strongest = 150;

/** Renders a surface as pixels: colours blend between steps and fade where no station is near. */
export function paintSurface(
  { values, trust }: InterpolatedSurface,
  steps: readonly ColourStep[],
): Uint8ClampedArray<ArrayBuffer> {
  const stops = makeStops(steps);
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
const blending = 0.15;

/** The last step has no upper end; its width is that of the step before. */
function makeStops(steps: readonly ColourStep[]): Stop[] {
  return steps.flatMap(({ upTo, colour }, place): Stop[] => {
    const from = steps[place - 1]?.upTo ?? 0;
    const width = upTo === null ? from - (steps[place - 2]?.upTo ?? 0) : upTo - from;
    const rgb = readColour(colour);
    return [
      [from + width * blending, rgb],
      [from + width * (1 - blending), rgb],
    ];
  });
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
