import { toGcj } from './gcj.ts';
import { fromWorld, toWorld } from './mercator.ts';

/** Where the pixels of a WGS-84 tile are in the tiles of a GCJ-02 map of the same zoom. */
export interface ShiftPlan {
  size: number;
  /** The pixels of the GCJ-02 map at the nodes of a grid over the tile, as x and y, row by row. */
  nodes: Float64Array;
  /** Cells of the grid in each direction. */
  cells: number;
  /** The tiles that are needed, and the pixel of the map at which they start. */
  tiles: readonly { x: number; y: number }[];
  origin: readonly [x: number, y: number];
  columns: number;
  rows: number;
  /** Outside mainland China both systems are the same. */
  isSame: boolean;
}

export interface Pixels {
  width: number;
  height: number;
  /** Red, green, blue, alpha. */
  data: Uint8ClampedArray<ArrayBuffer>;
}

/** The shift varies within a third of a degree: far-off zooms need a finer grid. */
const cellsAt = (zoom: number) => (zoom <= 8 ? 64 : 16);
/** Shifts below a hundredth of a pixel cannot be seen. */
const visibleShift = 0.01;

/** Plans how to draw a WGS-84 tile from a GCJ-02 map, for tiles of this many pixels. */
export function planShift(z: number, x: number, y: number, size = 256): ShiftPlan {
  const [world, cells] = [2 ** z, cellsAt(z)];
  const nodes = new Float64Array((cells + 1) ** 2 * 2);
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  let furthest = 0;
  for (let row = 0; row <= cells; row++) {
    for (let column = 0; column <= cells; column++) {
      const [nodeX, nodeY] = [(x + column / cells) / world, (y + row / cells) / world];
      const [shiftedX, shiftedY] = toWorld(toGcj(fromWorld(nodeX, nodeY)));
      const at = (row * (cells + 1) + column) * 2;
      nodes[at] = shiftedX * world * size;
      nodes[at + 1] = shiftedY * world * size;
      furthest = Math.max(
        furthest,
        Math.abs(shiftedX - nodeX) * world * size,
        Math.abs(shiftedY - nodeY) * world * size,
      );
      [west, east] = [Math.min(west, shiftedX), Math.max(east, shiftedX)];
      [north, south] = [Math.min(north, shiftedY), Math.max(south, shiftedY)];
    }
  }
  const clamp = (tile: number) => Math.max(0, Math.min(world - 1, tile));
  // Half a pixel around is blended in.
  const margin = 0.5 / size;
  const [left, right] = [clamp(Math.floor(west * world - margin)), clamp(Math.floor(east * world + margin))];
  const [top, bottom] = [
    clamp(Math.floor(north * world - margin)),
    clamp(Math.floor(south * world + margin)),
  ];
  const [columns, rows] = [right - left + 1, bottom - top + 1];
  const tiles = Array.from({ length: columns * rows }, (_, at) => ({
    x: left + (at % columns),
    y: top + Math.floor(at / columns),
  }));
  const origin = [left * size, top * size] as const;
  return { size, nodes, cells, tiles, origin, columns, rows, isSame: furthest < visibleShift };
}

/** Where a pixel of the tile is among the joined GCJ-02 tiles. */
export function locatePixel(
  { size, nodes, cells, origin }: ShiftPlan,
  u: number,
  v: number,
): [number, number] {
  const [gridX, gridY] = [(u / size) * cells, (v / size) * cells];
  const [column, row] = [Math.min(cells - 1, Math.floor(gridX)), Math.min(cells - 1, Math.floor(gridY))];
  const [right, down] = [gridX - column, gridY - row];
  const at = (row * (cells + 1) + column) * 2;
  const below = at + (cells + 1) * 2;
  const blend = (part: 0 | 1) => {
    const upper = mix(nodes[at + part] ?? 0, nodes[at + 2 + part] ?? 0, right);
    return mix(upper, mix(nodes[below + part] ?? 0, nodes[below + 2 + part] ?? 0, right), down);
  };
  return [blend(0) - origin[0], blend(1) - origin[1]];
}

const mix = (from: number, to: number, share: number) => from + (to - from) * share;

/** Draws the tile from the joined GCJ-02 tiles, each pixel blended from the four around its place. */
export function drawShifted(plan: ShiftPlan, joined: Pixels): Pixels {
  const { size } = plan;
  const data = new Uint8ClampedArray(size * size * 4);
  // Pixels have their values in their centres. Along a row of one cell, places are evenly spaced.
  const perCell = size / plan.cells;
  for (let v = 0; v < size; v++) {
    for (let start = 0; start < size; start += perCell) {
      const [fromX, fromY] = locatePixel(plan, start, v + 0.5);
      const [toX, toY] = locatePixel(plan, start + perCell, v + 0.5);
      for (let step = 0; step < perCell; step++) {
        const share = (step + 0.5) / perCell;
        const x = mix(fromX, toX, share) - 0.5;
        const y = mix(fromY, toY, share) - 0.5;
        blendPixel(joined, x, y, data, (v * size + start + step) * 4);
      }
    }
  }
  return { width: size, height: size, data };
}

/** Runs for each pixel, so it makes no lists. */
function blendPixel(source: Pixels, x: number, y: number, target: Uint8ClampedArray, to: number): void {
  const { width, height, data } = source;
  const left = Math.floor(x);
  const top = Math.floor(y);
  const x0 = clampTo(width, left) * 4;
  const x1 = clampTo(width, left + 1) * 4;
  const y0 = clampTo(height, top) * width * 4;
  const y1 = clampTo(height, top + 1) * width * 4;
  for (let channel = 0; channel < 4; channel++) {
    const upper = mix(data[y0 + x0 + channel] ?? 0, data[y0 + x1 + channel] ?? 0, x - left);
    const lower = mix(data[y1 + x0 + channel] ?? 0, data[y1 + x1 + channel] ?? 0, x - left);
    target[to + channel] = mix(upper, lower, y - top);
  }
}

const clampTo = (length: number, at: number) => Math.max(0, Math.min(length - 1, at));
