/** A wind at a point of the screen; pixels to the right and downwards, metres a second. */
export interface ScreenWind {
  x: number;
  y: number;
  u: number;
  v: number;
}

/** The wind between stations, on a grid of the screen. */
export interface WindField {
  /** Pixels between two points of the grid. */
  cell: number;
  columns: number;
  rows: number;
  u: Float32Array;
  v: Float32Array;
  /** 1 beside a station, 0 out of reach of all. */
  trust: Float32Array;
}

interface FieldOptions {
  width: number;
  height: number;
  cell: number;
  /** Pixels beyond which a station says nothing. */
  reach: number;
}

/** Interpolates winds by inverse squared distance; components are averaged, because directions have no mean. */
export function buildWindField(
  winds: readonly ScreenWind[],
  { width, height, cell, reach }: FieldOptions,
): WindField {
  const columns = Math.ceil(width / cell) + 1;
  const rows = Math.ceil(height / cell) + 1;
  const [u, v, trust] = [columns * rows, columns * rows, columns * rows].map((n) => new Float32Array(n));
  const field = { cell, columns, rows, u: u ?? none, v: v ?? none, trust: trust ?? none };
  for (let at = 0; at < columns * rows; at++) {
    const [x, y] = [(at % columns) * cell, Math.floor(at / columns) * cell];
    let [sumU, sumV, sum, nearest] = [0, 0, 0, reach];
    for (const wind of winds) {
      const distance = Math.hypot(wind.x - x, wind.y - y);
      if (distance >= reach) continue;
      // Avoids a division by zero at the station; falls to zero at the end of its reach, so that no edge shows.
      const weight = (1 / (distance + 4) - 1 / (reach + 4)) ** 2;
      sumU += weight * wind.u;
      sumV += weight * wind.v;
      sum += weight;
      nearest = Math.min(nearest, distance);
    }
    if (sum === 0) continue;
    field.u[at] = sumU / sum;
    field.v[at] = sumV / sum;
    field.trust[at] = 1 - nearest / reach;
  }
  return field;
}

const none = new Float32Array();

/** The wind at a point between the points of the grid, written into `into` as u, v and trust. Called for each particle and frame. */
export function readWindField(field: WindField, x: number, y: number, into: Float32Array): void {
  const { cell, columns, rows, u, v, trust } = field;
  const left = Math.floor(x / cell);
  const top = Math.floor(y / cell);
  if (left < 0 || top < 0 || left >= columns - 1 || top >= rows - 1) {
    into.fill(0);
    return;
  }
  const right = x / cell - left;
  const down = y / cell - top;
  const at = top * columns + left;
  const blend = (grid: Float32Array) =>
    ((grid[at] ?? 0) * (1 - right) + (grid[at + 1] ?? 0) * right) * (1 - down) +
    ((grid[at + columns] ?? 0) * (1 - right) + (grid[at + columns + 1] ?? 0) * right) * down;
  into[0] = blend(u);
  into[1] = blend(v);
  into[2] = blend(trust);
}
