import type { Picture } from './png.ts';

export type Point = readonly [x: number, y: number];
export type Colour = readonly [red: number, green: number, blue: number];
export type Stroke = readonly Point[];

const curveSteps = 12;

/** Points along a path of absolute M, L and C commands, one stroke for every M. */
export function flattenPath(path: string): Stroke[] {
  const strokes: Point[][] = [];
  let stroke: Point[] = [];
  for (const [, command, list = ''] of path.matchAll(/([MLC])([^MLC]*)/g)) {
    const points = toPoints(list);
    if (command === 'M') strokes.push((stroke = []));
    const last = stroke.at(-1);
    if (command === 'C' && last) stroke.push(...flattenCurve([last, ...points]));
    else stroke.push(...points);
  }
  return strokes;
}

function toPoints(list: string): Point[] {
  const numbers = list.trim().split(/\s+/).map(Number);
  return Array.from({ length: numbers.length >> 1 }, (_, i) => [
    numbers[2 * i] ?? 0,
    numbers[2 * i + 1] ?? 0,
  ]);
}

export function flattenCurve(controls: readonly Point[]): Point[] {
  return Array.from({ length: curveSteps }, (_, i) => pointOnCurve(controls, (i + 1) / curveSteps));
}

/** De Casteljau's algorithm: interpolates the control points at `t` until one point is left. */
function pointOnCurve(controls: readonly Point[], t: number): Point {
  let points = controls;
  while (points.length > 1) {
    points = points.slice(1).map(([x, y], i) => {
      const [fromX, fromY] = points[i] ?? [x, y];
      return [fromX + (x - fromX) * t, fromY + (y - fromY) * t];
    });
  }
  return points[0] ?? [0, 0];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Draws round-ended lines of one colour; they do not darken each other where they cross. */
export function drawStrokes(
  picture: Picture,
  strokes: readonly Stroke[],
  radius: number,
  colour: Colour,
  opacity = 1,
): void {
  const box = boxAround(strokes.flat(), radius, picture);
  const width = box.right - box.left;
  const coverage = new Float32Array(Math.max(0, width * (box.bottom - box.top)));
  for (const stroke of strokes) {
    const [first] = stroke;
    if (first && stroke.length === 1) coverSegment(coverage, box, first, first, radius);
    stroke.slice(1).forEach((to, i) => coverSegment(coverage, box, stroke[i] ?? to, to, radius));
  }
  for (let i = 0; i < coverage.length; i++) {
    const covered = coverage[i] ?? 0;
    if (covered <= 0) continue;
    const at = (box.top + Math.floor(i / width)) * picture.width + box.left + (i % width);
    blend(picture.pixels, at * 3, colour, covered * opacity);
  }
}

function boxAround(points: readonly Point[], radius: number, within: Box | Picture): Box {
  const limit = 'width' in within ? { left: 0, top: 0, right: within.width, bottom: within.height } : within;
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return {
    left: Math.max(limit.left, Math.floor(Math.min(...xs) - radius - 1)),
    top: Math.max(limit.top, Math.floor(Math.min(...ys) - radius - 1)),
    right: Math.min(limit.right, Math.ceil(Math.max(...xs) + radius + 2)),
    bottom: Math.min(limit.bottom, Math.ceil(Math.max(...ys) + radius + 2)),
  };
}

function coverSegment(coverage: Float32Array, box: Box, from: Point, to: Point, radius: number): void {
  const width = box.right - box.left;
  const near = boxAround([from, to], radius, box);
  const dx = to[0] - from[0];
  const dy = to[1] - from[1];
  const length = dx * dx + dy * dy || 1;
  for (let y = near.top; y < near.bottom; y++) {
    for (let x = near.left; x < near.right; x++) {
      const along = Math.max(0, Math.min(1, ((x - from[0]) * dx + (y - from[1]) * dy) / length));
      const offX = x - from[0] - along * dx;
      const offY = y - from[1] - along * dy;
      const covered = Math.min(1, radius + 0.5 - Math.sqrt(offX * offX + offY * offY));
      const at = (y - box.top) * width + x - box.left;
      if (covered > (coverage[at] ?? 1)) coverage[at] = covered;
    }
  }
}

function blend(pixels: Uint8Array, at: number, colour: Colour, opacity: number): void {
  for (let i = 0; i < 3; i++) {
    const under = pixels[at + i] ?? 0;
    pixels[at + i] = Math.round(under + ((colour[i] ?? 0) - under) * opacity);
  }
}
