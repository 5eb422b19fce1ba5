import type { InterpolatedSurface } from './interpolate.ts';

/** A picture has this many pixels for a cell in each direction: edges between levels show no steps. */
export const refinement = 3;

interface Size {
  columns: number;
  rows: number;
}

/** Fills the cells of a surface with intermediate values, which costs less than interpolating more cells from stations. */
export function refineSurface({ values, trust }: InterpolatedSurface, size: Size): InterpolatedSurface {
  // A cell without a station in reach has no value to mix.
  const known = trust.map((share) => (share > 0 ? 1 : 0));
  const weights = stretch(known, size);
  const sums = stretch(
    values.map((value, at) => value * (known[at] ?? 0)),
    size,
  );
  return { values: sums.map((sum, at) => sum / (weights[at] || 1)), trust: stretch(trust, size) };
}

/** Enlarges a plane in both directions, linearly between the centres of its cells. */
function stretch(plane: Float32Array, { columns, rows }: Size): Float32Array {
  const wide = new Float32Array(columns * refinement * rows);
  for (let row = 0; row < rows; row++)
    stretchLine(plane, { from: row * columns, step: 1, count: columns }, wide, {
      from: row * columns * refinement,
      step: 1,
    });
  const width = columns * refinement;
  const whole = new Float32Array(width * rows * refinement);
  for (let column = 0; column < width; column++)
    stretchLine(wide, { from: column, step: width, count: rows }, whole, { from: column, step: width });
  return whole;
}

interface Line {
  from: number;
  step: number;
}

function stretchLine(
  cells: Float32Array,
  { from, step, count }: Line & { count: number },
  pixels: Float32Array,
  to: Line,
): void {
  for (let pixel = 0; pixel < count * refinement; pixel++) {
    const place = Math.min(count - 1, Math.max(0, (pixel + 0.5) / refinement - 0.5));
    const before = Math.floor(place);
    const share = place - before;
    const first = cells[from + before * step] ?? 0;
    const second = cells[from + Math.min(count - 1, before + 1) * step] ?? 0;
    pixels[to.from + pixel * to.step] = first + (second - first) * share;
  }
}
